"""Force back and follow-up among blocks, ledges, steps and other models: nobody ends inside anything."""

from __future__ import annotations

import math

from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import standing
from engine.ask import Choose, Picked, Thrown
from engine.game import Game, Model
from engine.geometry.heights import surface
from engine.play import Asking, Done, perform
from tests.systems.open_combat.fights import SYSTEM, act, position

GAP = 25 / 25.4
PLACE, NEAR, ANGLE = st.floats(1.0, 9.0), st.floats(-3.0, 2.0), st.floats(0.0, math.tau)
BLOCKS = st.lists(
    st.tuples(NEAR, NEAR, st.floats(0.3, 4.0), st.floats(0.3, 4.0), st.sampled_from((0.3, 0.4, 0.6, 1.0, 4.0))),
    max_size=3,
)
BESIDE = st.lists(st.tuples(ANGLE, st.sampled_from((GAP, GAP + 0.3, 1.6))), min_size=3, max_size=3)


def crowd(blocks: list[tuple[float, ...]], x: float, y: float, turn: float, beside: list[tuple[float, float]]) -> Game:
    """A at x, y in contact with E, blocks and three others near; each model on what is under it, if it has room."""
    blocks = [(x + a, y + b, w, h, top) for a, b, w, h, top in blocks]
    lines = [
        f'terrain w{i} "Block {i}" block {a},{b} {a + w},{b} {a + w},{b + h} {a},{b + h} bottom=0 top={top}'
        for i, (a, b, w, h, top) in enumerate(blocks)
    ]
    game = position("\n".join((*lines, *(f"model {n} sword {s}" for n, s in zip("AEBCF", ("red", "blue") * 3)))))
    centre = x + GAP * math.cos(turn), y + GAP * math.sin(turn)
    spots = [(x, y), centre, *((centre[0] + r * math.cos(a), centre[1] + r * math.sin(a)) for a, r in beside)]
    for name, (mx, my) in zip("AEBCF", spots, strict=True):
        model = game.model(name)
        z = surface(game.table, model.profile.base, mx, my, 0.0, 9.0).z
        stood = replace(model, x=mx, y=my, z=z, place="table")
        game = game if standing.no_room(game.with_model(stood), stood, ()) else game.with_model(stood)
    return game


def carried_out(game: Game) -> Done:
    """A 3 on every die of the attack, everybody follows, the dice of a fall are kind."""
    answers: tuple[Thrown | Picked, ...] = ()
    while isinstance(result := perform(SYSTEM, game, act("A", "attack", "E"), answers), Asking):
        question = result.question
        if isinstance(question, Choose):
            answers = (*answers, Picked(question.options[0].id))
        else:
            answers = (*answers, Thrown((1 if answers else 3,) * question.dice.count))
    assert isinstance(result, Done)
    return result


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(BLOCKS, PLACE, PLACE, ANGLE, BESIDE)
@example([(0, 0, 1, 1, 0.4), (-1, -2, 1, 1, 0.3), (-0.75, -2, 1, 2, 1.0)], 2.0, 2.0, 4.25, [(0.0, GAP)] * 3)
@example([(0, 0, 1, 1, 0.3), (-1, -2, 2, 3, 0.6)], 1.5, 2.0, 4.0, [(0.0, GAP)] * 3)
@example([(0, 0, 1, 1, 0.3), (-0.75, -2, 2, 2, 1.0), (-1, -2, 1, 1, 0.3)], 2.0, 2.0, 4.25, [(0.0, GAP)] * 3)
def test_nobody_ends_inside_anything_or_in_the_air(blocks, x, y, turn, beside):
    game = crowd(blocks, x, y, turn, beside)
    assume(game.model("A").on_table and game.model("E").on_table)
    assume(not SYSTEM.plan(game, act("A", "attack", "E")).objections)

    after = carried_out(game).game

    assert [o.text for m in after.on_table() for o in standing.no_room(after, m, ())] == []
    assert max(math.dist((m.x, m.y), (after.model(m.id).x, after.model(m.id).y)) for m in stood(game, after)) <= 1 + GAP
    assert {m.id for m in after.on_table() if m.has("prone")} <= {"E"}


def stood(before: Game, after: Game) -> list[Model]:
    """Everybody who kept his feet: whoever falls lies where there is room, however far that is."""
    return [model for model in before.on_table() if not after.model(model.id).has("prone")]
