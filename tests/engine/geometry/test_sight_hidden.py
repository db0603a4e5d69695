"""What hides a target, asked alone: the same pieces that the whole answer names, many times sooner."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from engine import skirmish
from engine.game import Game, Model
from engine.geometry.heights import surface
from engine.geometry.sight import hidden_by, sight, sight_line
from engine.notation import read


def strewn(game: Game, seed: int) -> tuple[Model, ...]:
    """The ten of the skirmish anywhere on the street, on the ground or on floors."""
    luck = Random(seed)
    found = []
    for model in game.models:
        x, y, up = luck.uniform(1, 35), luck.uniform(1, 35), luck.choice([0.0, 3.2, 6.2])
        z = surface(game.table, model.profile.base, x, y, 0.0, up).z
        found.append(replace(model, x=x, y=y, z=z))
    return tuple(found)


@pytest.mark.parametrize("seed", range(6))
def test_nothing_hides_a_target_just_where_sight_sees_all_of_it(seed: int):
    game = skirmish.skirmish("ruined_street")
    models = strewn(game, seed)
    for viewer in models[:2]:
        for target in models[5:8]:
            others = tuple(m for m in models if m.id not in (viewer.id, target.id))
            whole = sight(game.table, viewer, target, others, margin=False)

            alone = hidden_by(game.table, viewer, target, others)

            assert (alone == ()) is (whole.sees and not whole.covered)
            assert set(alone) <= set(whole.hidden_by)


def test_a_target_seen_only_past_the_corner_of_a_wall_is_covered():
    """From over the middle of A nothing of B is seen; from the rim of A's base some of it is."""
    game = read(
        "game mordheim\n"
        'profile man "Man" M=4\n'
        'terrain w "Wall" wall 9.9,0 10.1,0 10.1,5.3 9.9,5.3 bottom=0 top=4\n'
        "model A man red 5,5\n"
        "model B man blue 15,5\n"
    )
    found = sight(game.table, game.model("A"), game.model("B"), ())

    assert found.sees
    assert found.covered
    assert found.hidden_by == hidden_by(game.table, game.model("A"), game.model("B"), ()) == ("w",)


def test_a_point_in_sight_is_seen_as_a_whole():
    game = read('game mordheim\nprofile man "Man" M=4\nmodel A man red 5,5\n')

    assert sight_line(game.table, (1, 1, 0), (9, 3, 0)).share == 1.0
