"""Markers come and go: immunity, traits gained in play, markers laid by hand."""

from __future__ import annotations

import pytest

from engine.events import Gained
from engine.game import Marker, ModelId
from engine.systems.bushido.gaining import gain
from tests.systems.bushido.positions import by_hand, done, marks, play, position, step


def gained(game, model: str, marker: Marker, count: int = 1):
    def laid(game):
        return (yield from gain(game, ModelId(model), marker, "BUS-DEF-TRAIT-FIRE", count=count))

    return step(game, laid)


@pytest.mark.clause("BUS-DEF-TRAIT-IMMUNE")
@pytest.mark.parametrize(
    ("profile", "status", "clause"),
    [
        ("agile", "held", "BUS-HELD-11"),
        ("ghost", "held", "BUS-HELD-10"),
        ("ghost", "immobilised", "BUS-IMMOBILISED-12"),
        ("seer", "blind", "BUS-BLIND-6"),
        ("fearless", "frightened", "BUS-DEF-TRAIT-FEARLESS"),
        ("kami", "fire", "BUS-DEF-TRAIT-KAMI"),
    ],
)
def test_who_is_immune_gains_no_marker_and_the_log_says_why(profile: str, status: str, clause: str):
    result = gained(position(f"model A {profile} red 5,5"), "A", Marker(status))

    assert marks(result.game, "A") == []
    assert clause in result.events[0].why


@pytest.mark.clause("BUS-HELD-10", "BUS-HELD-11", "BUS-IMMOBILISED-12", "BUS-BLIND-6")
def test_others_gain_as_many_as_they_are_given():
    game = position("model A man red 5,5")
    for status in ("held", "immobilised", "blind"):
        assert marks(gained(game, "A", Marker(status)).game, "A") == [status]
    assert marks(gained(game, "A", Marker("fire", 2), count=2).game, "A") == ["fire 2", "fire 2"]


@pytest.mark.clause("BUS-HELD-11", "BUS-BLIND-6", "BUS-DEF-TRAIT-IMMUNE")
@pytest.mark.parametrize(("trait", "status"), [("agile", "held"), ("sixth_sense", "blind"), ("kami", "fire")])
def test_a_trait_gained_in_play_takes_every_marker_off_that_it_makes_immune_to(trait: str, status: str):
    game = position(f"model A man red 5,5 {status} {status} stunned")

    game = gained(game, "A", Marker(trait)).game
    assert marks(game, "A") == ["stunned", trait]

    assert marks(gained(game, "A", Marker(status)).game, "A") == ["stunned", trait]


@pytest.mark.clause("BUS-DEF-TRAIT-IMMUNE")
def test_a_marker_laid_by_hand_on_the_immune_goes_again():
    game = position("model A ghost red 5,5")
    result = play(game, by_hand(Gained(model=ModelId("A"), marker=Marker("immobilised"))))

    assert marks(result.game, "A") == []


@pytest.mark.clause("BUS-DEF-TRAIT-IMPETUOUS")
def test_the_impetuous_by_nature_are_fearless_while_they_are_impetuous():
    eager = position("model A eager red 5,5 impetuous\nmodel B man red 9,9 impetuous")

    assert marks(gained(eager, "A", Marker("frightened")).game, "A") == ["impetuous"]
    assert marks(gained(eager, "B", Marker("frightened")).game, "B") == ["impetuous", "frightened"]


@pytest.mark.clause("BUS-PRONE-12")
def test_a_prone_model_gains_no_second_prone_marker():
    game = position("model A man red 5,5 prone")

    assert marks(done(game, by_hand(Gained(model=ModelId("A"), marker=Marker("prone")))), "A") == ["prone"]


def test_nobody_off_the_table_gains_anything():
    assert marks(gained(position("model A man red place=reserve"), "A", Marker("fire", 1)).game, "A") == []
