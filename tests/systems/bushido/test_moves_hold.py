"""Whatever is drawn: a move that is allowed ends where moves of its kind may end, told by bare geometry."""

from __future__ import annotations

import math

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine.geometry.arcs import arc_of
from engine.geometry.measure import gap
from engine.geometry.zones import holding, zone_of
from engine.play import Asking, Done, perform
from tests.systems.bushido.positions import SYSTEM, move, position

SPOT = st.floats(1.0, 11.0).map(lambda value: round(value, 2))
TURN = st.integers(0, 359)
STATE = st.sampled_from(("", "", "", "prone", "disguise=5", "blind", "immobilised"))
ENEMY = st.tuples(SPOT, SPOT, TURN, STATE)
WALL = "terrain w wall 5.5,5 5.8,5 5.8,8 5.5,8 bottom=0 top=3 sight=solid footing=solid"
MUD = "terrain m mud 7,1 11,1 11,4 7,4 bottom=0 top=0 sight=clear footing=difficult"


def table(mine, enemies):
    x, y, turn = mine
    men = [f"model A man red {x},{y} facing={turn} activations:2"]
    men += [
        f"model {name} man blue {x},{y} facing={turn} activations:2 {words}"
        for name, (x, y, turn, words) in zip("BCD", enemies, strict=False)
    ]
    return position("\n".join(men), "table 12x12", WALL, MUD)


def zoned(game, model):
    """Enemies before whose front the model stands within an inch, whose zones count and have no wall in them."""
    found = []
    for enemy in game.enemies(model):
        quiet = any(enemy.has(word) for word in ("prone", "disguise", "blind"))
        busy = any(gap(enemy, other).contact for other in game.enemies(enemy))
        walled = math.dist((enemy.x, enemy.y), (5.65, 6.5)) < 3.2
        crowded = any(gap(enemy, other).plan < 1.0 for other in game.friends(enemy))
        plain = not (quiet or busy or walled or crowded)
        if plain and holding(zone_of(enemy, 1.0, arc=arc_of(enemy, 180.0)), model).near:
            found.append(enemy.id)
    return found


def touched(game, model):
    return {enemy.id for enemy in game.enemies(model) if gap(model, enemy).contact}


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.tuples(SPOT, SPOT, TURN), st.lists(ENEMY, min_size=1, max_size=3), SPOT, SPOT, st.sampled_from(("", "walk")))
def test_an_allowed_move_keeps_to_its_kind(mine, enemies, x, y, how):
    game = table(mine, enemies)
    crowd = game.on_table()
    assume(not any(gap(a, b).overlapping for a in crowd for b in crowd if a.id < b.id))
    before = touched(game, game.model("A"))
    result = perform(SYSTEM, game, move(game, "A", (x, y), how=how))
    if not isinstance(result, Done | Asking):
        assert result.objections
        assert all(objection.why for objection in result.objections)
        return
    moved = [event for event in result.events if type(event).__name__ == "Moved" and event.model == "A"]
    if not moved:
        return
    (event,) = moved
    there = result.game.model("A")
    length = sum(math.dist(a[:2], b[:2]) for a, b in zip(event.path, event.path[1:], strict=False))
    fresh = touched(result.game, there) - before

    assert length <= {"walk": 4.0, "run": 6.0, "charge": 8.0, "melee": 4.0}[event.how] + 0.01
    assert not any(gap(there, other).overlapping for other in result.game.on_table() if other.id != "A")
    if event.how in ("walk", "run"):
        assert not fresh
        assert before or not zoned(result.game, there)
    else:
        assert len(fresh) <= 1
        assert fresh or event.how == "melee"
