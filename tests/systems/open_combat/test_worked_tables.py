"""The worked cases that are tables: no fall in n climbs, the widest gap of a base, the die of every run-up."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from engine import systems
from engine.ask import Thrown
from engine.cases import position
from engine.commands import Move, NextPhase
from engine.game import Game, ModelId, Point
from engine.odds import Odds, odds
from engine.play import Asking, Done, Refused, perform

SYSTEM = systems.load("open_combat")
M = ModelId("M")


def table(profile: str, model: str, *terrain: str, readings: dict[str, str] | None = None) -> Game:
    """One model, and an enemy far away so that turns can pass."""
    lines = (
        "game open_combat round=1 phase=activations active=red",
        f'profile man "Fighter" {profile} ATK=3 DEF=3 FOR=9 MIN=3',
        "table 36x16",
        *terrain,
        f"model M man red {model}",
        "model E man blue 34,14",
    )
    return position("\n".join(lines), choices=readings)


def rift(width: float) -> str:
    right = 12 + width
    return f"terrain rift pit 12,0 {right},0 {right},16 12,16 bottom=0 top=0 sight=clear footing=open"


def move(game: Game, *path: Point, how: str = "") -> Move:
    model = game.model(M)
    return Move(model=M, path=((model.x, model.y), *path), how=how)


def done(game: Game, command: Move | NextPhase, *faces: int) -> Game:
    result = perform(SYSTEM, game, command, tuple(Thrown((face,)) for face in faces))
    assert isinstance(result, Done), result
    return result.game


def share(found: Odds | Refused, *words: str) -> Fraction:
    """The chance of every end that is told in any of these words."""
    assert isinstance(found, Odds)
    return sum((chance for label, chance in found.table() if any(word in label for word in words)), Fraction(0))


@pytest.mark.clause("OPC-CLIMB-11", "OPC-CLIMB-10", "OPC-CLIMB-8")
@pytest.mark.parametrize(
    ("climbs", "chance"),
    [(1, "5/6"), (2, "25/36"), (3, "125/216"), (4, "625/1296"), (5, "3125/7776"), (6, "15625/46656")],
)
def test_hc_20_no_fall_in_so_many_climbs(climbs: int, chance: str) -> None:
    """SPD 2 climbs an inch an action: two actions a turn, so six climbs take three turns."""
    game = table(
        "base=25 SPD=2", f"{10 - 25 / 50.8},6", f"terrain crag block 10,0 20,0 20,12 10,12 bottom=0 top={climbs}"
    )
    up = move(game, (10 + 25 / 50.8, 6), how="climb")
    found = Fraction(1)
    for turn in range(math.ceil(climbs / 2)):
        now = min(2, climbs - 2 * turn)
        found *= 1 - share(odds(SYSTEM, game, up), "falls")
        game = done(game, up, *[4] * now)
        game = done(done(game, NextPhase()), NextPhase())

    assert game.model(M).z == climbs
    assert found == Fraction(chance)


@pytest.mark.clause("OPC-JUMP-6")
@pytest.mark.parametrize("spd", [4, 6])
@pytest.mark.parametrize(
    ("base", "widest"), [(20, 3.213), (25, 3.016), (25.4, 3.000), (30, 2.819), (32, 2.740), (40, 2.425)]
)
def test_hc_38_the_widest_gap_from_the_edge(base: float, widest: float, spd: int) -> None:
    """Gap and base together are the SPD; half a hundredth either way decides."""
    wide, radius = widest + spd - 4, base / 50.8
    for gap, allowed in ((wide - 0.005, True), (wide + 0.005, False)):
        game = table(f"base={base} SPD={spd}", f"{12 - radius},8", rift(gap))
        result = perform(SYSTEM, game, move(game, (12 + gap + radius, 8)))
        cited = [why for o in result.objections for why in o.why] if isinstance(result, Refused) else []

        assert isinstance(result, Asking) == allowed
        assert ("OPC-JUMP-6" in cited) != allowed


@pytest.mark.clause("OPC-JUMP-6")
def test_hc_37_the_refusal_says_by_how_much_it_is_short() -> None:
    game = table("base=30 SPD=4", f"{12 - 30 / 50.8},8", rift(3))
    result = perform(SYSTEM, game, move(game, (15 + 30 / 50.8, 8)))

    assert isinstance(result, Refused)
    assert any("Short by 0.18″" in objection.text for objection in result.objections)


@pytest.mark.clause("OPC-JUMP-7", "OPC-JUMP-8", "OPC-JUMP-9")
@pytest.mark.parametrize("run_up", [0.0, 0.5, 1.0, 2.0, 2.5, 3.0, 4.0])
@pytest.mark.parametrize("gap", [1.0, 2.5, 3.0, 5.0])
def test_hc_40_every_face_of_every_run_up(gap: float, run_up: float) -> None:
    """Faces of 2 to 6 that with the run-up reach the gap, in six."""
    game = table("base=25 SPD=6", f"{12 - 25 / 50.8 - run_up},8", rift(gap))
    if run_up:
        game = done(game, move(game, (12 - 25 / 50.8, 8)))
    found = odds(SYSTEM, game, move(game, (12 + gap + 25 / 50.8, 8)))

    assert share(found, "across") == Fraction(sum(face + run_up >= gap for face in range(2, 7)), 6)


@pytest.mark.clause("OPC-JUMP-6")
def test_hc_49_three_inches_may_be_leapt_askew_by_five_degrees_and_nine_hundredths() -> None:
    """Found by halving: where the whole base's travel is SPD 4."""
    game = table("base=25 SPD=4", f"{12 - 25 / 50.8},8", rift(3))
    low, high = 0.0, 20.0
    while high - low > 0.001:
        angle = (low + high) / 2
        far = (3 + 25 / 25.4) * math.tan(math.radians(angle))
        result = perform(SYSTEM, game, move(game, (15 + 25 / 50.8, 8 + far)))
        low, high = (low, angle) if isinstance(result, Refused) else (angle, high)

    assert low == pytest.approx(5.09, abs=0.2)  # a thousandth of an inch forgiven is 0.16 degrees here


@pytest.mark.clause("OPC-FALL-6", "OPC-CLIMB-9")
def test_hc_16_and_19_the_chance_to_be_hurt_in_a_climb() -> None:
    for spd, top, hurt in ((6, 6, "43/324"), (4, 2, "1/18")):
        wall = f"terrain crag block 10,0 20,0 20,12 10,12 bottom=0 top={top}"
        game = table(f"base=25 SPD={spd}", f"{10 - 25 / 50.8},6", wall)

        assert share(odds(SYSTEM, game, move(game, (10.5, 6), how="climb")), "Fortitude lost") == Fraction(hurt)
