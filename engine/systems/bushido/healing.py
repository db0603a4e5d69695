"""Chapter: Actions — Heal: unmark wounds of somebody in contact, or one's own."""

from __future__ import annotations

from functools import partial

from engine.ask import Steps
from engine.commands import Act
from engine.game import Game, Model, ModelId
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.bushido.activation import Step, declare
from engine.systems.bushido.contact import touching
from engine.systems.bushido.counters import WOUNDS_LOST, printed
from engine.systems.bushido.questions import MAIN
from engine.systems.bushido.traits import has
from engine.systems.bushido.wish import HEAL, Wish
from engine.systems.bushido.wounds import can_be_healed, heal

WHY = ("BUS-DEF-ACTION-HEAL", "BUS-DEF-TRAIT-HEAL")


def plan_heal(
    game: Game,
    act: Act,
    *,
    walk: tuple[Step, ...] = (),
    inches: float = 0.0,
    objections: tuple[Objection, ...] = (),
) -> Plan:
    """Heal the model named, or itself; *walk* brings it into contact with a patient it does not touch yet."""
    healer = game.model(act.model)
    patient = game.model(act.targets[0]) if act.targets else healer
    itself = patient.id == healer.id
    title = "Heal itself" if itself else f"Heal {patient.name}"
    wish = Wish(
        model=act.model, action=HEAL, title=title, selects=(patient.id,), moves=bool(walk), inches=inches
    )  # fmt: skip
    found = (*_objections(healer, patient, bool(walk)), *objections)
    return declare(game, wish, *walk, partial(_heal, name=act.model, patient=patient.id), objections=found)


def _objections(healer: Model, patient: Model, walks: bool) -> tuple[Objection, ...]:
    found = []
    if not has(healer, "heal"):
        found.append(Objection(text=f"{healer.name} does not know how to heal.", why=WHY, model=healer.id))
    if not patient.on_table:
        found.append(Objection(text=f"{patient.name} is not on the table.", why=WHY, model=patient.id))
    elif not can_be_healed(patient):
        text = f"{patient.name} cannot be healed: it has no soul to mend."
        found.append(Objection(text=text, why=(*WHY, "BUS-DEF-TRAIT-SOULLESS"), model=patient.id))
    elif not walks and patient.id != healer.id and healer.on_table and not touching(healer, patient):
        text = f"{healer.name} does not touch {patient.name}; drag it there to heal."
        found.append(Objection(text=text, why=WHY, model=patient.id))
    return tuple(found)


def _heal(game: Game, *, name: ModelId, patient: ModelId) -> Steps[Game]:
    """So many wounds as the trait says."""
    return (yield from heal(game, patient, printed(game.model(name), "Heal"), *WHY))


def _aims(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    """One button for itself and everybody it touches, if it can heal at all."""
    if not has(model, "heal"):
        return ()
    near = tuple(other for other in game.on_table() if other.id != model.id and touching(model, other))
    return tuple((one.id,) for one in (model, *near) if one.count(WOUNDS_LOST) or one.id == model.id)


ACTIONS = (
    Action(
        HEAL,
        "Heal",
        (MAIN,),
        plan_heal,
        _aims,
        icon="heal",
        says="Unmark as many wounds as the trait says, its own or those of a model in contact.",
    ),
)
