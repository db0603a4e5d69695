"""One model, R, with everything within its reach that can be declared: the table on which the matrices are read.

R stands in the middle and looks up; E is half an inch in front of it, F further off, N a Shrouded
enemy, I an Incapacitated one it touches, S a Crippled friend it touches, D a Dead one it touches;
a chest with a treasure touches it too.  Nobody but R has Activation Points.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.ask import Choose
from engine.commands import Act, Command, Move
from engine.game import Game, ModelId
from engine.play import Asking, Done, perform
from tests.systems.eldfall.positions import SYSTEM, Given, T, act, answers, position

HERE = (18.0, 18.0)
SIDE = T / 2 * 0.7071
CORNERS = f"{18 + SIDE},17.2 18.7,17.2 18.7,{18 - SIDE} {18 + SIDE},{18 - SIDE}"
CHEST = f"terrain chest treasure_crate {CORNERS} top=0.1 sight=clear"
DOING = "step:2 how:2"
"""The Action Step of a running sequence, after an Idle."""
ASIDE = (15.5, 17.2)
"""A place to walk to: the way there is free."""

MOVES: dict[str, Command] = {
    "idle": act("R", "idle"),
    "walk": Move(model=ModelId("R"), path=(HERE, ASIDE), how="walk"),
    "run": Move(model=ModelId("R"), path=(HERE, ASIDE), how="run"),
    "climb": Move(model=ModelId("R"), path=(HERE, (16.05, 18.0)), how="climb"),
    "jump": Move(model=ModelId("R"), path=(HERE, (16.05, 18.0)), how="jump"),
}
ACTIONS: dict[str, Act] = {
    "melee": act("R", "attack:blade", "E"),
    "ranged": act("R", "attack:bow", "F"),
    "assist_self": act("R", "assist:field_dressing", "R"),
    "assist_ally": act("R", "assist:steady_hand", "S"),
    "dodge": act("R", "dodge"),
    "perceive": act("R", "perceive", "N"),
    "interact": act("R", "interact"),
    "trade": act("R", "trade", "S"),
    "death_blow": act("R", "death_blow", "I"),
    "nothing": act("R", "nothing"),
    "duel": act("R", "duel"),
    "ritual": act("R", "ritual:second_breath", "D"),
    "uncover": act("R", "uncover"),
}


def bench(
    *conditions: str, step: str = "", phase: str = "tactical", active: str = "red", ap: int = 2, **readings: str
) -> Game:
    """The table with R in these conditions (words of the notation); *step* are counters of the running sequence."""
    mine = " ".join(conditions)
    running = f"acting:1 {'nerve:2' if 'nerve:2' in mine else ''}" if step else ""
    mine = mine.replace("nerve:2", "") if step else mine
    models = f"""
model R healer red 18,18 facing=0 {mine} wounds_lost:1 ap:{ap} {running}
model S ref red {18 + T},18 facing=0 crippled treasure:1
model S2 ref red 30,30
model D ref red {18 - T * 0.7071},{18 - T * 0.7071} crouched incapacitated dead wounds_lost:2
model E ref blue 18,{18 - T - 0.5} facing=180 {"ap:1" if active == "blue" else ""}
model F ref blue 26,12 facing=225
model N ref blue 13,14.5 facing=90 shrouded
model I ref blue 18,{18 + T} facing=0 crouched incapacitated wounds_lost:2
"""
    game = position(models, CHEST, phase=phase, active=active, **readings)
    if not step:
        return game
    counters = tuple(sorted((name, int(value)) for name, value in (word.split(":") for word in step.split())))
    return replace(game, counters=counters)


def cited(game: Game, command: Command, chapter: str) -> tuple[int, ...] | None:
    """Numbers of the clauses of a chapter ("BLI") that stand against a command; None when it is allowed."""
    objections = SYSTEM.plan(game, command).objections
    if not objections:
        return None
    ids = {clause for objection in objections for clause in objection.why if clause.startswith(f"ELD-{chapter}-")}
    return tuple(sorted(int(clause.rsplit("-", 1)[1]) for clause in ids))


def reactions(game: Game, *given: Given) -> set[str]:
    """Kinds of reaction that R is offered when E idles in front of it; empty when it is not asked."""
    result = perform(SYSTEM, game, act("E", "idle"), answers(given))
    if isinstance(result, Done):
        return set()
    assert isinstance(result, Asking), result
    assert isinstance(result.question, Choose)
    assert result.question.model == "R", result.question
    return {kind(option.id) for option in result.question.options} - {"none"}


def kind(option: str) -> str:
    """attack:blade -> melee, assist:x@R -> assist_self, perceive@N -> perceive."""
    word, _, target = option.partition("@")
    if word.startswith("attack:"):
        return "ranged" if word == "attack:bow" else "melee"
    if word.startswith("assist:"):
        return "assist_self" if target == "R" else "assist_ally"
    return word
