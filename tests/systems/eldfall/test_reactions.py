"""Chapter: Reactions — who is asked, in which order, with which choices, at what price, and who is not and why."""

from __future__ import annotations

import pytest

from engine.play import Asking
from engine.systems.eldfall import declared
from engine.systems.eldfall.acts import DODGE, MELEE, RANGED
from tests.systems.eldfall.fights import begun, cited, has, lost, pair, rolled, told
from tests.systems.eldfall.positions import T, act, asking, done, marks, move, play, position

R = T / 2


def choices(question: Asking) -> list[str]:
    return [option.id for option in question.question.options]


def reactions(game, *given, command=None):
    """What the next reacting model is offered after the Idle of A."""
    return choices(asking(game, command or act("A", "idle"), *given))


# ---------------------------------------------------------------- who is asked


@pytest.mark.clause("ELD-DEF-REA", "ELD-DEF-SEQ")
def test_every_enemy_with_a_point_is_asked_in_turn_and_pays_one():
    game = pair(apart=5, on_b="ap:2", more="model C ref blue 16,14 facing=270 ap:1\nmodel D ref red 20,20 ap:2")
    first = asking(game, act("A", "idle"))
    second = asking(game, act("A", "idle"), "dodge")

    assert (first.question.model, first.question.side, first.question.what) == ("B", "blue", "Does B react to A?")
    assert second.question.model == "C"
    after = done(game, act("A", "idle"), "dodge", "attack:bow")
    assert [after.model(name).count("ap") for name in "ABCD"] == [1, 1, 0, 2]
    assert declared.reaction(after.model("B")) == DODGE
    assert declared.reaction(after.model("C")) == RANGED


@pytest.mark.clause("ELD-DEF-REA")
def test_one_answer_declines_for_everybody_of_the_side_who_is_still_to_be_asked():
    game = pair(apart=5, on_b="ap:2", more="model C ref blue 16,14 facing=270 ap:1\nmodel D ref red 20,20 ap:2")

    assert reactions(game)[-1] == "nobody"
    assert "nobody" not in reactions(game, "none")  # C is the last
    after = done(game, act("A", "idle"), "nobody")
    assert [after.model(name).count("ap") for name in "BC"] == [2, 1]
    assert [declared.reaction(after.model(name)) for name in "BC"] == ["", ""]
    second = done(game, act("A", "idle"), "dodge", "none")
    assert declared.reaction(second.model("B")) == DODGE


@pytest.mark.clause("ELD-DEF-REA")
def test_no_reaction_costs_nothing_and_nothing_costs_a_point():
    game = pair(apart=5, on_b="ap:1")

    assert done(game, act("A", "idle"), "none").model("B").count("ap") == 1
    nothing = done(game, act("A", "idle"), "nothing")
    assert nothing.model("B").count("ap") == 0
    assert declared.reaction(nothing.model("B")) == "nothing"


@pytest.mark.clause("ELD-DEF-REA")
def test_without_a_point_nobody_is_asked():
    assert marks(done(pair(apart=5), act("A", "idle")), "B") == []


@pytest.mark.clause("ELD-DEA-2", "ELD-INC-2", "ELD-DEF-PET")
@pytest.mark.parametrize(
    ("status", "clause"),
    [("dead", "ELD-DEA-2"), ("incapacitated", "ELD-INC-2"), ("petrified", "ELD-DEF-PET")],
)
def test_h_88_the_fallen_and_the_petrified_do_not_react_and_the_log_says_why(status, clause):
    result = play(pair(apart=5, on_b=f"{status} ap:1"), act("A", "idle"))

    assert clause in cited(result)
    assert len(told(result)) == 1
    assert told(result)[0].startswith("B does not react: B may not perform Reactions")


@pytest.mark.clause("ELD-DEF-REA", "ELD-DEF-LOS", "ELD-DEF-AWA")
def test_behind_its_back_it_still_dodges_within_awareness():
    """B looks away; its Awareness is 11 in."""
    near = position(f"model A ref red 10,10 facing=90 ap:2\nmodel B ref blue {10 + T + 11},10 facing=90 ap:1")
    far = position(f"model A ref red 10,10 facing=90 ap:2\nmodel B ref blue {10 + T + 11.1},10 facing=90 ap:1")

    assert reactions(near) == ["none", "dodge"]
    aide = position(
        f"model A ref red 10,10 facing=90 ap:2\nmodel B healer blue {10 + T + 3},10 facing=90 ap:1 bleeding"
    )
    assert reactions(aide) == ["none", "dodge"]
    result = play(far, act("A", "idle"))
    assert told(result) == ["B does not react: B neither saw A move nor was aware of it"]
    assert "ELD-DEF-REA" in cited(result)


@pytest.mark.clause("ELD-DEF-REA", "ELD-DEF-LOS")
def test_to_be_seen_at_one_point_of_the_way_is_enough():
    """A walks from behind a wall into the open and behind the next."""
    walls = "\n".join(
        f'terrain w{i} "Wall" wall {x},14 {x + 2},14 {x + 2},14.5 {x},14.5 bottom=0 top=3 sight=solid footing=solid'
        for i, x in enumerate((7, 12))
    )
    game = position("model A ref red 8,12 facing=90 ap:2\nmodel B ref blue 8,27 facing=0 ap:1", walls)

    assert told(play(game, act("A", "idle"))) == ["B does not react: B neither saw A move nor was aware of it"]
    found = asking(game, move(game, "A", (13, 12)))
    assert choices(found) == ["none", "dodge", "attack:bow", "nothing"]


# ---------------------------------------------------------------- what is offered


@pytest.mark.clause("ELD-DEF-REA", "ELD-DEF-ACT")
def test_what_a_free_model_may_react_with():
    assert reactions(pair(on_b="ap:1")) == ["none", "dodge", "attack:blade", "attack:bow", "nothing"]
    assert reactions(pair(apart=0, on_b="ap:1")) == [
        "none", "dodge", "attack:blade", "attack:bow", "attack:unarmed", "nothing",
    ]  # fmt: skip


@pytest.mark.clause("ELD-ENG-7", "ELD-ENG-8", "ELD-ENG-11", "ELD-ENG-10")
def test_an_engaged_model_reacts_hand_to_hand_or_dodges_and_only_within_awareness():
    held = pair(on_b="ap:1 engaged@A")

    assert reactions(held) == ["none", "dodge", "attack:blade"]
    slow = position(
        f"model A ref red 10,10 facing=90 ap:2\nmodel B ref blue {10 + T + 7},10 facing=270 ap:1 confused engaged@C\n"
        f"model C ref red {10 + T + 7},{10 - T - 0.5} facing=180"
    )
    result = play(slow, act("A", "idle"))
    assert told(result) == ["B does not react: B is Engaged and A stayed outside its Awareness"]
    assert "ELD-ENG-10" in cited(result)


@pytest.mark.clause("ELD-BLI-5", "ELD-BLI-6", "ELD-DEF-REA")
def test_h_42_a_blinded_model_only_dodges_as_it_sees_nobody():
    assert reactions(pair(on_b="ap:1 blinded")) == ["none", "dodge"]


@pytest.mark.clause("ELD-IMM-4")
def test_an_immobilized_model_dodges_or_does_nothing():
    assert reactions(pair(on_b="ap:1 immobilized")) == ["none", "dodge", "nothing"]
    assert "attack:blade" in reactions(pair(on_b="ap:1 immobilized", immobilized_may_use_normal_actions="yes"))


@pytest.mark.clause("ELD-SHR-4", "ELD-SHR-3", "ELD-SHR-9", "ELD-DEF-PERC")
def test_h_97_against_a_token_one_dodges_or_looks():
    assert reactions(pair(on_a="shrouded", on_b="ap:1")) == ["none", "dodge", "perceive@A", "nothing"]


@pytest.mark.clause("ELD-FLY-13", "ELD-DEF-REA")
def test_a_flyer_is_shot_at_in_reaction_but_not_struck():
    assert reactions(pair(on_a="flying", on_b="ap:1")) == ["none", "dodge", "attack:bow", "nothing"]
    assert "attack:blade" in reactions(pair(on_a="flying", on_b="flying ap:1"))


@pytest.mark.clause("ELD-DEF-REA", "ELD-DEF-ACT-ASSIST")
def test_assist_death_blow_and_trade_are_reactions_too():
    game = pair(
        apart=5, b="healer", on_b="ap:1 bleeding treasure:1",
        more=f"model C ref blue {10 + T + 5},{10 + T}\nmodel D ref red {10 + T + 5},{10 - T} incapacitated crouched",
    )  # fmt: skip

    assert reactions(game) == [
        "none", "dodge", "attack:bow", "assist:field_dressing@B", "assist:field_dressing@C",
        "assist:steady_hand@B", "assist:steady_hand@C", "death_blow@D", "trade@C", "nothing",
    ]  # fmt: skip


@pytest.mark.clause("ELD-DEF-STK", "ELD-DEF-ATK")
def test_a_reaction_attack_has_one_die_on_defense_and_wary_makes_it_two():
    game = pair(on_b="ap:1")
    eager = pair(b="eager", on_b="ap:1")

    assert rolled(play(begun(game, "attack:blade"), act("A", "nothing"), 12)) == [("Blade of B at A", (12,))]
    result = play(begun(eager, "attack:blade"), act("A", "nothing"), (11, 12), 10)
    assert rolled(result)[0] == ("Blade of B at A", (11, 12))
    assert lost(result.game, "A") == 1


# ---------------------------------------------------------------- where on the way


@pytest.mark.clause("ELD-DEF-REA", "ELD-DEF-RCH")
def test_a_blow_strikes_where_the_way_comes_within_reach_first():
    """A walks past B's front; its hitbox is nearest, 0.5 in, at x = 12."""
    game = position(f"model A ref red 10,10 facing=90 ap:2\nmodel B ref blue 12,{10 + T + 0.5} facing=0 ap:1")
    after = done(game, move(game, "A", (15, 10)), "attack:blade")
    spot = declared.aimed_at(after.model("B"))

    assert spot is not None
    assert spot[1] == 10.0
    assert 11.0 <= spot[0] <= 12.0
    assert lost(done(after, act("A", "pass"), 11, 10), "A") == 1


@pytest.mark.clause("ELD-DEF-REA", "ELD-DEF-RCH")
def test_out_of_reach_all_the_way_there_is_no_blow():
    game = position(f"model A ref red 10,10 facing=90 ap:2\nmodel B ref blue 12,{10 + T + 1.1} facing=0 ap:1")

    assert reactions(game, command=move(game, "A", (15, 10))) == ["none", "dodge", "attack:bow", "nothing"]


@pytest.mark.clause("ELD-DEF-REA", "ELD-DEF-COV")
def test_a_shot_takes_the_spot_without_cover():
    """A walks from open ground to behind a low wall."""
    wall = 'terrain w "Wall" wall 14,10.8 18,10.8 18,11.1 14,11.1 bottom=0 top=1 sight=solid footing=solid'
    game = position("model A ref red 10,10 facing=90 ap:2\nmodel B ref blue 14,24 facing=0 ap:1", wall)
    found = asking(game, move(game, "A", (15, 10)))
    labels = {option.id: option.label for option in found.question.options}

    assert labels["attack:bow"] == "Attack with Bow, 12 or less"
    after = done(game, move(game, "A", (15, 10)), "attack:bow")
    result = play(after, act("A", "pass"), 12, 10)
    assert lost(result.game, "A") == 1
    stays = position("model A ref red 15,10 facing=90 ap:2\nmodel B ref blue 14,24 facing=0 ap:1", wall)
    options = asking(stays, act("A", "idle")).question.options
    assert {o.id: o.label for o in options}["attack:bow"] == "Attack with Bow, 10 or less"

    back = position("model A ref red 15,10 facing=270 ap:2\nmodel B ref blue 14,24 facing=0 ap:1", wall)
    options = asking(back, move(back, "A", (10, 10))).question.options
    assert {o.id: o.label for o in options}["attack:bow"] == "Attack with Bow, 12 or less"


@pytest.mark.clause("ELD-DEF-REA", "ELD-DEF-RCH")
def test_the_nearest_point_of_a_leg_is_looked_at_too():
    """0.98 in from B at x = 12.5; half an inch before and after it is 1.03 in away, out of Reach."""
    game = position(f"model A ref red 10,10 facing=90 ap:2\nmodel B ref blue 12.5,{10 + T + 0.98} facing=0 ap:1")
    after = done(game, move(game, "A", (15, 10)), "attack:blade")

    assert declared.aimed_at(after.model("B")) == (12.5, 10.0, 0.0)


@pytest.mark.clause("ELD-DEF-CONF", "ELD-DEF-REA")
def test_a_shot_at_who_comes_closer_and_strikes_is_a_confrontation():
    game = position(f"model A ref red 10,10 facing=90 ap:2\nmodel B ref blue {10 + T + 5},10 facing=270 ap:1")
    game = done(game, move(game, "A", (14.5, 10)), "attack:bow")
    result = play(game, act("A", "attack:blade", "B"), 12, (13, 2), 10)

    assert told(result) == ["A hits B: 1 Hit"]
    assert (lost(result.game, "A"), lost(result.game, "B")) == (0, 1)


@pytest.mark.clause("ELD-ENG-1", "ELD-ENG-2")
def test_h_29_nobody_is_engaged_before_the_end_of_the_resolution():
    game = position(f"model A ref red 10,10 facing=90 ap:2\nmodel B ref blue {10 + T + 5},10 facing=270")
    game = done(game, move(game, "A", (14.5, 10)))
    after = done(game, act("A", "attack:bow", "B"), (20, 19))

    assert has(game, "A", "engaged") is False
    assert has(after, "A", "engaged")


# ---------------------------------------------------------------- as it was on the way

LOW = 'terrain w "Wall" wall 2,24.8 18,24.8 18,25.1 2,25.1 bottom=0 top=1.2 sight=solid footing=solid'
HIGH = LOW.replace("top=1.2", "top=6")
FAR = "model B ref blue 10,2 facing=180 ap:1"


def labels(question: Asking) -> dict[str, str]:
    return {option.id: option.label for option in question.question.options}


@pytest.mark.clause("ELD-DEF-REA", "ELD-CRO-5", "ELD-CRO-11", "ELD-DEF-LOS")
def test_who_walks_upright_and_crouches_at_the_end_was_seen_walking():
    """A head shows over the wall; lying behind it nothing does."""
    game = position(f"model A ref red 10,26 facing=0 ap:1\n{FAR}", LOW)
    later = done(game, act("A", "crouch_after"))
    asked = asking(later, move(later, "A", (13, 26)))

    assert asked.game.model("A").has("crouched")
    assert labels(asked)["attack:bow"] == "Attack with Bow, 4 or less"  # 12, −6 at 23 in, −2 behind the wall
    shot = done(later, move(later, "A", (13, 26)), "attack:bow")
    assert declared.aimed_at(shot.model("B"))[0] < 12.99
    assert lost(done(shot, act("A", "nothing"), 4, 11), "A") == 1
    first = done(game, act("A", "crouch"))
    assert told(play(first, move(first, "A", (12, 26)))) == [
        "B does not react: B neither saw A move nor was aware of it"
    ]


@pytest.mark.clause("ELD-DEF-REA", "ELD-CRO-5", "ELD-CRO-11")
def test_who_creeps_and_stands_up_at_the_end_is_seen_where_it_stands_only():
    """Low along the whole way behind the low wall, it ends upright behind the high one."""
    both = [wall.replace("2,24.8 18,24.8 18,25.1 2,25.1", corners) for wall, corners in (
        (LOW, "2,24.8 11,24.8 11,25.1 2,25.1"),
        (HIGH.replace("terrain w", "terrain h"), "11,24.8 18,24.8 18,25.1 11,25.1"),
    )]  # fmt: skip
    game = position(f"model A ref red 10,26 facing=0 crouched ap:1\n{FAR}", *both)
    later = done(game, act("A", "stand_after"))

    assert told(play(later, move(later, "A", (12.5, 26)))) == [
        "B does not react: B neither saw A move nor was aware of it"
    ]
    assert choices(asking(later, move(later, "A", (10.5, 26)))) == ["none", "dodge", "attack:bow", "nothing"]


@pytest.mark.clause("ELD-FLY-9", "ELD-FLY-7", "ELD-DEF-REA", "ELD-DEF-DODGE")
def test_who_flies_and_lands_out_of_sight_was_seen_flying():
    game = position(f"model A flyer red 10,26 facing=0 flying ap:1\n{FAR}", HIGH)
    later = done(game, act("A", "land_after"))
    asked = asking(later, move(later, "A", (13, 26)))

    assert labels(asked)["attack:bow"] == "Attack with Bow, 6 or less"  # 12, −6 at 23 in; no Cover aloft
    shot = done(later, move(later, "A", (13, 26)), "attack:bow")
    assert rolled(play(shot, act("A", "nothing"), 7)) == [("Bow of B at A", (7,))]
    assert lost(done(shot, act("A", "nothing"), 6, 10), "A") == 1
    dodging = done(later, move(later, "A", (13, 26)), "dodge")
    assert told(play(dodging, act("A", "nothing"), 11)) == []  # on 11, not on 6


@pytest.mark.clause("ELD-FLY-17", "ELD-DEF-AWA", "ELD-DEF-REA")
def test_on_its_way_a_flyer_is_near_as_if_on_the_field_though_it_lands_far_off():
    """A sets out 12 in above a tower, 6.74 in from B on the field, and lands out of its Awareness of 11."""
    tower = 'terrain t "Tower" block 16,8 20,8 20,12 16,12 bottom=0 top=12 sight=solid footing=solid'
    game = position("model A flyer red 18,10 z=12 flying ap:1\nmodel B ref blue 10,10 facing=270 blinded ap:1", tower)
    later = done(game, act("A", "land_after"))

    assert choices(asking(later, move(later, "A", (27, 10)))) == ["none", "dodge"]
    assert choices(asking(game, move(game, "A", (27, 10)))) == ["none", "dodge"]


@pytest.mark.clause("ELD-FLY-9", "ELD-DEF-REA")
def test_who_walks_out_of_sight_and_takes_off_is_seen_where_it_hovers_only():
    game = position(f"model A flyer red 10,26 facing=0 ap:1\n{FAR}", HIGH)
    later = done(game, act("A", "take_off_after"))
    shot = done(later, move(later, "A", (13, 26)), "attack:bow")

    assert declared.aimed_at(shot.model("B")) == (13.0, 26.0, 0.0)


@pytest.mark.clause("ELD-ENG-9", "ELD-ENG-12", "ELD-DEF-REA")
def test_who_engages_somebody_from_behind_is_seen_as_it_walks_away():
    """B looks away from A, who engages it; A walks off."""
    game = position(f"model A ref red 10,10 facing=0 ap:1\nmodel B ref blue 10,{10 - T - 0.5} facing=0 ap:1 engaged@A")
    away = move(game, "A", (10, 14))
    asked = asking(game, away)

    assert not asked.game.model("B").has("engaged")
    assert choices(asked) == ["none", "dodge", "attack:blade", "nothing"]  # no shot: it saw A only while held by it
    struck = done(game, away, "attack:blade")
    assert declared.aimed_at(struck.model("B")) == (10.0, 10.0, 0.0)
    assert lost(done(struck, act("A", "nothing"), 11, 10), "A") == 1
    free = position(f"model A ref red 10,10 facing=0 ap:1\nmodel B ref blue 10,{10 - T - 0.5} facing=0 ap:1")
    assert choices(asking(free, move(free, "A", (10, 14)))) == ["none", "dodge"]
    blind = position(
        f"model A ref red 10,10 facing=0 ap:1\nmodel B ref blue 10,{10 - T - 0.5} facing=0 ap:1 blinded engaged@A"
    )
    assert choices(asking(blind, move(blind, "A", (10, 14)))) == ["none", "dodge"]


@pytest.mark.clause("ELD-ENG-9", "ELD-PAN-2", "ELD-DEF-REA")
def test_who_runs_in_panic_from_somebody_it_engages_is_seen_too():
    game = position(
        f"model A ref red 13,18 facing=0 ap:1 panicked\nmodel C ref red 30,30\n"
        f"model B ref blue {13 + T + 0.5},18 facing=90 ap:1 engaged@A"
    )

    assert choices(asking(game, act("A", "activate"), 20)) == ["none", "dodge", "attack:blade", "nothing"]


# ---------------------------------------------------------------- panic


@pytest.mark.clause("ELD-PAN-6", "ELD-ENG-11", "ELD-DEF-OWN-PASS")
def test_who_panics_and_may_declare_little_may_still_decline():
    """Nothing is not among the few things an Engaged model declares."""
    game = pair(on_b="engaged@A panicked ap:1", more="model C ref blue 30,30")
    asked = asking(game, act("A", "idle"), "react", 13)

    assert choices(asked) == ["none", "dodge"]
    assert asked.question.what == "What does B react with?"
    after = done(game, act("A", "idle"), "react", 13, "none")
    assert (declared.reaction(after.model("B")), after.model("B").count("ap")) == ("", 0)
    strict = pair(on_b="engaged@A panicked ap:1", more="model C ref blue 30,30", passing="as_nothing")
    assert declared.reaction(done(strict, act("A", "idle"), "react", 13).model("B")) == DODGE


@pytest.mark.clause("ELD-PAN-1", "ELD-PAN-6", "ELD-DEF-REA")
def test_h_85_a_panicked_model_pays_first_then_rolls_and_failing_dodges_or_does_nothing():
    game = pair(apart=5, on_b="panicked ap:1", more="model C ref blue 30,30")
    first = asking(game, act("A", "idle"))
    second = asking(game, act("A", "idle"), "react")
    third = asking(game, act("A", "idle"), "react", 13)

    assert choices(first) == ["none", "react"]
    assert second.question.what == "Morale of B, who is Panicked"
    assert second.game.model("B").count("ap") == 0
    assert choices(third) == ["dodge", "nothing"]
    assert choices(asking(game, act("A", "idle"), "react", 12)) == ["dodge", "attack:bow", "nothing"]


@pytest.mark.clause("ELD-PAN-6", "ELD-SHR-7")
def test_h_100_a_shrouded_model_that_panics_and_dodges_is_seen():
    game = pair(apart=5, on_b="panicked shrouded ap:1", more="model C ref blue 30,30")

    after = done(game, act("A", "idle"), "react", 13, "dodge")
    assert not has(after, "B", "shrouded")
    assert has(done(game, act("A", "idle"), "react", 13, "nothing"), "B", "shrouded")


@pytest.mark.clause("ELD-DEF-REA", "ELD-DEF-ATK")
def test_an_attack_in_reaction_is_resolved_with_whatever_the_active_model_does():
    game = begun(pair(on_b="ap:1"), "attack:blade")

    for action in ("nothing", "pass"):
        assert rolled(play(game, act("A", action), 20)) == [("Blade of B at A", (20,))]
    assert declared.reaction(game.model("B")) == MELEE
