"""The effect × timing table of the restated rules, cell by cell, as written there.

Each cell is found out at the table: a figure with that token is put through the moment, and what
becomes of it is compared with what the table says.
"""

from __future__ import annotations

import pytest

from engine.ask import Choose, Roll, Steps
from engine.events import Gained
from engine.game import Game, Marker, ModelId
from engine.play import Asking, Done, Refused, perform
from engine.systems.descent.harm import takes
from engine.systems.descent.wounds import heal
from tests.systems.descent.positions import (
    SYSTEM,
    B,
    E,
    S,
    act,
    after,
    answers,
    begin,
    by_hand,
    conquest,
    done,
    face,
    go,
    harm,
    marks,
    number,
    position,
    refused,
    shows,
    step,
    wounds,
)

EFFECTS = ("bleed", "burn", "daze", "poison", "stun", "transformed", "web", "curse", "frost")

#              thrown     S, S      S, E      E, E
START = {
    "bleed":       ("white",  "",       "",       ""),
    "burn":        ("power",  "",       "1",      "2"),
    "daze":        ("power",  "",       "1",      "2"),
    "poison":      ("-",      "2",      "2",      "2"),
    "stun":        ("-",      "1",      "1",      "1"),
    "transformed": ("-",      "2",      "2",      "2"),
    "web":         ("power",  "",       "1",      "2"),
    "curse":       ("-",      "2",      "2",      "2"),
    "frost":       ("power",  "",       "1",      "2"),
}  # fmt: skip
"""With two tokens: what is thrown as the turn starts, and the tokens left after these two dice."""

HURTS = {"bleed": 5, "burn": 2}
"""Wounds at the start of the turn of white dice of 2 and 3, or power dice without surge; none otherwise."""

#                 move  action  attack  order  door  potion
DURING = {
    "":            "·     ·       ·       ·      ·     ·",
    "bleed":       "·     ·       ·       ·      ·     ·",
    "burn":        "·     ·       ·       ·      ·     ·",
    "daze":        "·     ·       ·       ·      ·     ·",
    "poison":      "·     ·       ·       ·      ·     ·",
    "stun":        "·     h       ·       ·      ·     ·",
    "transformed": "·     x       x       x      x     x",
    "web":         "x     ·       ·       ·      x     x",
    "curse":       "·     ·       ·       ·      ·     ·",
    "frost":       "·     ·       ·       ·      ·     ·",
}  # fmt: skip
"""In the turn: may he · or not x?  h: only half actions are declared."""

HEROES_ONLY = ("poison", "transformed", "curse", "frost")

BOARD = (
    'terrain d "Door" door 4,4 4,5 bottom=0 top=2 sight=solid footing=solid open',
    'zone "Town" red 0,0 3,0 3,3 0,3',
)


def table(effect: str, tokens: int = 1, *more: str, phase: str = "heroes", profile: str = "swordman") -> Game:
    """A hero with so many tokens beside a beast, a door on his left."""
    worn = " ".join((effect,) * tokens) if effect and effect != "transformed" else effect
    turns = "monkey_turns:2" if effect == "transformed" else ""
    hero = f"model H {profile} red 4.5,4.5 {worn} {turns} {' '.join(more)}"
    return position(f"{hero}\nmodel M beast blue 5.5,4.5", *BOARD, phase=phase)


def outcome(game: Game, *given: object) -> Done | Asking | Refused:
    return perform(SYSTEM, game, act("H", "begin_turn"), answers(given))  # type: ignore[arg-type]


# As the turn starts -------------------------------------------------------------------------


@pytest.mark.clause("DES-BLEED-2", "DES-BURN-2", "DES-DAZE-2", "DES-WEB-2", "DES-FROST-2", "DES-STUN-2", "DES-STUN-7")
@pytest.mark.parametrize("effect", EFFECTS)
def test_what_is_thrown_as_a_turn_starts(effect: str) -> None:
    found = outcome(table(effect, 2))

    if START[effect][0] == "-":
        assert isinstance(found, Done)
        return
    assert isinstance(found, Asking)
    assert isinstance(found.question, Roll)
    assert [kind.title for kind in found.question.dice.kinds] == [START[effect][0]] * 2


@pytest.mark.clause("DES-BURN-3", "DES-DAZE-3", "DES-DAZE-4", "DES-WEB-3", "DES-FROST-3", "DES-FROST-4", "DES-BLEED-5")
@pytest.mark.parametrize("dice", [(S, S), (S, E), (E, E)], ids=["two surges", "one surge", "no surge"])
@pytest.mark.parametrize("effect", EFFECTS)
def test_which_tokens_are_left_after_the_dice_of_a_turns_start(effect: str, dice: tuple[int, int]) -> None:
    thrown = (harm(2), harm(3)) if START[effect][0] == "white" else dice
    game = begin(table(effect, 2), "H", *(() if START[effect][0] == "-" else (thrown,)))
    column = [(S, S), (S, E), (E, E)].index(dice) + 1
    left = game.model("H").count("monkey_turns") if effect == "transformed" else marks(game, "H").count(effect)

    assert str(left or "") == START[effect][column]


@pytest.mark.clause("DES-BLEED-3", "DES-BLEED-4", "DES-BURN-4", "DES-BURN-5")
@pytest.mark.parametrize("effect", EFFECTS)
def test_what_hurts_as_a_turn_starts_armor_or_not(effect: str) -> None:
    thrown = (harm(2), harm(3)) if effect == "bleed" else (B, E)
    game = begin(table(effect, 2), "H", *(() if START[effect][0] == "-" else (thrown,)))

    assert 12 - wounds(game, "H") == HURTS.get(effect, 0)


# During the turn ----------------------------------------------------------------------------


def begun(effect: str) -> Game:
    """The turn has started, no surge was thrown, and there is something to spend."""
    game = table(effect, 1, "healing_potion:1", "wounds_lost:1")
    thrown: tuple[object, ...] = ()
    if effect and START[effect][0] != "-":
        thrown = (harm(0) if effect == "bleed" else E,)
    return begin(game, "H", *thrown)  # type: ignore[arg-type]


@pytest.mark.clause(
    *("DES-STUN-4", "DES-STUN-5", "DES-STUN-6", "DES-STUN-8", "DES-WEB-4", "DES-TRANS-7", "DES-TRANS-8"),
    *("DES-TRANS-9", "DES-TRANS-10"),
)
@pytest.mark.parametrize("effect", DURING)
def test_what_an_effect_leaves_of_a_turn(effect: str) -> None:
    game = begun(effect)
    full = [a for a in ("run", "battle", "advance", "ready_move", "ready_attack") if legal(game, a)]
    half = [a for a in ("half_move", "half_attack", "half_order", "concentrate") if legal(game, a)]
    moving = done(game, act("H", "half_move" if half else "run")) if half or full else game
    fighting = done(game, act("H", "half_attack" if half else "battle")) if half or full else game
    ordering = done(game, act("H", "half_order" if half else "ready_move")) if half or full else game
    found = {
        "move": SYSTEM.plan(moving, go(moving, "H", (4, 6))).objections == (),
        "attack": legal(fighting, "attack:hearth_sword", "M"),
        "order": legal(ordering, "aim"),
        "door": legal(moving, "doors"),
        "potion": legal(moving, "potions"),
    }

    cells = dict(zip(("move", "action", "attack", "order", "door", "potion"), DURING[effect].split(), strict=True))
    assert {name: "·" if free else "x" for name, free in found.items()} == {
        name: cell for name, cell in cells.items() if name != "action"
    }
    assert {"·": (5, 0), "h": (0, 4), "x": (0, 0)}[cells["action"]] == (len(full), len(half))


def legal(game: Game, action: str, *targets: str) -> bool:
    return not SYSTEM.plan(game, act("H", action, *targets)).objections


# On his own attack --------------------------------------------------------------------------

RED2, GREEN1 = shows("red", damage=2, surge=0), shows("green", damage=1, surge=0)


@pytest.mark.clause("DES-DAZE-5", "DES-FROST-5", "DES-TRANS-7")
@pytest.mark.parametrize("effect", EFFECTS)
def test_what_an_effect_does_to_the_attack_of_its_bearer(effect: str) -> None:
    """Daze takes the green die, frost tests the sword, a monkey does not attack; nothing else touches it."""
    game = table(effect, 1, "turn:1", "attacks:1", profile="plain")
    strike = act("H", "attack:hearth_sword", "M")
    if effect == "transformed":
        assert "DES-TRANS-7" in refused(game, strike)
        return
    given = {"daze": (RED2,), "frost": (RED2, GREEN1, E)}.get(effect, (RED2, GREEN1))
    end = done(game, strike, *given)

    assert 6 - wounds(end, "M") == (1 if effect == "daze" else 2)
    assert marks(end, "H") == [effect]


# On being attacked --------------------------------------------------------------------------


@pytest.mark.clause("DES-TRANS-11", "DES-FROST-7", "DES-FROST-8")
@pytest.mark.parametrize("effect", EFFECTS)
def test_what_an_effect_does_when_its_bearer_is_attacked(effect: str) -> None:
    """Six damage on armor 2 and a coat of 2, a shield at hand: two wounds, or none with it."""
    game = table(effect, 1, phase="overlord", profile="knight")
    game = begin(game, "M")
    strike = act("M", "attack:hooked_claws", "H")
    hits = (face("red", damage=4), face("green", damage=2))
    if effect == "transformed":  # no armor, and no shield
        end = done(game, strike, *hits)
        assert 12 - wounds(end, "H") == 6
        return
    tests = (E, B) if effect == "frost" else ()  # the shield holds, the coat does not
    end = done(game, strike, *hits, "exhaust", *tests)

    assert 12 - wounds(end, "H") == 0
    assert number(end, "H", "shattered_ring_coat") == (1 if effect == "frost" else 0)
    assert number(end, "H", "shattered_oak_round") == 0


# End of the turn, healing, death ------------------------------------------------------------


@pytest.mark.clause("DES-TRANS-13")
@pytest.mark.parametrize("effect", EFFECTS)
def test_at_the_end_of_a_turn_only_a_monkeys_counter_goes(effect: str) -> None:
    game = table(effect, 1, "turn:1")
    before = (marks(game, "H"), game.model("H").count("monkey_turns"))
    end = after(game)

    assert marks(end, "H") == before[0]
    assert before[1] - end.model("H").count("monkey_turns") == (1 if effect == "transformed" else 0)


def healing(game: Game) -> Steps[Game]:
    return (yield from heal(game, ModelId("H"), 2, "DES-DEF-POTION"))


@pytest.mark.clause("DES-POISON-3", "DES-POISON-4")
@pytest.mark.parametrize("effect", EFFECTS)
def test_healing_meets_poison_and_no_other_token(effect: str) -> None:
    start = table(effect, 1, "wounds_lost:5")
    end = step(start, healing).game

    assert wounds(end, "H") == (8 if effect == "poison" else 9)
    assert marks(end, "H") == ([] if effect == "poison" else marks(start, "H"))


@pytest.mark.clause("DES-CURSE-2", "DES-CURSE-3")
@pytest.mark.parametrize("effect", EFFECTS)
def test_death_takes_every_token_and_a_curse_is_paid_for_first(effect: str) -> None:
    game = table(effect, 1, "wounds_lost:11", phase="overlord", profile="plain")
    strike = act("M", "attack:hooked_claws", "H")
    end = done(begin(game, "M"), strike, face("red", damage=4), face("green", damage=2))

    assert marks(end, "H") == []
    assert (end.model("H").count("monkey_turns"), wounds(end, "H")) == (0, 12)
    assert conquest(game) - conquest(end) == (4 if effect == "curse" else 3)


# How they add up, and who can have them -----------------------------------------------------


@pytest.mark.clause("DES-BLEED-1", "DES-BURN-1", "DES-DAZE-1", "DES-STUN-1", "DES-WEB-1", "DES-CURSE-1", "DES-FROST-1")
@pytest.mark.parametrize("effect", [effect for effect in EFFECTS if effect != "transformed"])
def test_tokens_add_up_whether_one_marker_each_or_one_for_all(effect: str) -> None:
    three = position(f"model H hero red 4.5,4.5 {' '.join((effect,) * 3)}", *BOARD)
    valued = position(f"model H hero red 4.5,4.5 {effect}=3", *BOARD)
    first, second = outcome(three), outcome(valued)

    if isinstance(first, Asking):
        assert isinstance(second, Asking)
        assert not isinstance(first.question, Choose)
        assert first.question.dice == second.question.dice  # type: ignore[union-attr]
        assert first.question.dice.count == 3
    else:
        assert SYSTEM.card(three, three.model("H")) == SYSTEM.card(valued, valued.model("H"))


@pytest.mark.clause("DES-TRANS-5")
def test_a_hero_is_a_monkey_once_only() -> None:
    game = table("transformed")
    twice = done(game, by_hand(Gained(model=ModelId("H"), marker=Marker("transformed"))))

    assert marks(twice, "H") == ["transformed"]


WEAPON_OF = {
    "bleed": "beast",
    "burn": "ember",
    "poison": "adder",
    "stun": "bell",
    "web": "spinner",
    "curse": "crone",
    "frost": "rime",
}


@pytest.mark.clause("DES-POISON-1", "DES-CURSE-1", "DES-FROST-1")
@pytest.mark.parametrize("effect", WEAPON_OF)
def test_who_can_get_which_token(effect: str) -> None:
    """Monsters get no poison, curse or frost."""
    game = position(f"model H plain red 4.5,4.5\nmodel M {WEAPON_OF[effect]} blue 5.5,4.5")

    assert takes(game, game.model("H"), effect)
    assert takes(game, game.model("M"), effect) == (effect not in HEROES_ONLY)


@pytest.mark.clause("DES-POISON-1", "DES-POISON-2")
def test_a_poisoned_blade_hurts_a_monster_and_leaves_no_token() -> None:
    fanged = 'profile fanged "Fanged" base=25 Wounds=12 Speed=4 Armor=0 Conquest=3 traits=hero equipment=venom_fang'
    game = position("model H fanged red 4.5,4.5 turn:1 attacks:1\nmodel M beast blue 5.5,4.5", fanged)
    end = done(game, act("H", "attack:venom_fang", "M"), face("red", damage=4), shows("yellow", range=2))

    assert (wounds(end, "M"), marks(end, "M")) == (3, [])
