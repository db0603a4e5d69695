"""Two models face to face, and a sequence up to where its Action is due: for tests of Attacks and Reactions."""

from __future__ import annotations

from engine.events import Noted, Rolled
from engine.game import Game
from engine.play import Done
from tests.systems.eldfall.positions import Given, T, act, done, position


def pair(
    apart: float = 0.5,
    a: str = "ref",
    b: str = "ref",
    on_a: str = "",
    on_b: str = "",
    more: str = "",
    *lines: str,
    **readings: str,
) -> Game:
    """A of red looks right at B of blue, who looks back: *apart* inches from hitbox to hitbox.  Only A has points."""
    models = (
        f"model A {a} red 10,10 facing=90 ap:2 {on_a}\nmodel B {b} blue {10 + T + apart},10 facing=270 {on_b}\n{more}"
    )
    return position(models, *lines, **readings)


def begun(game: Game, *given: Given, model: str = "A") -> Game:
    """After the Idle of the activated model, with these Reactions; the Action is due."""
    return done(game, act(model, "idle"), *given)


def rolled(result: Done) -> list[tuple[str, tuple[int, ...]]]:
    """Every throw of a command: what for, and its faces."""
    return [(event.what, event.faces) for event in result.events if isinstance(event, Rolled)]


def told(result: Done) -> list[str]:
    """Every note of a command, in order."""
    return [event.text for event in result.events if isinstance(event, Noted)]


def cited(result: Done) -> set[str]:
    """Every clause that the facts of a command rest on."""
    return {clause for event in result.events for clause in event.why}


def lost(game: Game, model: str) -> int:
    """HP lost."""
    return game.model(model).count("wounds_lost")


def has(game: Game, model: str, status: str) -> bool:
    return game.model(model).has(status)
