"""Who is behind a token is known to its own side only, in pictures and in words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec.structs import replace as with_fields

from engine.game import Base, Game, Marker, Model, Profile, SideId
from engine.system import System
from engine.veil import as_token, told, unknown, veiled
from tests.engine.toy import SYSTEM, duel, fighter

WITCH = Profile(id="witch", name="Moss Witch", base=Base("round", 40, 40), height=1.8, stats=(("HP", 3),))
RED, BLUE = SideId("red"), SideId("blue")


def hides(game: Game, model: Model, viewer: SideId) -> str:
    return "Hooded figure" if model.has("hooded") and model.side != viewer else ""


MASKED: System = replace(SYSTEM, hides=hides)


def hooded(name: str, id: str, side: str = "blue") -> Model:
    made = fighter(id, side, 5, 6)
    return with_fields(
        made, name=name, profile=WITCH, markers=(Marker("hooded"), Marker("cold", 2)), counters=(("lost", 1),)
    )


GAME = duel(hooded("Kes", "k"), hooded("Kestrel", "l"))


def test_only_the_other_side_does_not_know_and_several_are_numbered() -> None:
    assert unknown(MASKED, GAME, RED) == {"k": "Hooded figure 1", "l": "Hooded figure 2"}
    assert unknown(MASKED, GAME, BLUE) == {}
    assert unknown(SYSTEM, GAME, RED) == {}
    assert unknown(MASKED, duel(hooded("Kes", "k")), RED) == {"k": "Hooded figure"}


def test_a_side_that_is_none_knows_nobody_hidden() -> None:
    assert unknown(MASKED, GAME, SideId("")) == {"k": "Hooded figure 1", "l": "Hooded figure 2"}


def test_a_token_keeps_only_what_anybody_can_see() -> None:
    shown = veiled(GAME, {"k": "Hooded figure 1"})

    assert shown.model("k") == with_fields(
        GAME.model("k"),
        name="Hooded figure 1",
        profile=Profile(id="token", name="Hooded figure 1", base=Base("round", 40, 40), height=1.8),
        counters=(),
    )
    assert shown.model("l") == GAME.model("l")
    assert as_token(GAME.model("k"), "X").markers == (Marker("hooded"), Marker("cold", 2))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Kestrel hits A.", "Hooded figure 2 hits A."),
        ("Kes and Kestrel wait.", "Hooded figure 1 and Hooded figure 2 wait."),
        ("Kestrels fly over Keswick.", "Kestrels fly over Keswick."),
        ("Nobody moves.", "Nobody moves."),
    ],
)
def test_words_do_not_betray_the_name(text: str, said: str) -> None:
    assert told(text, GAME, unknown(MASKED, GAME, RED)) == said
