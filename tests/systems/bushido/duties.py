"""One model with every means to act, in any condition: what it may declare, and what that starts with.

Apart from the enemy it stands 3 inches away from his back and touches an objective; in contact
the enemy faces it.  It has two activation counters, Ki for its feat, a bow and a wound to heal.
"""

from __future__ import annotations

from engine.ask import Choose, Roll
from engine.commands import Command
from engine.game import Game
from engine.play import Asking, perform
from engine.systems.bushido.contact import touching
from tests.systems.bushido.positions import SYSTEM, T, act, marks, move, plan, position

ACTIONS = (
    *("melee", "charge", "run", "walk", "shoot", "scenario", "scenario_complex"),
    *("feat", "focus", "disengage", "stand_up", "wait", "heal"),
)
"""Every action of the book but passing."""

WORDS = {
    "disguise": "disguise=5",
    "fire": "fire=2",
    "poison": "poison=2",
    "bleed": "bleed=2",
    "held": "held@E",
    "control": "control owner@red",
}
"""How a condition is written where its name is not enough."""

ABLE = (
    'profile able "Able" base=30 MP=4 RP=3 Move=4 Ki=2 KiMax=6 Wounds=9 Heal=2 '
    "traits=heal,wash_clean equipment=short_sword,short_bow"
)
LOADED = ABLE.replace("profile able", "profile loaded").replace("short_bow", "crank_bow")
ARMED = ABLE.replace("profile able", "profile armed").replace("short_bow", "matchlock")
SHRINE = f"terrain shrine shrine_objective 2,9 {5 - T / 2},9 {5 - T / 2},11 2,11 top=1.5"


def table(
    *conditions: str,
    apart: float | None = None,
    enemy: str = "man",
    able: str = "able",
    counters: str = "activations:2 ki:2 wounds_lost:1",
    enemy_faces: int | None = None,
    phase: str = "main",
    **readings: str,
) -> Game:
    """Model A in these conditions and its enemy E: so many inches away (0: in contact).

    Unless said otherwise they stand 3 inches apart; the held stand in contact.
    """
    inches = (0.0 if "held" in conditions else 3.0) if apart is None else apart
    mine, theirs = ("blue", "red") if "control" in conditions else ("red", "blue")
    words = " ".join(WORDS.get(condition, condition) for condition in conditions)
    faces = (270 if inches == 0.0 else 90) if enemy_faces is None else enemy_faces
    lines = (
        f"model A {able} {mine} 5,10 facing=90 {words} {counters}",
        f"model E {enemy} {theirs} {5 + T + inches},10 facing={faces}",
    )
    return position("\n".join(lines), ABLE, LOADED, ARMED, SHRINE, phase=phase, active=mine, **readings)


def wish(game: Game, action: str) -> Command:
    """The action as A would declare it here."""
    if action in ("walk", "run"):
        driven = action == "run" and game.model("A").has("berserk")
        spot = (11.0, 10.0) if driven else (8.0, 5.0) if action == "run" else (5.0, 7.0)
        return move(game, "A", spot, how=action)
    if action == "feat":
        return act("A", "feat:wash_clean", "A")
    if action == "heal":
        return act("A", "heal", "A")
    if action == "stand_up":
        return act("A", "stand_up", *(("E",) if touching(game.model("A"), game.model("E")) else ()))
    return act("A", action, *(() if action in ("focus", "wait", "scenario", "scenario_complex") else ("E",)))


def begins(game: Game, action: str) -> str:
    """What declaring the action starts with.

    no: it may not be declared.  size: a size test.  unmasked: the disguise goes before
    anything is asked.  ok: none of these.
    """
    command = wish(game, action)
    if plan(game, command).objections:
        return "no"
    result = perform(SYSTEM, game, command)
    if isinstance(result, Asking) and isinstance(result.question, Roll) and "Size test" in result.question.what:
        return "size"
    was, now = (
        game.model("A").has("disguise"),
        any(word.startswith("disguise") for word in marks(result_game(result), "A")),
    )
    return "unmasked" if was and not now else "ok"


def result_game(result: object) -> Game:
    found = getattr(result, "game", None)
    assert isinstance(found, Game), result
    return found


def asks_a_choice(game: Game, action: str) -> bool:
    """Does it wait for a decision, not for dice?"""
    result = perform(SYSTEM, game, wish(game, action))
    return isinstance(result, Asking) and isinstance(result.question, Choose)


def duties(game_apart: Game, game_touching: Game) -> dict[str, str]:
    """Every action with what it begins with; disengaging is asked in contact, all else where A stands."""
    return {action: begins(game_touching if action == "disengage" else game_apart, action) for action in ACTIONS}
