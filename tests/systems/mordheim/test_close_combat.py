"""Chapter: Close combat — to hit, to wound, saves, who strikes first, allocation, parry."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from engine.commands import Act
from engine.events import Gained, Noted, Rolled
from engine.odds import odds
from engine.play import Asking, Done, perform
from engine.systems.mordheim.close_combat import attacks, to_hit
from engine.systems.mordheim.strike_order import order
from engine.systems.mordheim.weapons import CLOSE, PLAIN, Weapon, missile, to_wound_need, wielded
from engine.systems.mordheim.wounds import Blow, save, strength, to_wound
from tests.systems.mordheim.positions import (
    SYSTEM,
    after_steps,
    answers,
    cited,
    fate,
    fates,
    fight,
    markers,
    play,
    position,
    refused,
)

KD, ST, OOA = "knocked down", "stunned", "out of action"


def skilled(first: int, second: int):
    return position(
        f'profile a "A" M=4 WS={first} S=3 T=3 W=1 I=3 A=1 Ld=7\n'
        f'profile b "B" M=4 WS={second} S=3 T=3 W=1 I=1 A=1 Ld=7\n'
        "model A a red 5,5\nmodel B b blue 5.984,5"
    )


def armed(equipment: str, worn: str = "", hard: int = 3, tough: int = 3):
    """A red A with these weapons beside a blue B in this armour."""
    gear, armour = (f" equipment={words}" if words else "" for words in (equipment, worn))
    return position(
        f'profile a "A" M=4 WS=3 S={hard} T=3 W=1 I=5 A=1 Ld=7{gear}\n'
        f'profile b "B" M=4 WS=3 S=3 T={tough} W=1 I=1 A=1 Ld=7{armour}\n'
        "model A a red 5,5\nmodel B b blue 5.984,5"
    )


def blow(game, weapon: Weapon | None = None, fresh: bool = False) -> Blow:
    return Blow(attacker="A", target="B", weapon=weapon or wielded(game.model("A"))[0], fresh=fresh)


# ---------------------------------------------------------------- to hit, to wound, saves


def test_to_hit_by_weapon_skill():
    """Rows WS 1 to 10 of the printed chart against WS 1 to 10."""
    chart = []
    for first in range(1, 11):
        games = [skilled(first, second) for second in range(1, 11)]
        chart.append("".join(str(int(to_hit(g, g.model("A"), g.model("B")).value)) for g in games))

    assert chart == [
        "4455555555",
        "3444555555",
        "3344445555",
        "3334444455",
        "3333444444",
        "3333344444",
        "3333334444",
        "3333333444",
        "3333333344",
        "3333333334",
    ]


def test_a_diving_charge_hits_one_easier_and_one_harder():
    game = position("model A quick red 5,5 charged dived\nmodel B slow blue 5.984,5")

    texts = [tally.text() for tally in play(game, fight("A", "B"), 2).plan.tallies]

    assert texts == [
        "Attacks 1",
        "Strikes 1 of 4 (first: charged)",
        "To hit 4+ Weapon Skill 3 against 3 − 1 Diving charge = 3+",
        "Strength 3 + 1 Diving charge = 4",
        "To wound 3+ Strength 4 against Toughness 3",
    ]


def test_to_wound_by_strength_and_toughness():
    """Strength 3 against Toughness 1 to 7; beyond, nothing wounds."""
    assert [to_wound_need(3, tough) for tough in range(1, 9)] == [2, 3, 4, 5, 6, 6, None, None]
    assert [to_wound_need(hard, 4) for hard in range(1, 8)] == [6, 6, 5, 4, 3, 2, 2]
    assert [to_wound_need(0, 3), to_wound_need(12, 1), to_wound_need(1, 5)] == [6, 2, None]


@pytest.mark.parametrize(
    ("worn", "hard", "need"),
    [
        ("", 3, None),
        ("light_armour", 3, 6),
        ("heavy_armour", 3, 5),
        ("gromril_armour", 3, 4),
        ("shield", 3, 6),
        ("light_armour,shield", 3, 5),
        ("heavy_armour,shield", 4, 5),
        ("gromril_armour,shield", 6, 6),
        ("heavy_armour,light_armour", 3, 5),
        ("heavy_armour", 5, 7),
        ("gromril_armour,shield", 9, 9),
        ("great_weapon,light_armour,shield", 3, 6),  # both hands are taken
        ("buckler", 3, None),
    ],
)
def test_an_armour_save_by_what_is_worn_and_how_hard_it_is_struck(worn: str, hard: int, need: int | None):
    game = armed("", worn, hard=hard)
    tally = save(game, blow(game))

    assert (tally if tally is None else tally.value) == need


@pytest.mark.parametrize(
    ("weapon", "worn", "need"),
    [
        ("axe", "heavy_armour", 6),
        ("dagger", "heavy_armour", 4),
        ("dagger", "", 6),
        ("fist", "", 6),
        ("sword", "", None),
        ("dagger", "gromril_armour,shield", 2),
    ],
)
def test_weapons_change_the_save(weapon: str, worn: str, need: int | None):
    game = armed(weapon, worn)
    tally = save(game, blow(game))

    assert (tally if tally is None else tally.value) == need


def test_a_saved_wound_is_no_wound():
    game = position("model A quick red 5,5\nmodel B leather blue 5.984,5")

    done = play(game, fight("A", "B"), 4, 4, 5)

    assert done.game.model("B") == game.model("B")
    assert [(event.side, event.what, event.meaning) for event in done.events if isinstance(event, Rolled)] == [
        ("red", "to hit B, 4+", "hit"),
        ("red", "to wound B, 4+", "wound"),
        ("blue", "armour of B, 5+", "saved"),
    ]


@pytest.mark.parametrize(
    ("weapon", "hard"), [("", 3), ("fist", 2), ("club", 3), ("halberd", 4), ("great_weapon", 5), ("dagger", 3)]
)
def test_strength_of_a_weapon(weapon: str, hard: int):
    game = armed(weapon)

    assert strength(game, blow(game)).value == hard


def test_a_flail_is_heavy_in_the_first_turn_of_a_combat_only():
    game = armed("flail")

    assert strength(game, blow(game, fresh=True)).text() == "Strength 3 + 2 Flail = 5"
    assert strength(game, blow(game)).text() == "Strength 3"


def test_odds_of_one_blow_with_hit_wound_save_and_injury():
    game = position("model A quick red 5,5\nmodel B leather blue 5.984,5")
    third = Fraction(1, 2) * Fraction(1, 2) * Fraction(2, 3) * Fraction(1, 3)

    assert fates(game, "B", fight("A", "B")) == {"unhurt": Fraction(5, 6), KD: third, ST: third, OOA: third}
    assert third == Fraction(1, 18)


def test_a_club_stuns_on_a_2():
    assert fates(armed("club"), "B", fight("A", "B")) == {
        "unhurt": Fraction(3, 4),
        KD: Fraction(1, 24),
        ST: Fraction(1, 8),
        OOA: Fraction(1, 12),
    }


# ---------------------------------------------------------------- hands and attacks


@pytest.mark.parametrize(
    ("equipment", "held", "number"),
    [
        ("", ("Hand weapon",), 1),
        ("sword,dagger", ("Sword", "Dagger"), 2),
        ("sword,axe,club", ("Sword", "Axe"), 2),
        ("sword,dagger,shield", ("Sword",), 1),
        ("sword,dagger,buckler", ("Sword",), 1),
        ("halberd,dagger", ("Halberd",), 1),
        ("dagger,bow", ("Dagger",), 1),
        ("jaws", ("Jaws",), 1),
    ],
)
def test_a_second_weapon_in_the_other_hand_is_one_more_attack(equipment: str, held: tuple[str, ...], number: int):
    game = armed(equipment)

    assert tuple(weapon.name for weapon in wielded(game.model("A"))) == held
    assert attacks(game, game.model("A")).value == number


def test_the_extra_attack_is_struck_with_the_second_weapon():
    """The axe takes one off the save, the dagger gives one back."""
    game = armed("axe,dagger", "heavy_armour")

    saves = [
        event.what
        for event in play(game, fight("A", "B"), 4, 4, 6, 4, 4, 4).events
        if isinstance(event, Rolled) and event.what.startswith("armour")
    ]

    assert saves == ["armour of B, 6+", "armour of B, 4+"]


def test_the_tables_know_every_weapon_word():
    words = {word for weapon in CLOSE.values() for word in weapon.rules}

    assert words == {"gives_save", "concussion", "parry", "strikes_first", "strikes_last", "first_turn_only"}
    assert PLAIN.rules == ()
    assert missile(armed("dagger").model("A")) is None


# ---------------------------------------------------------------- who strikes first


def test_the_four_tiers_and_initiative_inside_them():
    game = position(
        "model A fighter red 5,5\nmodel B maul blue 5.984,5 charged\nmodel C slow blue 4.016,5 charged\n"
        "model D spear blue 5,5.984 standing_up\nmodel E quick blue 5,4.016"
    )

    assert order(game) == ("C", "E", "A", "B", "D")


def test_a_spear_strikes_first_in_the_first_turn_of_a_combat_only():
    fresh = position("model A slow red 5,5 charged\nmodel B spear blue 5.984,5")
    later = position("model A quick red 5,5\nmodel B spear blue 5.984,5 standing_up")

    assert order(fresh) == ("B", "A")
    assert order(later) == ("A", "B")


@pytest.mark.clause("MOR-STAND-8")
def test_hc_28_whoever_stood_up_strikes_last_whatever_he_carries():
    game = position("model A slow red 5,5\nmodel B spear blue 5.984,5 standing_up", active="blue")

    assert order(game) == ("A", "B")
    assert refused(game, fight("B", "A")) == {
        "Not yet: A in turn (Initiative 1) before B last of all (stood up this turn, Initiative 6).": (
            "MOR-DEF-STRIKE-ORDER",
            "MOR-STAND-8",
        )
    }


@pytest.mark.clause("MOR-STAND-8", "MOR-KD-9", "MOR-STUN-3")
@pytest.mark.parametrize(("die", "cites"), [(1, "MOR-KD-9"), (3, "MOR-STUN-3")])
def test_hc_29_put_down_again_before_his_blow_he_loses_it(die: int, cites: str):
    game = position("model A slow red 5,5\nmodel B spear blue 5.984,5 standing_up wounds_lost:1", active="blue")

    after = play(game, fight("A", "B"), 4, 4, die).game

    assert order(after) == ()
    assert cites in cited(after, fight("B", "A"))


@pytest.mark.clause("MOR-STAND-10")
def test_hc_31_on_his_feet_without_wounds_he_strikes_by_initiative_and_is_hit_on_a_roll():
    game = position("model A slow red 5,5\nmodel B spear blue 5.984,5 wounds_lost:1")

    assert order(game) == ("B", "A")
    assert fate(play(play(game, fight("B", "A"), 1).game, fight("A", "B"), 3).game, "B") == "unhurt"


def test_out_of_turn_is_refused_with_who_is_first_and_why():
    game = position("model A quick red 5,5\nmodel B slow blue 5.984,5 charged")

    assert refused(game, fight("A", "B")) == {
        "Not yet: B first (charged, Initiative 1) before A in turn (Initiative 5).": ("MOR-DEF-STRIKE-ORDER",)
    }
    assert SYSTEM.plan(game, fight("A", "B")).objections[0].evidence.pieces == ("B",)


def test_the_order_holds_inside_one_melee_only():
    game = position(
        "model A slow red 5,5\nmodel B slow blue 5.984,5 standing_up\n"
        "model C quick red 20,20\nmodel D slow blue 20.984,20"
    )

    assert play(game, fight("A", "B"), 1).game.model("A").has("struck")


def test_warriors_of_one_side_need_no_roll_off():
    game = position("model A quick red 5.984,5\nmodel D quick red 4.016,5\nmodel B slow blue 5,5")

    assert play(game, fight("D", "B"), 1).game.model("D").has("struck")


def test_a_tie_between_sides_is_rolled_off_with_one_die():
    game = position("model A fighter red 5,5\nmodel B fighter blue 5.984,5")

    won = play(game, fight("A", "B"), 4, 1)
    lost = play(game, fight("A", "B"), 3)

    assert won.game.model("A").has("struck")
    assert not lost.game.model("A").has("struck")
    assert order(lost.game) == ("B", "A")
    assert cited(lost.game, fight("A", "B")) == {"MOR-DEF-STRIKE-ORDER"}
    second = play(lost.game, fight("B", "A"), 1).game
    assert play(second, fight("A", "B"), 1).game.model("A").has("struck")


def test_a_lost_roll_off_is_an_outcome_of_its_own():
    found = odds(SYSTEM, position("model A fighter red 5,5\nmodel B fighter blue 5.984,5"), fight("A", "B"))

    assert found.table() == (
        ("loses the roll-off", Fraction(1, 2)),
        ("unhurt", Fraction(3, 8)),
        (KD, Fraction(1, 24)),
        (OOA, Fraction(1, 24)),
        (ST, Fraction(1, 24)),
    )


# ---------------------------------------------------------------- allocation and contact


def test_attacks_are_divided_before_the_first_die():
    game = position("model A thrice red 5,5\nmodel B slow blue 5.984,5\nmodel C slow blue 4.016,5")

    done = play(game, fight("A", "B", "C", "C"), 1, 1, 1)

    assert [event.what for event in done.events if isinstance(event, Rolled)] == [
        "to hit B, 4+",
        "to hit C, 4+",
        "to hit C, 4+",
    ]
    assert refused(game, fight("A", "B", "C")) == {
        "A has 3 attacks, but 2 targets were named: one for each attack.": ("MOR-DEF-ALLOCATION",)
    }
    assert cited(game, fight("A")) == {"MOR-DEF-ALLOCATION"}


def test_an_only_enemy_need_not_be_named():
    game = position("model A quick red 5,5\nmodel B slow blue 5.984,5")

    assert play(game, fight("A"), 1).plan.label == "Fight B"


@pytest.mark.parametrize(
    ("command", "sentence", "clause"),
    [
        (fight("A", "C"), "A does not touch C: they are 3.02″ apart.", "MOR-DEF-ENGAGED"),
        (fight("A", "D"), "D is no enemy of A.", "MOR-DEF-COMBAT"),
        (fight("E", "C"), "E has not been set up yet.", "MOR-DEF-DEPLOY"),
        (fight("D", "B"), "D touches no enemy.", "MOR-DEF-COMBAT"),
        (fight("F", "A"), "F may not strike (fleeing).", "MOR-DEF-FLEEING"),
        (Act(model="D", action="hold"), "D touches no enemy.", "MOR-DEF-COMBAT"),
    ],
)
def test_a_refused_blow_says_why(command: Act, sentence: str, clause: str):
    game = position(
        "model A quick red 5,5\nmodel B slow blue 5.984,5\nmodel C slow blue 9,5\nmodel D quick red 5,9\n"
        "model E quick red place=reserve\nmodel F slow blue 4.016,5 fleeing"
    )

    assert clause in refused(game, command)[sentence]


def test_blows_belong_to_the_close_combat_phase_and_are_struck_once():
    shooting = position("model A quick red 5,5\nmodel B slow blue 5.984,5", "shooting")
    struck = position("model A quick red 5,5 struck\nmodel B slow blue 5.984,5")

    assert refused(shooting, fight("A", "B")) == {"Blows are struck in the close combat phase.": ("MOR-DEF-PHASES",)}
    assert refused(struck, fight("A", "B")) == {"A has struck his blows of this phase already.": ("MOR-DEF-COMBAT",)}


def test_both_sides_fight_in_every_close_combat_phase():
    game = position("model A quick red 5,5\nmodel B slow blue 5.984,5", active="red")

    after = play(game, fight("A", "B"), 1).game

    assert markers(play(after, fight("B", "A"), 1).game, "B") == {"struck"}


def test_who_has_struck_is_marked_with_its_clause():
    done = play(position("model A quick red 5,5\nmodel B slow blue 5.984,5"), fight("A", "B"), 1)

    assert done.events[-1] == Gained(model="A", marker=done.events[-1].marker, why=("MOR-DEF-COMBAT",))


def test_too_weak_a_blow_harms_nobody():
    done = play(position("model A quick red 5,5\nmodel B giant blue 5.984,5"), fight("A", "B"), 4)

    assert [event.text for event in done.events if isinstance(event, Noted)] == ["A is too weak to harm B"]
    assert to_wound(done.game, blow(done.game)) is None
    assert "A is too weak to harm B." in done.plan.notes


# ---------------------------------------------------------------- parry


def test_a_parry_turns_the_best_hit_aside():
    game = position("model A twice red 5,5\nmodel B fencer blue 5.984,5")

    done = play(game, fight("A", "B"), 4, 5, "parry", 6, 1)

    assert [event.what for event in done.events if isinstance(event, Rolled)] == [
        "to hit B, 4+",
        "to hit B, 4+",
        "parry by B, 6+",
        "to wound B, 4+",
    ]
    assert markers(done.game, "B") == {"parried"}
    assert done.game.model("A").count("hits") == 0


def test_a_parry_must_be_higher_than_the_hit():
    game = position("model A quick red 5,5\nmodel B fencer blue 5.984,5")

    failed = play(game, fight("A", "B"), 5, "parry", 5, 4, 3).game

    assert fate(failed, "B") == ST
    assert failed.model("B").has("parried")
    assert fate(play(game, fight("A", "B"), 4, "parry", 5).game, "B") == "unhurt"


def test_a_parry_may_be_kept_back():
    game = position("model A quick red 5,5\nmodel B fencer blue 5.984,5")

    assert markers(play(game, fight("A", "B"), 4, "take", 1).game, "B") == set()


@pytest.mark.parametrize("dice", [(6, 1), (1,)])
def test_neither_a_6_nor_a_miss_is_parried(dice: tuple[int, ...]):
    game = position("model A quick red 5,5\nmodel B fencer blue 5.984,5")

    assert markers(play(game, fight("A", "B"), *dice).game, "B") == set()


def test_a_blow_of_twice_his_strength_is_not_parried():
    game = position("model A giant red 5,5\nmodel B fencer blue 5.984,5 standing_up")

    done = play(game, fight("A", "B"), 4, 1, 1, 1)

    assert [event.what for event in done.events if isinstance(event, Rolled)] == ["to hit B, 4+"] * 3 + [
        "to wound B, 2+"
    ]


def test_one_parry_a_phase():
    game = position("model A quick red 5.984,5\nmodel D quick red 4.016,5\nmodel B fencer blue 5,5")

    after = play(game, fight("A", "B"), 4, "parry", 6).game

    assert fate(play(after, fight("D", "B"), 4, 4, 3).game, "B") == ST


def test_a_two_handed_weapon_leaves_no_hand_for_a_buckler():
    bare = armed("", "halberd,buckler")
    ready = armed("", "club,buckler")

    assert play(bare, fight("A", "B"), 4, 1).used == 2
    asked = perform(SYSTEM, ready, fight("A", "B"), answers((4,)))
    assert isinstance(asked, Asking)
    assert [option.label for option in asked.question.options] == ["Parry (Buckler), 5+", "Take the blow"]
    assert asked.question.side == "blue"


def test_odds_of_a_blow_that_may_be_parried():
    """Hits of 4, 5 and 6: parried by 2, 1 and 0 faces of the six."""
    game = position("model A quick red 5,5\nmodel B fencer blue 5.984,5")
    hit = Fraction(1, 6) * (Fraction(4, 6) + Fraction(5, 6) + 1)

    assert hit == Fraction(5, 12)
    assert fates(game, "B", fight("A", "B")) == {
        "unhurt": Fraction(19, 24),
        KD: Fraction(5, 72),
        ST: Fraction(5, 72),
        OOA: Fraction(5, 72),
    }


# ---------------------------------------------------------------- the referee


def test_an_illegal_blow_that_the_referee_lets_pass_is_struck_and_written_down():
    game = position("model A twice red 5,5\nmodel B slow blue 5.984,5 stunned\nmodel C slow blue 5,5.984")

    done = perform(SYSTEM, game, fight("A", "B"), (), "advise")

    assert isinstance(done, Done)
    assert fate(done.game, "B") == OOA
    assert done.events[0].why == ("MOR-PROT-1",)


def test_when_the_battle_is_over_nobody_strikes():
    game = replace(position("model A quick red 5,5\nmodel B slow blue 5.984,5"), outcome="Blue has fled")

    assert refused(game, fight("A", "B")) == {"The battle is over: Blue has fled.": ("MOR-DEF-TURN",)}


def test_a_target_that_fell_away_is_struck_no_more():
    """Put down at the edge of a roof he may be three inches lower when the next blow comes."""
    game = position("model A twice red 5,5\nmodel B slow blue 5.984,5\nmodel C slow blue 20,20")
    plan = SYSTEM.plan(game, fight("A", "B"))
    fallen = game.with_model(replace(game.model("B"), x=7.0))

    assert [event.text for event in after_steps(fallen, steps=plan.steps[:1]).events if isinstance(event, Noted)] == [
        "a blow of A finds nobody"
    ]


def test_after_a_parry_the_blow_that_is_left_keeps_its_own_weapon():
    """The axe misses, the dagger hits: the save is the one against a dagger."""
    game = armed("axe,dagger", "sword,heavy_armour")

    dice = [event.what for event in play(game, fight("A", "B"), 1, 4, "take", 4, 4).events if isinstance(event, Rolled)]

    assert dice[-2:] == ["to wound B, 4+", "armour of B, 4+"]


def test_every_way_to_divide_the_attacks_is_offered():
    """MOR-DEF-ALLOCATION: two blows, two enemies: all at one, all at the other, one each."""
    game = position(
        'profile a "A" M=4 WS=3 S=3 T=3 W=1 I=5 A=2 Ld=7\nprofile b "B" M=4 WS=3 S=3 T=3 W=1 I=1 A=1 Ld=7\n'
        "model A a red 5,5\nmodel B b blue 5.984,5\nmodel C b blue 4.016,5"
    )
    fights = [offer for offer in SYSTEM.offers(game, game.model("A")) if offer.command.action == "fight"]

    assert [(offer.title, offer.command.targets, offer.legal) for offer in fights] == [
        ("Fight B", ("B",), True),
        ("Fight C", ("C",), True),
        ("Fight B, C", ("B", "C"), True),
    ]


def test_attacks_are_divided_among_the_standing_only():
    """MOR-PROT-1: the fallen are no part of a division while somebody stands."""
    game = position(
        'profile a "A" M=4 WS=3 S=3 T=3 W=1 I=5 A=2 Ld=7\nprofile b "B" M=4 WS=3 S=3 T=3 W=1 I=1 A=1 Ld=7\n'
        "model A a red 5,5\nmodel B b blue 5.984,5\nmodel C b blue 4.016,5 knocked_down"
    )
    fights = [offer for offer in SYSTEM.offers(game, game.model("A")) if offer.command.action == "fight"]

    assert [(offer.title, offer.legal) for offer in fights] == [("Fight B", True), ("Fight C", False)]
