"""The distances a drag tells are those the rules measure: a flyer's from the field, to a hitbox that shrinks."""

from __future__ import annotations

import pytest

from desktop.tools.ranges import drawn, listed
from tests.systems.eldfall.positions import T, position


@pytest.mark.clause("ELD-FLY-17", "ELD-DEF-DIST")
def test_a_model_in_the_hand_is_as_far_as_the_tape_says():
    game = position(f"model A flyer red 15,5 z=4 flying\nmodel B ref blue 15,{5 + T + 6}")

    assert listed(game, game.model("A")) == {"B": "6″"}
    assert [line.label for line in drawn(game, game.model("A")).lines] == ["6″"]
