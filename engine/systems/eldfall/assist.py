"""Chapter: Assist and Ritual — a helping spell, skill or item, on the model itself or on friends.

As many as its Strike may be helped (one in the Reactive Role), each by a roll of its own where the
aid asks for one.  A Ritual is a Special Action and needs no roll.
"""

from __future__ import annotations

from engine.ask import Steps, happens
from engine.events import Noted
from engine.game import Game, Model, ModelId
from engine.questions import Objection, Tally
from engine.systems.eldfall import declared
from engine.systems.eldfall.acts import ASSIST_ALLY, ASSIST_SELF, RITUAL
from engine.systems.eldfall.attack import reacting
from engine.systems.eldfall.aware import beyond
from engine.systems.eldfall.conditions import RULES
from engine.systems.eldfall.due import fall_due
from engine.systems.eldfall.halving import value
from engine.systems.eldfall.hitbox import apart
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.markers import DEAD, TITLES
from engine.systems.eldfall.questions import ATTRIBUTES, BE_TARGET, REGAIN_HP
from engine.systems.eldfall.reach import in_reach, ruler
from engine.systems.eldfall.rolls import check
from engine.systems.eldfall.targets import unseen
from engine.systems.eldfall.weapons import Aid, carried_aids
from engine.systems.eldfall.wounds import heal

WHY = ("ELD-DEF-ACT-ASSIST",)
RITUAL_WHY = ("ELD-DEF-ACT-RITUAL",)
ENDED = {
    "bleeding": ("ELD-BLE-8",),
    "blinded": ("ELD-BLI-7",),
    "confused": ("ELD-CON-6",),
    "crippled": ("ELD-CRI-6",),
    "panicked": ("ELD-PAN-10",),
    "petrified": ("ELD-DEF-PET",),
    "poisoned": ("ELD-POI-5",),
    "slowed": ("ELD-SLO-3",),
    "weakened": ("ELD-WEA-6",),
}
"""The clause by which a particular ability may end each State."""


def action(helper: Model, target: Model) -> str:
    """The Assist that this is, a word of `acts`."""
    return ASSIST_SELF if helper.id == target.id else ASSIST_ALLY


def strike(aid: Aid) -> int:
    """How many may be helped at once in the Active Role; a Reaction helps one."""
    return max(1, aid.strike)


def objections(game: Game, helper: Model, target: Model, aid: Aid) -> tuple[Objection, ...]:
    """Why this aid may not be used on this model from where both are."""
    found: list[Objection] = []
    why = RITUAL_WHY if aid.ritual else WHY

    def no(text: str, *clauses: str) -> None:
        found.append(Objection(text=text, why=clauses or why, model=helper.id))

    if reacting(game, helper) and (aid.active_only or aid.ritual):
        no(f"{aid.name} is not for a Reaction.")
    own = helper.id == target.id
    if target.side != helper.side:
        no(f"{target.name} is an enemy; {aid.name} is for {helper.name} or its friends.")
    elif own and aid.allies_only:
        no(f"{aid.name} is for friends, not for {helper.name} itself.")
    elif not own and aid.self_only:
        no(f"{aid.name} is for {helper.name} itself.")
    if not target.on_table:
        no(f"{target.name} is not on the field.")
    if not (helper.on_table and target.on_table) or own:
        return tuple(found)
    if not (aid.revives and target.has(DEAD)):
        words = f"cannot be the target of {aid.name}"
        found += RULES.ruling(game, target, BE_TARGET, ASSIST_ALLY, words=words).objections
    if aid.heals and not aid.revives:
        found += RULES.ruling(game, target, REGAIN_HP, words=f"regains no HP by {aid.name}").objections
    return (*found, *_out_of_reach(game, helper, target, aid), *unseen(game, helper, target))


def _out_of_reach(game: Game, helper: Model, target: Model, aid: Aid) -> tuple[Objection, ...]:
    if aid.reach < 0:
        return beyond(game, helper, target)
    if in_reach(game, helper, target, aid.reach):
        return ()
    gap = apart(game, helper, target)
    far = f"reaches {aid.reach:g}″" if aid.reach else "needs Base Contact"
    text = f"{target.name} is {gap.distance:.2f}″ away; {aid.name} {far}."
    return (Objection(text=text, why=("ELD-DEF-RCH",), model=helper.id, evidence=ruler(game, helper, target)),)


def number(game: Game, helper: Model, aid: Aid) -> Tally | None:
    """What each die of this aid must not exceed; None when it needs no roll."""
    attribute = next((one for one in ATTRIBUTES if one.id == aid.roll), None)
    if attribute is None or aid.ritual:
        return None
    return value(game, helper, attribute)


def carry_out(game: Game, name: ModelId) -> Steps[Game]:
    """The declared Assist or Ritual, one die and one effect after the other."""
    for index, target in declared.objects(game.model(name)):
        helper = game.model(name)
        aid = carried_aids(helper)[index]
        tally = number(game, helper, aid)
        why = RITUAL_WHY if aid.ritual else WHY
        if tally is not None:
            what = f"{aid.name} of {helper.name} on {game.model(target).name}"
            if not (yield from check(game, name, tally, what, *why)):
                continue
        game = yield from apply(game, name, ModelId(target), aid, *why)
    return game


def apply(game: Game, helper: ModelId, target: ModelId, aid: Aid, *why: str) -> Steps[Game]:
    """What an aid does to one model."""
    if not game.model(target).on_table:
        return game
    text = f"{game.model(helper).name} uses {aid.name} on {game.model(target).name}"
    game = yield from happens(Noted(text=text, model=helper, other=target, why=why))
    for status in aid.cures:
        game = yield from lose(game, target, status, *ENDED.get(status, ()), *why)
    if aid.heals:
        game = yield from heal(game, target, aid.heals, *why, revives=aid.revives)
    for effect in aid.gives:
        strategic = effect.lasts == "strategic"
        game = yield from fall_due(game, target, effect.status, helper, *why, strategic=strategic)
    return game


def promised(aid: Aid) -> str:
    """What an aid does, in words: "1 HP back, ends Bleeding"."""
    found = [f"{aid.heals} HP back"] if aid.heals else []
    if aid.cures:
        found.append(f"ends {' and '.join(TITLES[status] for status in aid.cures)}")
    found += [f"gives {TITLES[effect.status]}" for effect in aid.gives]
    return ", ".join(found)


BODIES = {ASSIST_SELF: carry_out, ASSIST_ALLY: carry_out, RITUAL: carry_out}
