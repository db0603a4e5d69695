"""Chapter: Death Blow — an Incapacitated enemy in Base Contact is Dead, without a roll."""

from __future__ import annotations

from engine.ask import Steps
from engine.game import Game, Model, ModelId
from engine.questions import Objection
from engine.systems.eldfall import declared
from engine.systems.eldfall.acts import DEATH_BLOW
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.due import fall_due
from engine.systems.eldfall.hitbox import apart, touching
from engine.systems.eldfall.markers import DEAD, INCAPACITATED
from engine.systems.eldfall.questions import BE_TARGET
from engine.systems.eldfall.reach import ruler

WHY = ("ELD-DEF-ACT-DEATH-BLOW",)


def objections(game: Game, model: Model, target: Model) -> tuple[Objection, ...]:
    """Why this model may not deal that one a Death Blow."""
    found: list[Objection] = []
    if target.side == model.side:
        found.append(Objection(text=f"{target.name} is a friend of {model.name}.", why=WHY, model=model.id))
    if not target.on_table:
        found.append(Objection(text=f"{target.name} is not on the field.", why=WHY, model=model.id))
        return tuple(found)
    if not target.has(INCAPACITATED):
        text = f"{target.name} is not Incapacitated; a Death Blow is for those who are."
        found.append(Objection(text=text, why=WHY, model=model.id))
    found += RULES.ruling(game, target, BE_TARGET, DEATH_BLOW, words="cannot be the target of a Death Blow").objections
    if model.on_table and not touching(game, model, target):
        far = apart(game, model, target).distance
        text = f"{target.name} is {far:.2f}″ away; a Death Blow needs Base Contact."
        shown = ruler(game, model, target)
        found.append(Objection(text=text, why=(*WHY, "ELD-DEF-BC"), model=model.id, evidence=shown))
    return tuple(found)


def carry_out(game: Game, name: ModelId) -> Steps[Game]:
    """The declared Death Blow."""
    for _, target in declared.objects(game.model(name)):
        game = yield from fall_due(game, ModelId(target), DEAD, name, *WHY)
    return game


BODIES = {DEATH_BLOW: carry_out}
