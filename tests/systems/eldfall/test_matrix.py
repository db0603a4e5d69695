"""The state × action table of the restated rules, cell by cell, and the one of being acted upon.

·  allowed     7  forbidden, and clause 7 of that State is cited     -  has no meaning in this row
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.game import Game
from engine.play import Asking, Done, perform
from engine.systems.eldfall.counters import points
from engine.systems.eldfall.cover import cover
from engine.systems.eldfall.engagement import engages
from engine.systems.eldfall.hitbox import hitbox
from engine.systems.eldfall.pace import speed
from engine.systems.eldfall.sequence import may_activate
from engine.systems.eldfall.sight import sees
from tests.systems.eldfall.bench import ACTIONS, DOING, MOVES, bench, cited, reactions
from tests.systems.eldfall.positions import SYSTEM, T, act, after, asking, done, legal, marks, move, position, refused

CHAPTERS = {
    "bleeding": "BLE",
    "blinded": "BLI",
    "confused": "CON",
    "crippled": "CRI",
    "crouched": "CRO",
    "dead": "DEA",
    "engaged@E": "ENG",
    "fatigued": "FAT",
    "flying": "FLY",
    "immobilized": "IMM",
    "incapacitated": "INC",
    "panicked": "PAN",
    "poisoned": "POI",
    "shrouded": "SHR",
    "slowed": "SLO",
    "weakened": "WEA",
}

#                 idle walk run climb jump
#                            melee ranged assist_self assist_ally dodge perceive interact trade death_blow nothing
#                                                duel ritual uncover
#                                                       posture
TABLE = {
    "bleeding":      "· · · · ·  · · · · · · · · · · · · ·  ·",
    "blinded":       "· · · · ·  6 6 · 5 · 6 5 5 5 · 5 5 5  ·",
    "confused":      "· · · · ·  · · · · · · · · · · · · ·  ·",
    "crippled":      "· · · · ·  · · · · · · · · · · · · ·  ·",
    "crouched":      "· · 3 3 3  · · · · · · · · · · · · ·  ·",
    "dead":          "3 3 3 3 3  3 3 3 3 3 3 3 3 3 3 3 3 3  1",
    "engaged@E":     "· 5 4 4 4  · 8 · 7 · 7 7 7 7 7 7 7 7  ·",
    "fatigued":      "· · · · ·  · · · · · · · · · · · · ·  ·",
    "flying":        "· · · · ·  · · · · · · · · · · · · ·  12",
    "immobilized":   "2 2 2 2 2  4 4 4 4 · 4 4 4 4 · 3 3 3  7",
    "incapacitated": "3 3 3 3 3  3 3 3 3 3 3 3 3 3 3 3 3 3  1",
    "poisoned":      "· · · · ·  · · · · · · · · · · · · ·  ·",
    "shrouded":      "· · · · ·  · · · · · · · · · · · · ·  ·",
    "slowed":        "· · · · ·  · · · · · · · · · · · · ·  ·",
    "weakened":      "· · · · ·  · · · · · · · · · · · · ·  ·",
}  # fmt: skip
"""Rows: R in this one State.  A Panicked model has rows of its own below."""
COLUMNS = (*MOVES, *ACTIONS, "posture")
NEUTRAL = ("climb",)
"""There is nothing to climb on this table: only what the State says of it is looked at."""

PANIC = {
    "held":            "· · · · ·  · · · · · · · · · · · · ·  ·",
    "broke, running":  "2 2 2 2 2  2 2 2 2 2 2 2 2 2 · 2 2 2  -",
    "broke, engaged":  "- - - - -  5 5 5 5 · 5 5 5 5 5 5 5 5  -",
}  # fmt: skip
PANIC_IN = {
    "held": ("panicked", "nerve:1", DOING),
    "broke, running": ("panicked", "nerve:2", "step:2 how:4"),
    "broke, engaged": ("panicked engaged@E", "nerve:2", DOING),
}

POINTS = {"dead": 0, "fatigued": 0, "incapacitated": 0, "weakened": 1, "petrified": 0}
"""Activation Points of an Upkeep Phase, of Stamina 2; all other States leave 2."""
ALL = {
    "dodge",
    "melee",
    "ranged",
    "assist_self",
    "assist_ally",
    "perceive",
    "interact",
    "trade",
    "death_blow",
    "nothing",
}
REACTIONS = {
    "blinded": {"dodge"},
    "dead": set(),
    "engaged@E": {"dodge", "melee", "assist_self"},
    "immobilized": {"dodge", "nothing"},
    "incapacitated": set(),
}
"""What R is offered when E idles in front of it; all other States leave everything."""
BESIDE = {"incapacitated": "incapacitated crouched", "dead": "dead incapacitated crouched"}
"""States that never come alone."""
WALKS = {"crippled": 3, "crouched": 3, "flying": 10, "slowed": 3}
"""Speed 5 in this State, in inches; all others leave 5."""


def cell(found: tuple[int, ...] | None, want: str, neutral: bool) -> bool:
    """Does a cell of the table hold?"""
    if want == "·":
        return found == () if neutral else found is None
    return found is not None and int(want) in found


def row(conditions: tuple[str, ...], chapter: str, step: str) -> dict[str, tuple[int, ...] | None]:
    """What stands against every movement and Action of R."""
    nerve = [word for word in conditions if word.startswith("nerve")]
    ready = bench(*conditions, step=f"step:1{' ' if nerve else ''}") if nerve else bench(*conditions)
    doing = bench(*conditions, step=step)
    found = {name: cited(ready, command, chapter) for name, command in MOVES.items()}
    found |= {name: cited(doing, command, chapter) for name, command in ACTIONS.items()}
    down = "crouched" in conditions
    return found | {"posture": cited(ready, act("R", "stand" if down else "crouch"), chapter)}


@pytest.mark.clause(
    *("ELD-GEN-1", "ELD-BLE-1", "ELD-BLE-3", "ELD-BLE-4", "ELD-BLI-1", "ELD-BLI-3", "ELD-BLI-5", "ELD-BLI-6"),
    *("ELD-CON-1", "ELD-CON-3", "ELD-CON-4", "ELD-CRI-1", "ELD-CRI-5", "ELD-CRO-1", "ELD-CRO-3", "ELD-CRO-4"),
    *("ELD-DEA-1", "ELD-DEA-3", "ELD-ENG-3", "ELD-ENG-4", "ELD-ENG-5", "ELD-ENG-7", "ELD-ENG-8", "ELD-FAT-1"),
    *("ELD-FLY-1", "ELD-FLY-12", "ELD-IMM-1", "ELD-IMM-2", "ELD-IMM-3", "ELD-IMM-4", "ELD-IMM-7"),
    *("ELD-INC-1", "ELD-INC-3", "ELD-POI-1", "ELD-SHR-1", "ELD-SLO-2", "ELD-WEA-1"),
)
@pytest.mark.parametrize("state", TABLE)
def test_what_a_model_in_one_state_may_do(state: str) -> None:
    found = row((state,), CHAPTERS[state], DOING)
    wanted = dict(zip(COLUMNS, TABLE[state].split(), strict=True))

    assert {n: f for n, f in found.items() if not cell(f, wanted[n], n in NEUTRAL)} == {}


@pytest.mark.clause("ELD-PAN-1", "ELD-PAN-2", "ELD-PAN-5", "ELD-PAN-10", "ELD-INT-5")
@pytest.mark.parametrize("nerve", PANIC)
def test_what_a_panicked_model_may_do(nerve: str) -> None:
    *conditions, step = PANIC_IN[nerve]
    found = row(tuple(conditions), "PAN", step)
    wanted = {n: want for n, want in zip(COLUMNS, PANIC[nerve].split(), strict=True) if want != "-"}

    assert {n: found[n] for n, want in wanted.items() if not cell(found[n], want, n in NEUTRAL)} == {}


@pytest.mark.clause("ELD-DEA-4", "ELD-FAT-2", "ELD-INC-7", "ELD-WEA-3", "ELD-DEF-UPK", "ELD-DEF-PET")
@pytest.mark.parametrize("state", [*CHAPTERS, "petrified"])
def test_points_of_the_upkeep_phase(state: str) -> None:
    game = after(bench(BESIDE.get(state, state), phase="strategic", ap=0))

    assert points(game.model("R")) == POINTS.get(state, 2)


@pytest.mark.clause("ELD-DEA-1", "ELD-INC-1", "ELD-DEF-PET")
@pytest.mark.parametrize("state", [*CHAPTERS, "petrified"])
def test_who_may_activate(state: str) -> None:
    game = bench(state)
    found = {c for objection in may_activate(game, game.model("R")) for c in objection.why}

    assert found == {
        "dead": {"ELD-DEA-1"},
        "incapacitated": {"ELD-INC-1"},
        "petrified": {"ELD-DEF-PET"},
    }.get(state, set())


@pytest.mark.clause(
    *("ELD-BLE-2", "ELD-BLI-2", "ELD-BLI-5", "ELD-CON-2", "ELD-CRI-2", "ELD-CRO-2", "ELD-DEA-2", "ELD-ENG-11"),
    *("ELD-FAT-1", "ELD-FLY-1", "ELD-IMM-1", "ELD-IMM-4", "ELD-INC-2", "ELD-POI-1", "ELD-SLO-2", "ELD-WEA-1"),
    *("ELD-SHR-10", "ELD-DEF-REA"),
)
@pytest.mark.parametrize("state", [state for state in CHAPTERS if state != "panicked"])
def test_what_a_model_in_one_state_may_react_with(state: str) -> None:
    assert reactions(bench(state, active="blue")) == REACTIONS.get(state, ALL)


@pytest.mark.clause("ELD-PAN-1", "ELD-PAN-6", "ELD-DEF-REA")
@pytest.mark.parametrize(("die", "free"), [(12, ALL), (13, {"dodge", "nothing"})])
def test_what_a_panicked_model_may_react_with(die: int, free: set[str]) -> None:
    game = bench("panicked", active="blue")

    assert reactions(game) == {"react"}
    assert reactions(game, "react", die) == free


@pytest.mark.clause("ELD-CRI-3", "ELD-CRO-6", "ELD-FLY-2", "ELD-SLO-1", "ELD-CON-5")
@pytest.mark.parametrize("state", CHAPTERS)
def test_how_far_a_model_in_one_state_walks(state: str) -> None:
    game = bench(state)

    assert speed(game, game.model("R")).value == WALKS.get(state, 5)


@pytest.mark.clause("ELD-SHR-7", "ELD-INT-7")
@pytest.mark.parametrize("action", [name for name in ACTIONS if name not in ("nothing", "melee", "ranged", "duel")])
def test_any_action_but_nothing_ends_the_shroud(action: str) -> None:
    result = asking_or_done(bench("shrouded", step=DOING), action)

    assert "shrouded" not in marks(result, "R")


@pytest.mark.clause("ELD-SHR-7")
def test_nothing_and_a_change_of_posture_do_not() -> None:
    assert "shrouded" in marks(done(bench("shrouded", step=DOING), ACTIONS["nothing"]), "R")
    assert "shrouded" in marks(done(bench("shrouded"), act("R", "crouch")), "R")


def asking_or_done(game: Game, action: str) -> Game:
    """The game as far as it comes without an answer."""
    result = perform(SYSTEM, game, ACTIONS[action])

    assert isinstance(result, Done | Asking), result
    return result.game


# ---------------------------------------------------------------- being acted upon

UPON = {
    #               melee ranged hit   blocks causes becomes
    "crouched":      "·    ·     ·     yes    no     yes",
    "dead":          "7    7     no    no     no     no",
    "flying":        "13   ·     ·     no     no     no",
    "incapacitated": "·    ·     ·     yes    no     no",
    "shrouded":      "3    3     ·     yes    yes    yes",
    "blinded":       "·    ·     ·     yes    no     yes",
    "bleeding":      "·    ·     ·     yes    yes    yes",
    "confused":      "·    ·     ·     yes    yes    yes",
    "crippled":      "·    ·     ·     yes    yes    yes",
    "fatigued":      "·    ·     ·     yes    yes    yes",
    "immobilized":   "·    ·     ·     yes    yes    yes",
    "panicked":      "·    ·     ·     yes    yes    yes",
    "poisoned":      "·    ·     ·     yes    yes    yes",
    "slowed":        "·    ·     ·     yes    yes    yes",
    "weakened":      "·    ·     ·     yes    yes    yes",
}  # fmt: skip


def target(state: str, gap: float = 0.5, more: str = "") -> Game:
    """E, with everything, half an inch from R in this State; both look at each other."""
    words = BESIDE.get(state, state)
    return position(
        f"model R ref red 18,18 facing=0 {words}\nmodel Y ref red 2,34\n"
        f"model E {more or 'ref'} blue 18,{18 - T - gap} facing=180 ap:1 acting:1",
        active="blue",
    )


def doing(game: Game) -> Game:
    return replace(game, counters=(("how", 2), ("step", 2)))


@pytest.mark.clause("ELD-DEA-7", "ELD-FLY-13", "ELD-SHR-3", "ELD-INC-11")
@pytest.mark.parametrize("state", UPON)
def test_who_may_be_aimed_at(state: str) -> None:
    game = doing(target(state))
    melee, ranged, *_ = UPON[state].split()

    for wish, want in ((act("E", "attack:blade", "R"), melee), (act("E", "attack:bow", "R"), ranged)):
        chapter = CHAPTERS[state]
        assert cell(cited(game, wish, chapter), want, False), wish


@pytest.mark.clause("ELD-INC-11", "ELD-DEA-7", "ELD-SHR-3", "ELD-DEF-ACT-TEMPLATE", "ELD-DEF-ACT-SWEEP")
@pytest.mark.parametrize("state", UPON)
def test_who_is_hit_by_what_is_aimed_at_nobody(state: str) -> None:
    game = doing(target(state, 6.0, "thrower"))
    throw = move(game, "E", (18.0, 18.0), how="aim")
    hit = UPON[state].split()[2] == "·"

    after_it = done(game, throw, 5, 20) if hit else done(game, throw, 5)
    assert ("slowed" in marks(after_it, "R")) == (hit or state == "slowed")


@pytest.mark.clause("ELD-INC-11", "ELD-DEA-7", "ELD-DEF-ACT-SWEEP")
@pytest.mark.parametrize("state", [state for state in UPON if state not in ("flying",)])
def test_who_is_struck_by_a_sweep(state: str) -> None:
    """Aimed at Q, it strikes everybody in reach before the sweeper, R too."""
    game = target(state, 0.3, "sweeper")
    aside = game.model("Y")
    game = doing(game.with_model(replace(aside, x=18.0 + T, y=18.0)))
    given = (5, 20, 20) if UPON[state].split()[2] == "·" else (5, 20)

    assert done(game, act("E", "attack:kiln_fists", "Y"), *given)


@pytest.mark.clause("ELD-DEA-8", "ELD-DEA-9", "ELD-FLY-4", "ELD-DEF-MGEN")
@pytest.mark.parametrize("state", UPON)
def test_who_is_in_the_way(state: str) -> None:
    words = BESIDE.get(state, state)
    game = position(
        f"model R ref red 18,18 facing=0 {words}\nmodel Y ref red 2,34\nmodel E ref blue 15,18 ap:1", active="blue"
    )
    through = move(game, "E", (20.0, 18.0), how="walk")
    blocks = UPON[state].split()[3] == "yes"

    if blocks and legal(game, through):
        stopped = done(game, through).model("E")
        assert stopped.x == pytest.approx(18 - T, abs=0.01)
    else:
        assert legal(game, through) != blocks


@pytest.mark.clause("ELD-CRO-9", "ELD-FLY-10", "ELD-FLY-11", "ELD-ENG-1")
@pytest.mark.parametrize("state", UPON)
def test_who_engages_and_is_engaged(state: str) -> None:
    game = target(state)
    *_, causes, becomes = UPON[state].split()
    mine, theirs = game.model("R"), game.model("E")

    assert engages(game, mine, theirs).granted == (causes == "yes")
    assert engages(game, theirs, mine).granted == (becomes == "yes")


@pytest.mark.clause("ELD-CRO-5", "ELD-CRO-10", "ELD-DEA-5", "ELD-FLY-7", "ELD-FLY-9", "ELD-BLI-4", "ELD-SHR-6")
def test_what_a_state_does_to_sight_and_cover() -> None:
    wall = "terrain w barrier 10,17 26,17 26,17.2 10,17.2 top=1"
    far = "model R ref red 18,18 facing=180 {}\nmodel E ref blue 18,8 facing=180 {}"

    def seen(state: str, other: str = "") -> tuple[bool, bool, int]:
        game = position(far.format(state, other), wall)
        mine, theirs = game.model("R"), game.model("E")
        return sees(game, mine, theirs).sees, sees(game, theirs, mine).sees, cover(game, theirs, mine).modifier

    assert seen("") == (False, True, -2), "it looks away from E, behind a low wall"
    assert seen("crouched") == (False, False, -4), "the wall is taller than whoever lies behind it"
    assert seen("shrouded") == (True, True, -2)
    assert seen("shrouded blinded") == (False, True, -2)
    assert seen("flying") == (True, True, 0)
    assert seen("", "flying")[:2] == (True, True)
    assert seen("blinded", "flying")[:2] == (False, True)
    low = 4 / 25.4
    for state in ("crouched", "dead"):
        game = position(far.format(state, ""), wall)
        assert hitbox(game, game.model("R")).profile.height == pytest.approx(low)


@pytest.mark.clause("ELD-CRO-8", "ELD-FLY-3", "ELD-DEF-STK")
@pytest.mark.parametrize(("state", "blows", "shots"), [("", 2, 2), ("crouched", 1, 1), ("flying", 1, 2)])
def test_strike_in_a_state(state: str, blows: int, shots: int) -> None:
    game = bench(state, step=DOING)

    assert legal(game, act("R", "attack:blade", *("E",) * blows))
    assert legal(game, act("R", "attack:bow", *("F",) * shots))
    clause = "ELD-FLY-3" if state == "flying" else "ELD-CRO-8"
    if state:
        assert clause in refused(game, act("R", "attack:blade", "E", "E"))
    assert asking(game, act("R", "attack:blade", *("E",) * blows))
