"""Chapter: Melee Exchange — pools, initiative, splits, ties, specials and damage, step by step."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import pytest

from engine.events import Chose, Counted, Noted, Rolled, Turned
from engine.odds import odds
from engine.play import Asking, perform
from engine.systems.bushido import bout
from engine.systems.bushido.exchange import offered_splits
from engine.systems.bushido.initiative import initiative
from engine.systems.bushido.pools import exchange_pools, melee_pool
from engine.systems.bushido.readings import IGNORING_PRONE, PRONE_INITIATIVE, SUCCESS_LEVELS
from engine.systems.bushido.strikes import damage
from engine.systems.bushido.weapons import UNARMED
from tests.systems.bushido.fights import LEFT, RIGHT, duel, fight_events, fought, table
from tests.systems.bushido.positions import SYSTEM, T, act, answers, asking, counters, done, marks, play, step


def pool(game, one="A", other="B"):
    return int(melee_pool(game, game.model(one), game.model(other)).value)


def cited(tally):
    return {clause for term in tally.modifiers for clause in term.why}


def hurt(game, model):
    return game.model(model).count("wounds_lost")


# ---------------------------------------------------------------- pools


@pytest.mark.clause("BUS-HELD-6", "BUS-DEF-31")
def test_h_031_held_and_exhausted_is_two_dice_less():
    game = duel(a="held@B activations:0")

    assert pool(game) == 4 - 1 - 1


@pytest.mark.clause("BUS-HELD-6", "BUS-DEF-31")
def test_h_040_the_holder_assists_another_attacker():
    game = duel(a="held@C", more=f"model C man blue {LEFT} activations:2")
    tally = melee_pool(game, game.model("A"), game.model("B"))

    assert tally.text() == "Melee pool 4 − 1 C assists − 1 Held = 2"
    assert cited(tally) == {"BUS-DEF-31", "BUS-HELD-6"}


@pytest.mark.clause("BUS-DEF-31")
def test_an_enemy_engaged_by_a_friend_does_not_assist():
    game = duel(more=f"model C man blue {LEFT}\nmodel F man red {10 - 2 * T},10")

    assert pool(game) == 4


@pytest.mark.clause("BUS-PRONE-4", "BUS-DEF-RULING-IGNORING-PRONE")
def test_h_118_a_prone_enemy_assists_against_a_defender_but_not_against_who_acts():
    game = duel(more=f"model C man blue {LEFT} prone")
    acting = table(
        f"model A man red 10,10 fighting:1 activations:2\nmodel B man blue {RIGHT} fighting:2\n"
        f"model C man blue {LEFT} prone"
    )

    assert pool(game) == 3
    assert pool(acting) == 4


@pytest.mark.clause("BUS-PRONE-4", "BUS-DEF-RULING-IGNORING-PRONE")
def test_leaving_a_prone_enemy_out_of_account_is_said_aloud():
    game = duel(more=f"model C man blue {LEFT} prone activations:2")
    result = play(game, act("A", "melee", "B"), "2/2", "2/2", (2, 2), (6, 6), (2, 2), (6, 6))
    told = [event for event in result.events if isinstance(event, Noted) and event.model == "C"]

    assert [(event.text, event.why[0]) for event in told] == [("C is prone and does not assist", "BUS-PRONE-4")]


@pytest.mark.clause("BUS-DEF-TRAIT-STEADFAST", "BUS-FRIGHTENED-1")
def test_the_question_says_what_binds_a_division_and_by_which_clauses():
    game = duel("man", "steady", a="frightened", b="frightened")
    steady = asking(game, act("A", "melee", "B")).question
    bound = asking(game, act("A", "melee", "B"), "2/1").question

    assert (steady.what, steady.why) == (
        "how B divides 3 dice",
        ("BUS-DEF-29", "BUS-FRIGHTENED-1", "BUS-DEF-TRAIT-STEADFAST"),
    )
    assert bound.what == "how A divides 3 dice, as many in defence as in attack or more"
    assert bound.why == ("BUS-DEF-29", "BUS-FRIGHTENED-1")


def test_by_another_reading_a_defender_ignores_the_prone_too():
    game = duel(more=f"model C man blue {LEFT} prone", **{IGNORING_PRONE: "defending_too"})

    assert pool(game) == 4


@pytest.mark.clause("BUS-FRIGHTENED-2", "BUS-STUNNED-1", "BUS-DEF-28")
@pytest.mark.parametrize("status", ["frightened", "stunned", "blind"])
def test_h_022_a_condition_takes_its_die_once_not_once_a_marker(status):
    assert pool(duel(a=f"{status} {status} {status}")) == 3


@pytest.mark.clause("BUS-PRONE-1", "BUS-STUNNED-1", "BUS-DEF-23")
def test_h_122_an_empty_pool_makes_both_grow_until_it_has_a_die():
    game = duel("three", "three", a="prone stunned activations:0")
    weak, strong = exchange_pools(game, game.model("A"), game.model("B"))

    assert (weak.value, strong.value) == (1, 4)
    assert "BUS-DEF-23" in cited(weak) & cited(strong)


@pytest.mark.clause("BUS-DEATHSENTENCE-2", "BUS-DEATHSENTENCE-4")
@pytest.mark.parametrize("markers", ["death_sentence", "death_sentence death_sentence"])
def test_h_139_against_the_marked_a_pool_has_one_die_more(markers):
    game = duel(a=markers, b="death_sentence")

    assert (pool(game), pool(game, "B", "A")) == (5, 5)


@pytest.mark.clause("BUS-DEATHSENTENCE-2", "BUS-DEF-28")
def test_h_143_a_pool_never_more_than_doubles():
    game = duel("one", "man", a="boosted:1", b="death_sentence")
    tally = melee_pool(game, game.model("A"), game.model("B"))

    assert tally.value == 2
    assert "BUS-DEF-28" in cited(tally)


def test_a_pool_that_grows_past_its_double_grows_all_the_same():
    game = duel("three", "one", a="prone stunned activations:0 blind", b="boosted:1")
    weak, strong = exchange_pools(game, game.model("A"), game.model("B"))

    assert (weak.value, strong.value) == (1, 4)


@pytest.mark.clause("BUS-DEATHSENTENCE-2", "BUS-PRONE-1", "BUS-STUNNED-1")
def test_h_169_a_sentenced_prone_and_stunned_fighter():
    game = duel("three", "three", b="death_sentence prone stunned")

    assert (pool(game), pool(game, "B", "A")) == (4, 1)


@pytest.mark.clause("BUS-DEF-31")
def test_a_model_that_ran_fights_with_a_die_less():
    assert pool(duel(a="ran:1")) == 3


# ---------------------------------------------------------------- how a pool may be divided


@pytest.mark.clause("BUS-BERSERK-1", "BUS-FRIGHTENED-1", "BUS-HELD-1")
def test_h_163_berserk_frightened_and_held_divides_two_dice_freely():
    game = duel(a="berserk impetuous frightened held@B")
    model = game.model("A")

    assert pool(game) == 2
    assert [split.id for split in offered_splits(game, model, 2)] == ["1/1", "2/0", "0/2"]


@pytest.mark.clause("BUS-HELD-1", "BUS-FRIGHTENED-1")
@pytest.mark.parametrize("status", ["held@B", "frightened"])
def test_the_held_and_the_frightened_defend_as_much_as_they_attack(status):
    game = duel(a=status)

    assert [split.id for split in offered_splits(game, game.model("A"), 3)] == ["1/2", "0/3"]


@pytest.mark.clause("BUS-DEF-TRAIT-STEADFAST")
def test_the_steadfast_divide_freely_while_frightened():
    game = duel("steady", a="frightened")

    assert len(offered_splits(game, game.model("A"), 3)) == 4


@pytest.mark.clause("BUS-BERSERK-1")
def test_the_berserk_attack_as_much_as_they_defend():
    game = duel(a="berserk impetuous")

    assert [split.id for split in offered_splits(game, game.model("A"), 3)] == ["2/1", "3/0"]


@pytest.mark.clause("BUS-PRONE-7", "BUS-IMMOBILISED-7", "BUS-IMMOBILISED-8")
@pytest.mark.parametrize("status", ["prone", "immobilised"])
def test_neither_the_prone_nor_the_immobilised_pay_for_specials(status):
    free, bound = duel("glaive"), duel("glaive", a=status)

    assert any(split.ability for split in offered_splits(free, free.model("A"), 3))
    assert not any(split.ability for split in offered_splits(bound, bound.model("A"), 3))


# ---------------------------------------------------------------- initiative


def first(game):
    found = initiative(game, game.model("A"), game.model("B"))
    return found.first, found.why


@pytest.mark.clause("BUS-DEF-29")
def test_the_acting_model_attacks_first():
    assert first(duel()) == ("A", ("BUS-DEF-29",))


@pytest.mark.clause("BUS-DEF-TRAIT-LIGHTNING", "BUS-DEF-TRAIT-REACH", "BUS-DEF-TRAIT-SLOW")
@pytest.mark.parametrize(
    ("one", "other", "who"),
    [
        ("man", "quick", "B"),
        ("quick", "quick", "A"),
        ("man", "glaive", "B"),
        ("glaive", "glaive", "A"),
        ("glaive", "quick", "B"),
        ("slow", "man", "B"),
        ("slow", "slow", "A"),
        ("man", "slow", "A"),
        ("axeman", "man", "B"),
    ],
)
def test_what_changes_initiative(one, other, who):
    assert first(duel(one, other))[0] == who


@pytest.mark.clause("BUS-PRONE-6", "BUS-PRONE-8")
@pytest.mark.parametrize("prone", ["man", "quick", "glaive"])
def test_h_112_the_prone_are_second_whatever_is_quick_about_them(prone):
    assert first(duel("man", prone, b="prone")) == ("A", ("BUS-PRONE-6", "BUS-PRONE-8"))


@pytest.mark.clause("BUS-PRONE-8")
def test_where_both_are_prone_nothing_quick_helps_either():
    assert first(duel("man", "quick", a="prone", b="prone"))[0] == "A"


@pytest.mark.clause("BUS-PRONE-6")
def test_h_113_even_the_slow_strike_before_the_prone():
    assert first(duel("slow", "man", b="prone"))[0] == "A"


def test_by_another_reading_the_active_player_puts_a_quick_prone_model_in_order():
    game = duel("man", "quick", b="prone", **{PRONE_INITIATIVE: "active_player"})
    events = fight_events(game, "B", "2/2", "1/2", (2,), (3, 3), (2, 2), (6, 6))
    rolled = [event.what for event in events if isinstance(event, Rolled)]

    assert rolled[0] == "attack of B"


@pytest.mark.clause("BUS-DEF-21")
def test_the_surprised_are_second():
    assert first(duel("man", "quick", b="surprised")) == ("A", ("BUS-DEF-21",))


# ---------------------------------------------------------------- the steps in order


@pytest.mark.clause("BUS-DEF-29", "BUS-DEF-02")
def test_an_exchange_step_by_step():
    """A hits for 3 (level 2, damage 9), B hits for 1 (level 1, damage 8); both lose a counter."""
    game = table(
        f"model A man red 10,10 facing=0 activations:2\nmodel B man blue {RIGHT} facing=0 activations:2 ki:1\n"
        "model C man blue 20,20 activations:2"
    )
    given = ("no", "2/2", "2/2", (5, 4), (3, 2), (5, 1), (3, 2), (4, 5), (4, 4))
    result = play(game, act("A", "melee", "B"), *given)
    after = result.game

    assert [type(event).__name__ for event in result.events[:2]] == ["Turned", "Turned"]
    assert (after.model("A").facing, after.model("B").facing) == (90, 270)
    asked = [event.what for event in result.events if isinstance(event, Chose)]
    assert asked == ["Ki boost for B", "how B divides 4 dice", "how A divides 4 dice"]
    thrown = [event.what for event in result.events if isinstance(event, Rolled)]
    assert thrown[:4] == ["attack of A", "defence of B", "attack of B", "defence of A"]
    assert (hurt(after, "B"), hurt(after, "A")) == (3, 1)
    assert counters(after, "A") == {"activations": 1, "wounds_lost": 1}
    assert counters(after, "B") == {"activations": 1, "ki": 1, "wounds_lost": 3}
    assert after.active == "blue"


def test_the_splits_are_secret_until_both_are_shown():
    game = duel()
    waiting = perform(SYSTEM, game, act("A", "melee", "B"), answers(("2/2",)))

    assert isinstance(waiting, Asking)
    assert waiting.question.secret
    assert waiting.question.side == "red"
    events = play(game, act("A", "melee", "B"), "2/2", "4/0", (2, 2, 2, 2), (6, 6), (2, 2), (1, 1)).events
    choices = [index for index, event in enumerate(events) if isinstance(event, Chose)]
    shown = [index for index, event in enumerate(events) if isinstance(event, Noted) and "shows" in event.text]
    assert all(events[index].secret for index in choices)
    assert max(choices) < min(shown)
    assert [events[index].text for index in shown] == ["A shows 4 attack, 0 defence", "B shows 2 attack, 2 defence"]


@pytest.mark.clause("BUS-DEF-27")
def test_a_boost_costs_a_token_and_gives_a_die_for_this_exchange_only():
    game = duel(a="ki:2")
    after = fought(game, "boost", "2/2", "3/2", (2, 2, 2), (6, 6), (2, 2), (6, 6))

    assert counters(after, "A") == {"activations": 2, "ki": 1}
    assert pool(after) == 4


@pytest.mark.clause("BUS-CONTROLLED-4", "BUS-DEF-21")
@pytest.mark.parametrize("words", ["control owner@blue", "surprised"])
def test_neither_the_controlled_nor_the_surprised_boost(words):
    events = fight_events(duel(a=f"ki:2 {words}"), *_splits(duel(a=words)), *_still(duel(a=words)))

    assert not any(isinstance(event, Chose) and "boost" in event.what for event in events)


def _splits(game):
    return ("2/2", "2/1" if pool(game) == 3 else "2/2")


def _still(game):
    return ((2, 2), (6, 6), (2, 2), (6,) if pool(game) == 3 else (6, 6))


def test_a_model_with_two_hand_weapons_chooses_the_other_side_first():
    game = duel("both", "both")
    events = fight_events(game, "glaive", "short_sword", "2/2", "2/2", (2, 2), (6, 6), (2, 2), (6, 6))
    chosen = [(event.model, event.option) for event in events if isinstance(event, Chose)]

    assert chosen[:2] == [("B", "glaive"), ("A", "short_sword")]
    assert next(event.what for event in events if isinstance(event, Rolled)) == "attack of B"


@pytest.mark.clause("BUS-DEF-29", "BUS-DEF-23")
def test_a_tie_goes_to_more_dice_that_are_not_1_among_all_of_a_side():
    """A's attack 5 against B's defence 5.  A threw 5,1 / 3,2 (three dice not 1), B 5,1 / 2,1 (two)."""
    after = fought(duel(), "2/2", "2/2", (5, 1), (5, 1), (2, 1), (3, 2), (4, 4))

    assert (hurt(after, "B"), hurt(after, "A")) == (0, 0)
    after = fought(duel(), "2/2", "2/2", (5, 1), (5, 1), (2, 1), (3, 2), (6, 6))
    assert hurt(after, "B") == 3


@pytest.mark.clause("BUS-DEF-29", "BUS-DEF-23")
def test_a_tie_with_as_many_dice_goes_to_the_active_player():
    """Both attacks tie at 6 with four dice each: only A, whose action it is, gets through."""
    after = fought(duel(), "2/2", "2/2", (5, 2), (5, 2), (4, 4), (4, 3), (6, 6))

    assert (hurt(after, "B"), hurt(after, "A")) == (3, 0)


def test_a_tie_that_the_defenders_dice_decide_stops_the_attack():
    after = fought(duel(), "2/2", "2/2", (5, 1), (5, 1), (4, 3), (6, 1))

    assert (hurt(after, "B"), hurt(after, "A")) == (0, 0)


@pytest.mark.clause("BUS-DEF-29")
def test_whoever_put_no_die_in_attack_does_no_damage():
    after = fought(duel(), "0/4", "0/4", (1, 1, 1, 1), (1, 1, 1, 1))

    assert (hurt(after, "B"), hurt(after, "A")) == (0, 0)


@pytest.mark.clause("BUS-DEF-10")
def test_the_dead_do_not_strike_back():
    game = duel(b="wounds_lost:4", more="model C man blue 30,30")
    result = play(game, act("A", "melee", "B"), "2/2", "2/2", (6, 6), (2, 2), (6, 6), (2, 2), (5, 5))

    assert result.game.model("B").removed_as == "killed"
    assert hurt(result.game, "A") == 0
    assert not [name for model in result.game.models for name, _ in model.counters if name in bout.UNSEEN]


def test_nothing_of_an_exchange_is_remembered_when_the_last_enemy_falls():
    game = done(duel(b="wounds_lost:4"), act("A", "melee", "B"), "2/2", "2/2", (6, 6), (2, 2), (6, 6), (2, 2), (5, 5))

    assert game.outcome
    assert not [name for model in game.models for name, _ in model.counters if name in bout.UNSEEN]


def test_two_who_do_not_touch_fight_no_exchange():
    game = table("model A man red 10,10 activations:2\nmodel B man blue 15,10 activations:2")

    assert fought(game) == game


@pytest.mark.clause("BUS-DISGUISED-17")
@pytest.mark.parametrize("line", [{"a": "disguise=5"}, {"b": "disguise=5"}])
def test_an_exchange_gives_every_disguise_away_as_it_begins(line):
    events = fight_events(duel(**line), "2/2", "2/2", (2, 2), (6, 6), (2, 2), (6, 6))
    kinds = [type(event).__name__ for event in events if not isinstance(event, Turned | Counted)]

    assert kinds[0] == "Lost"


@pytest.mark.clause("BUS-CONTROLLED-8", "BUS-CONTROLLED-7")
def test_being_fought_costs_the_controlled_a_marker_with_or_without_a_counter():
    still = ((2, 2), (6, 6), (2, 2), (6, 6))
    ready = duel(b="control control owner@red activations:1", more="model C man blue 30,30")
    spent = duel(b="control control owner@red activations:0", more="model C man blue 30,30")

    assert marks(fought(ready, "2/2", "2/2", *still), "B") == ["control", "owner"]
    assert marks(fought(spent, "2/1", "2/2", (2, 2), (6,), (2, 2), (6, 6)), "B") == ["control", "owner"]


# ---------------------------------------------------------------- damage


@pytest.mark.clause("BUS-DEATHSENTENCE-3")
def test_h_139_both_marked_and_each_hits_one_harder():
    game = duel(a="death_sentence", b="death_sentence")
    after = fought(game, "3/2", "3/2", (5, 2, 2), (4, 2), (5, 2, 2), (4, 2), (4, 4), (4, 4))

    assert (hurt(after, "B"), hurt(after, "A")) == (3, 3)


@pytest.mark.clause("BUS-DEF-ACTION-CHARGE")
def test_a_charge_adds_2_to_its_own_damage_roll_only():
    """Level 2 and a roll of 7: 2 wounds; as a charge 9: 3.  B strikes back with 7: 2."""
    given = ("2/2", "2/2", (5, 4), (3, 2), (5, 4), (3, 2), (3, 4), (3, 4))
    after = fought(duel(), *given, charging=True)

    assert (hurt(after, "B"), hurt(after, "A")) == (3, 2)
    assert counters(after, "A") == {"activations": 2, "wounds_lost": 2}


@pytest.mark.clause("BUS-DEF-TRAIT-STRONG")
def test_the_strong_throw_three_dice_of_damage_and_keep_the_highest():
    after = fought(duel("strong"), "2/2", "2/2", (5, 4), (3, 2), (2, 2), (6, 6), (1, 4, 5))

    assert hurt(after, "B") == 3


@pytest.mark.clause("BUS-DEF-TRAIT-WEAK")
def test_the_weak_keep_the_lowest():
    after = fought(duel("weak"), "2/2", "2/2", (5, 4), (3, 2), (2, 2), (6, 6), (1, 4, 5))

    assert hurt(after, "B") == 1


@pytest.mark.clause("BUS-DEF-TRAIT-POISON")
def test_a_poisoned_blade_leaves_its_marker_only_where_it_wounded():
    given = ("2/2", "2/2", (5, 4), (3, 2), (2, 2), (6, 6), (4, 4))

    assert marks(fought(duel("poisoner"), *given), "B") == ["poison 1"]
    assert marks(fought(duel("poisoner", "hard"), *given), "B") == []
    assert marks(fought(duel("poisoner", "kami"), *given), "B") == []


@pytest.mark.clause("BUS-DEF-TRAIT-KI-BLOCK")
def test_a_bell_staff_blocks_the_spirit():
    after = fought(duel("bellman"), "2/2", "2/2", (5, 4), (3, 2), (2, 2), (6, 6), (4, 4))

    assert marks(after, "B") == ["spirit_block"]


@pytest.mark.parametrize(("reading", "wounds"), [("extended", 10), ("ten", 9)])
def test_success_levels_above_ten_by_either_reading(reading, wounds):
    """A roll of 5 takes one off."""
    game = duel("man", "whale", **{SUCCESS_LEVELS: reading})
    roll = partial(damage, attacker="A", victim="B", level=11, weapon=UNARMED)

    assert hurt(step(game, roll, given=((2, 3),)).game, "B") == wounds


# ---------------------------------------------------------------- special attacks and defences


@pytest.mark.clause("BUS-DEF-33", "BUS-DEF-ABILITY-SWEEP")
def test_a_sweep_fells_halves_the_wounds_and_takes_the_answer():
    after = fought(duel("glaive"), "2/2", "2/1 sweep_attack", (6, 4), (2, 2), (6, 6), (2,), (4, 4))

    assert marks(after, "B") == ["prone"]
    assert (hurt(after, "B"), hurt(after, "A")) == (2, 0)


@pytest.mark.clause("BUS-DEF-33", "BUS-DEF-ABILITY-GRAPPLE", "BUS-HELD-6")
def test_a_grapple_holds_does_no_damage_and_takes_the_answer():
    after = fought(duel("wrestler"), "2/2", "2/1 grapple_attack", (6, 4), (2, 2), (6, 6), (2,))

    assert [(m.status, m.source) for m in after.model("B").markers] == [("held", "A")]
    assert (hurt(after, "B"), hurt(after, "A")) == (0, 0)


@pytest.mark.clause("BUS-DEF-RULING-GRAPPLE-IMMUNE", "BUS-HELD-10", "BUS-HELD-11")
@pytest.mark.parametrize("slippery", ["agile", "ghost"])
def test_a_grapple_takes_the_answer_even_of_those_who_cannot_be_held(slippery):
    after = fought(duel("wrestler", slippery), "2/2", "2/1 grapple_attack", (6, 4), (2, 2), (6, 6), (2,))

    assert marks(after, "B") == []
    assert hurt(after, "A") == 0


@pytest.mark.clause("BUS-DEF-ABILITY-STUN")
def test_a_stun_stuns_whether_it_wounds_or_not():
    after = fought(duel("clubber", "hard"), "2/2", "2/1 stun_attack", (6, 4), (2, 2), (2, 2), (6,), (4, 4))

    assert marks(after, "B") == ["stunned"]
    assert hurt(after, "B") == 0


@pytest.mark.clause("BUS-DEF-ABILITY-POWERFUL")
def test_a_powerful_attack_adds_2_to_the_damage_roll():
    game = table(
        'profile sword "Sword" base=30 MP=4 RP=3 Move=4 Ki=2 KiMax=6 Wounds=5 equipment=long_sword\n'
        f"model A sword red 10,10 activations:2\nmodel B man blue {RIGHT} activations:2"
    )
    after = fought(game, "2/2", "2/1 powerful_attack", (5, 4), (3, 2), (2, 2), (6,), (3, 4))

    assert hurt(after, "B") == 3


@pytest.mark.clause("BUS-PRONE-7", "BUS-DEF-RULING-PRONE-IN-EXCHANGE", "BUS-DEF-33")
def test_h_119_felled_by_a_special_defence_the_attacker_loses_its_own_but_not_its_dice():
    """A attacks first and fails; B's Sweep Defence fells it.  B then attacks and fails against A's dice,
    and the Push Defence that A paid for pushes nobody."""
    game = duel("glaive", "glaive")
    after = fought(game, "1/2 sweep_defence", "1/2 push_defence", (2,), (5, 4), (3,), (6, 6))

    assert marks(after, "A") == ["prone"]
    assert (after.model("B").x, after.model("B").y) == (game.model("B").x, game.model("B").y)
    assert (hurt(after, "A"), hurt(after, "B")) == (0, 0)


@pytest.mark.clause("BUS-HELD-4", "BUS-HELD-5", "BUS-DEF-ABILITY-SLAM")
def test_h_041_a_held_model_is_slammed_prone_but_not_away():
    game = duel("clubber", "man", b="held@C", more=f"model C man red {10 + T},{10 + T}")
    after = fought(game, "1/1", "2/1 slam_attack", (6, 4), (2,), (6,), (2,), (3, 4))

    assert set(marks(after, "B")) == {"held", "prone"}
    assert (after.model("B").x, after.model("B").y) == (game.model("B").x, game.model("B").y)
    assert hurt(after, "B") == 2
    assert hurt(after, "A") == 0


@pytest.mark.clause("BUS-DEF-ABILITY-SLAM", "BUS-DEF-33")
def test_a_slam_knocks_three_inches_away_and_prone():
    game = duel("clubber")
    after = fought(game, "2/2", "2/1 slam_attack", (6, 4), (2, 2), (6, 6), (2,), (4, 4))

    assert after.model("B").x == pytest.approx(game.model("B").x + 3, abs=1e-6)
    assert after.model("B").y == pytest.approx(10, abs=1e-6)
    assert marks(after, "B") == ["prone"]


@pytest.mark.clause("BUS-DEF-ABILITY-PUSH", "BUS-DEF-33")
def test_a_push_moves_the_victim_just_out_of_the_zone_and_does_no_damage():
    game = duel("glaive")
    after = fought(game, "2/2", "2/1 push_attack", (6, 4), (2, 2), (6, 6), (2,))

    assert 1.0 < after.model("B").x - game.model("B").x < 1.02
    assert (hurt(after, "B"), hurt(after, "A")) == (0, 0)
    assert marks(after, "B") == []


@pytest.mark.clause("BUS-HELD-7")
def test_h_043_a_held_model_pushes_its_holder_off_and_is_free():
    game = duel("glaive", "man", a="held@B")
    after = fought(game, "2/2", "1/1 push_attack", (6,), (2, 2), (6, 6), (2,))

    assert marks(after, "A") == []


@pytest.mark.clause("BUS-DEF-33", "BUS-DEF-ABILITY-THROW")
def test_a_throw_defence_throws_the_attacker_and_ends_the_exchange():
    game = duel("man", "wrestler")
    after = fought(game, "2/1 throw_defence", "2/2", (2, 2), (5,), (6, 6), (2, 2))

    assert marks(after, "A") == ["prone"]
    assert after.model("A").x == pytest.approx(8, abs=1e-6)
    assert hurt(after, "A") == 0


# ---------------------------------------------------------------- odds


def test_the_odds_of_one_die_against_one():
    """31/36 of A's attacks get through: 5/6, or a 1 against a 1 (the active player)."""
    game = duel("one", "one", a="activations:2", b="wounds_lost:4")
    found = odds(SYSTEM, game, act("A", "melee", "B"))
    kills = found.chance(lambda end: end.model("B").place == "removed")
    # level 2-6 each 1/6, or level 0 (1/36); wounds at each level, at least one to kill
    at_least_one = {level: Fraction(_ways(level), 36) for level in (0, 2, 3, 4, 5, 6)}
    expected = sum((Fraction(1, 6) * at_least_one[level] for level in range(2, 7)), Fraction(1, 36) * at_least_one[0])

    assert kills == expected


def _ways(level):
    adjust = {2: -3, 3: -2, 4: -1, 5: -1, 6: 0, 7: 0, 8: 0, 9: 1, 10: 1, 11: 2, 12: 3}
    ways = {total: 6 - abs(7 - total) for total in adjust}
    return sum(ways[total] for total, more in adjust.items() if level + more > 0)


def test_the_odds_of_a_whole_exchange_end_in_an_exact_table():
    found = odds(SYSTEM, duel("glaive", "glaive", more="model C man blue 30,30"), act("A", "melee", "B"))

    assert sum(share for _, share in found.table()) == 1
    assert len(found.ends) < 200


def test_the_ends_of_a_fight_are_told_by_name():
    """Four dice 2/2 against 2/2: whoever is hurt is named, and it is said when nobody is."""
    found = odds(SYSTEM, duel(more="model C man blue 30,30"), act("A", "melee", "B"))
    words = dict(found.table())

    assert {"nobody hurt", "A 1 wound", "B 1 wound", "A killed", "B killed", "A 1 wound, B 2 wounds"} <= set(words)


def test_a_charge_foresees_both_pools_and_who_attacks_first():
    game = table(
        "model A man red 5,10 facing=90 activations:2\nmodel B glaive blue 10,10 facing=270 activations:2 stunned\n"
        "model C man blue 12,14 activations:2"
    )
    plan = SYSTEM.plan(game, act("A", "charge", "B"))
    sums = [tally.text() for tally in plan.tallies]

    assert sums[-2:] == ["Melee pool of A 4", "Melee pool of B 4 − 1 Stunned = 3"]
    assert plan.notes == ("B attacks first: it has reach.",)


def test_what_is_foreseen_counts_as_it_will_be_in_the_fight():
    """Standing up costs a die that lying prone no longer does; leaving binds the division."""
    game = duel(a="prone", more=f"model C man blue {LEFT} prone activations:2")
    up = SYSTEM.plan(game, act("A", "stand_up", "B"))
    away = SYSTEM.plan(duel(), act("A", "disengage", "B"))

    assert up.tallies[0].text() == "Melee pool of A 4 − 1 stood up = 3"
    assert up.notes == ("A attacks first: it stood up and acts.",)
    assert away.notes[-1] == "A divides its dice with as many in defence as in attack or more."
