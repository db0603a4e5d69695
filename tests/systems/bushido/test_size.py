"""Chapter: Size.  Classes by base and by trait, of scenery by height or by its word; dice of a Size test."""

from __future__ import annotations

import pytest

from engine.game import Terrain, TerrainId
from engine.systems.bushido.size import piece_size, size, size_name
from engine.systems.bushido.tearing_free import size_dice
from tests.systems.bushido.positions import position

SIZES = """
profile s25   "S" base=25
profile s30   "S" base=30
profile m40   "M" base=40
profile l50   "L" base=50
profile h60   "H" base=60
profile oval  "O" base=60x35 oval
profile tiny  "T" base=30 traits=tiny
profile giant "G" base=30 traits=huge
profile ts    "X" base=30 traits=tiny,strong
profile sw    "X" base=30 traits=weak
profile sws   "X" base=40 traits=swarm
"""
ORDER = ("s25", "s30", "m40", "l50", "h60", "oval", "tiny", "giant", "ts", "sw", "sws")


def crowd():
    return position("\n".join(f"model {name} {name} red {3 * i + 3},5" for i, name in enumerate(ORDER)), SIZES)


@pytest.mark.clause("BUS-DEF-12")
def test_the_base_gives_the_size_unless_a_trait_names_one():
    game = crowd()

    assert [size_name(game.model(name)) for name in ORDER[:8]] == [
        "small", "small", "medium", "large", "huge", "huge", "tiny", "huge",
    ]  # fmt: skip
    assert size(game.model("tiny")) < size(game.model("s30")) < size(game.model("m40")) < size(game.model("giant"))


@pytest.mark.clause("BUS-DEF-24", "BUS-DEF-TRAIT-STRONG", "BUS-DEF-TRAIT-WEAK", "BUS-DEF-TRAIT-SWARM")
def test_a_size_test_throws_a_die_a_class_and_what_traits_add():
    game = crowd()
    dice = {name: size_dice(game, game.model(name)).value for name in ORDER}

    assert (dice["tiny"], dice["s30"], dice["m40"], dice["l50"], dice["h60"]) == (1, 2, 3, 4, 5)
    assert (dice["ts"], dice["sw"], dice["sws"]) == (2, 1, 2)


@pytest.mark.clause("BUS-DEF-OWN-TERRAIN-SIZE")
@pytest.mark.parametrize(
    ("kind", "top", "words"),
    [
        ("wall", 0.5, 1), ("wall", 1.25, 2), ("wall", 1.75, 3), ("wall", 2.5, 4), ("wall", 2.6, 5),
        ("water", 0.0, 0), ("hedge_tiny", 3.0, 1), ("rock large", 0.2, 4),
    ],
)  # fmt: skip
def test_scenery_has_the_size_of_its_height_or_of_its_word(kind, top, words):
    piece = Terrain(id=TerrainId("w"), name="W", outline=((0, 0), (1, 0), (1, 1)), top=top, kind=kind)

    assert piece_size(piece) == words
