"""Chapter: Attacks — one roll against one target, whoever makes it: a blow, a shot, a volley, a With me!

The ATK of all who take part is added up and compared with the target's DEF (OPC-VOLLEY-6,
OPC-WITHME-5); the attacker picks the die that counts; then follow Fortitude lost, force back
with its falls, follow-ups, and the initiative where a 1 was picked.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from engine.ask import Option, Steps, choose, happens, roll
from engine.dice import Faces
from engine.events import Noted
from engine.game import Game, Model, ModelId
from engine.geometry.evidence import NOTHING, Evidence, Line
from engine.questions import Modifier, Tally
from engine.readings import chosen
from engine.standing import touching
from engine.systems.open_combat import falling, fortitude, initiative
from engine.systems.open_combat.conditions import RULES
from engine.systems.open_combat.dice_table import (
    DICE_WHY,
    RESULT_WHY,
    Picked,
    attack_dice,
    costs_initiative,
    number_of_dice,
    options,
    picks,
    prospects,
    thrown,
)
from engine.systems.open_combat.follow_up import follow_up
from engine.systems.open_combat.force_back import force_back, shove
from engine.systems.open_combat.questions import ATK, DEF
from engine.systems.open_combat.tables import assumed, inches
from engine.systems.open_combat.weapons import Weapon

Kind = Literal["blow", "shot", "volley", "with_me"]
SUMS = {"volley": ("OPC-VOLLEY-6", "OPC-VOLLEY-7"), "with_me": ("OPC-WITHME-5", "OPC-WITHME-6")}
"""Which clauses add ATK up and compare it, by kind of combined attack."""
SEVERAL = {"volley": ("OPC-VOLLEY-8",)}
"""Which clause lets dice not picked add hits, where it is one of the seed."""
STARTERS = {"with_me": ("OPC-WITHME-8",)}
"""Which clause makes the starter's weapon the one whose rules count."""


class Attack(Struct, frozen=True, kw_only=True, cache_hash=True):
    """One attack roll: who makes it, with what, at whom, and who takes part beside the starter."""

    kind: Kind
    starter: ModelId
    target: ModelId
    weapon: Weapon
    partners: tuple[ModelId, ...] = ()

    @property
    def everyone(self) -> tuple[ModelId, ...]:
        """The starter and its partners."""
        return (self.starter, *self.partners)

    @property
    def several(self) -> bool:
        """May dice not picked add hits?  A single shot is one missile, whatever the dice."""
        return self.kind != "shot"

    @property
    def hand_to_hand(self) -> bool:
        """Is it struck, not shot?  Only then does anybody follow up."""
        return self.kind in ("blow", "with_me")


def attack_of(game: Game, model: Model) -> Tally:
    """ATK of one model with all that bears on it."""
    return RULES.tally(game, model, ATK, model.stat("ATK"))


def defence_of(game: Game, model: Model) -> Tally:
    """DEF of one model with all that bears on it."""
    return RULES.tally(game, model, DEF, model.stat("DEF"))


def attack_sum(game: Game, attack: Attack) -> Tally:
    """ATK of everyone in the attack, added up name by name."""
    own = attack_of(game, game.model(attack.starter))
    if not attack.partners:
        return own
    why = SUMS.get(attack.kind, DICE_WHY)
    more = tuple(
        Modifier(op="plus", amount=attack_of(game, game.model(name)).value, label=game.model(name).name, why=why)
        for name in attack.partners
    )
    name = game.model(attack.starter).name
    return Tally(title=f"{ATK.title} together", base=own.value, base_label=name, modifiers=more, why=why)


def dice_of(game: Game, attack: Attack) -> Tally:
    """How many dice this attack rolls."""
    return number_of_dice(game, attack_sum(game, attack).value, defence_of(game, game.model(attack.target)).value)


def tallies(game: Game, attack: Attack) -> tuple[Tally, ...]:
    """The numbers the attack rests on, for its plan."""
    target = game.model(attack.target)
    return attack_sum(game, attack), defence_of(game, target), dice_of(game, attack), fortitude.left(target)


def notes(game: Game, attack: Attack) -> tuple[str, ...]:
    """What a player should know before the roll."""
    target, count = game.model(attack.target), int(dice_of(game, attack).value)
    wounds, loses = prospects(game, count, attack.weapon, several=attack.several)
    found = [f"The best die wounds with {wounds}, and loses the initiative with {loses}{assumed('attack')}."]
    pushed = shove(game, target, source(game, attack))
    if pushed.over is not None:
        drop, pit = falling.depth(game, target, pushed.over), falling.bottom(game, target, pushed.over)
        found.append(f"Forced back, {target.name} goes over the edge: {falling.words(game, drop, pit)}")
    elif not pushed.moves:
        found.append(f"{target.name} cannot be forced back: {pushed.stopped_by} is in the way.")
    elif pushed.stopped_by:
        found.append(f"Forced back, {target.name} is stopped by {pushed.stopped_by} after {inches(pushed.distance)}.")
    return tuple(found)


def evidence(game: Game, attack: Attack) -> Evidence:
    """Where the target would be forced back to, and how deep it would fall."""
    target = game.model(attack.target)
    pushed = shove(game, target, source(game, attack))
    if not pushed.moves:
        return NOTHING
    words = f"force back {inches(pushed.distance)}{assumed('force_back')}"
    found = Evidence(lines=(Line(pushed.way, "path", words),))
    if pushed.over is None:
        return found
    return found + falling.line_down(game, target, pushed.over)


def source(game: Game, attack: Attack) -> Model:
    """Whom the target is forced back from: the starter, or by the reading the nearest attacker."""
    starter, target = game.model(attack.starter), game.model(attack.target)
    if chosen(game, "force_back_from") != "nearest":
        return starter
    models = [game.model(name) for name in attack.everyone]
    return min(models, key=lambda m: (m.x - target.x) ** 2 + (m.y - target.y) ** 2)


def strike(game: Game, *, attack: Attack) -> Steps[Game]:
    """The attack roll with everything that comes of it."""
    starter, target = game.model(attack.starter), game.model(attack.target)
    if not (starter.on_table and target.on_table) or initiative.lost(game):
        return game
    dice, side = attack_dice(int(dice_of(game, attack).value)), starter.side
    why = (*DICE_WHY, *SUMS.get(attack.kind, ()))
    what = f"attack of {starter.name} on {target.name}"
    faces = yield from roll(dice, thrown, what, side=side, model=starter.id, why=why)
    found = picks(game, faces, attack.weapon, several=attack.several)
    asked = f"Which die counts against {target.name}?"
    face = yield from choose(side, options(found), asked, model=starter.id, why=RESULT_WHY)
    picked = next(one for one in found if str(one.result.face) == face)
    if len(found) == 1:
        text = f"{starter.name} against {target.name}, {picked.label()}"
        said = Noted(text=text, model=target.id, other=starter.id, why=picked.why)
        game = yield from happens(said)
    return (yield from _resolve(game, attack, picked, faces))


def _resolve(game: Game, attack: Attack, picked: Picked, faces: Faces) -> Steps[Game]:
    """What the die picked does: harm, force back, follow-ups, and at last the initiative."""
    why = picked.why
    why += SEVERAL.get(attack.kind, ()) if picked.more else ()
    why += STARTERS.get(attack.kind, ()) if picked.heavy else ()
    game = yield from fortitude.lose(game, attack.target, picked.loss, *why)
    if game.model(attack.target).on_table and (yield from _wanted(game, attack, picked)):
        game = yield from _back(game, attack)
    if costs_initiative(game, picked, faces):
        game = yield from initiative.lose(game, attack.starter, *RESULT_WHY)
    return game


def _wanted(game: Game, attack: Attack, picked: Picked) -> Steps[bool]:
    """Is the target forced back?  Where the chart leaves it to the attacker, he is asked."""
    if picked.result.force_back != "may":
        return picked.result.force_back == "yes"
    target = game.model(attack.target)
    pushed = shove(game, target, source(game, attack))
    if not pushed.moves:
        return False
    words = "over the edge" if pushed.over is not None else f"{inches(pushed.distance)}{assumed('force_back')}"
    answers = (Option("force_back", f"Force {target.name} back, {words}"), Option("stay", "Leave it there"))
    side = game.model(attack.starter).side
    asked = yield from choose(
        side, answers, f"Force {target.name} back?", model=attack.starter, why=("OPC-DEF-FORCE-BACK",)
    )
    return asked == "force_back"


def _back(game: Game, attack: Attack) -> Steps[Game]:
    """Force the target back; whoever struck may follow, one after the other, the starter first."""
    before = game.model(attack.target)
    held = [name for name in attack.everyone if touching(game.model(name), before)]
    more = ("OPC-WITHME-7",) if attack.kind == "with_me" else ()
    shot = () if attack.hand_to_hand else ("OPC-DEF-SHOT-FORCE-BACK",)
    game = yield from force_back(game, attack.target, source(game, attack), *more, *shot)
    if not attack.hand_to_hand:
        return game
    for name in attack.everyone:
        game = yield from follow_up(game, name, before, *more, engaged=name in held)
    return game
