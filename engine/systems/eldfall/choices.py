"""Chapter: Actions — every Action besides Attack, in the Active Role: Dodge, Assist, Perceive and the rest."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.commands import Act
from engine.game import Game, Model
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.eldfall import acts, assist, death_blow, dodge, duel, perceive, treasure
from engine.systems.eldfall.action import impossible, nobody, plan, whom
from engine.systems.eldfall.counters import TREASURE
from engine.systems.eldfall.engagement import engagers
from engine.systems.eldfall.foresight import answered
from engine.systems.eldfall.markers import INCAPACITATED, SHROUDED
from engine.systems.eldfall.panicked import bound_to_dodge
from engine.systems.eldfall.questions import TACTICAL
from engine.systems.eldfall.reach import ruler
from engine.systems.eldfall.readings import PASSING, chosen
from engine.systems.eldfall.weapons import Aid, aids, carried_aids
from engine.systems.eldfall.wish import Wish

Aims = Callable[[Game, Model], tuple[tuple[str, ...], ...]]


def plan_dodge(game: Game, act: Act) -> Plan:
    """Dodge: a die against each Attack, and a move of half the Speed when all is resolved."""
    model = game.model(act.model)
    wish = Wish(model=act.model, action=acts.DODGE, title="Dodge")
    tallies = tuple(dodge.number(game, model, one) for one in dodge.attributes(game, model))
    notes = list(answered(game, act.model))
    if model.on_table and engagers(game, model):
        notes.append(f"The move of the Dodge Disengages {model.name}, whether the roll succeeds or not.")
    return plan(game, wish, tallies=tallies, notes=tuple(notes))


def plan_nothing(game: Game, act: Act) -> Plan:
    """Declare the Action Nothing."""
    wish = Wish(model=act.model, action=acts.NOTHING, title="Nothing")
    return plan(game, wish, notes=answered(game, act.model))


def plan_pass(game: Game, act: Act) -> Plan:
    """Decline to declare anything; reading `passing` may make that the Action Nothing."""
    model = game.model(act.model)
    as_nothing = chosen(game, PASSING) == "as_nothing"
    wish = Wish(model=act.model, action=acts.NOTHING if as_nothing else acts.PASS, title="No Action")
    return plan(game, wish, objections=bound_to_dodge(game, model), notes=answered(game, act.model))


def plan_aid(game: Game, act: Act, *, aid: Aid) -> Plan:
    """Assist the models named with this aid, or hold a Ritual with it."""
    helper = game.model(act.model)
    title = f"{aid.name}: {_whom(game, helper, act.targets)}" if act.targets else aid.name
    word = acts.RITUAL if aid.ritual else _word(helper, act.targets)
    wish = Wish(model=act.model, action=word, title=title, targets=act.targets)
    found: list[Objection] = []
    known = carried_aids(helper)
    if aid not in known:
        text = f"{helper.name} does not carry {aid.name.lower()}."
        return impossible(game, wish, Objection(text=text, why=assist.WHY, model=helper.id))
    if not act.targets:
        found += nobody(helper.id, f"Say whom {helper.name} helps with {aid.name}.", *assist.WHY)
    for name in dict.fromkeys(act.targets):
        found += assist.objections(game, helper, game.model(name), aid)
    if len(act.targets) > assist.strike(aid):
        text = f"{aid.name} helps {assist.strike(aid)} at a time, not {len(act.targets)}."
        found.append(Objection(text=text, why=(*assist.WHY, "ELD-DEF-STK"), model=helper.id))
    index = known.index(aid)
    number = assist.number(game, helper, aid)
    others = [game.model(name) for name in act.targets if name != act.model and game.model(name).on_table]
    shown = ruler(game, helper, others[0] if others and helper.on_table else helper)
    return plan(
        game, wish, objects=tuple((index, name) for name in _all(aid, act.targets)),
        objections=tuple(found), tallies=() if number is None else (number,), evidence=shown,
        notes=(f"{assist.promised(aid)}.", *answered(game, act.model)),
    )  # fmt: skip


def _all(aid: Aid, targets: tuple[str, ...]) -> tuple[str, ...]:
    """One target for each die: an aid that is rolled for may be tried on one target several times."""
    spare = assist.strike(aid) - len(targets) if aid.roll and not aid.ritual else 0
    return (*targets, *targets[:1] * max(0, spare))


def _word(helper: Model, targets: tuple[str, ...]) -> str:
    """Assisting anybody else is Assisting others, even if it helps itself too."""
    return acts.ASSIST_SELF if set(targets) <= {helper.id} else acts.ASSIST_ALLY


def _whom(game: Game, helper: Model, targets: tuple[str, ...]) -> str:
    return "itself" if set(targets) == {helper.id} else whom(game, targets)


def plan_aimed(game: Game, act: Act, *, word: str, title: str, why: tuple[str, ...]) -> Plan:
    """Perceive, Death Blow and Trade: an Action aimed at one model."""
    model = game.model(act.model)
    wish = Wish(model=act.model, action=word, title=title, targets=act.targets)
    if len(act.targets) != 1:
        found = nobody(act.model, f"{title} is aimed at one model; say which.", *why)
        return plan(game, wish, objections=found)
    target = game.model(act.targets[0])
    named = "the token" if word == acts.PERCEIVE else target.name
    wish = Wish(model=act.model, action=word, title=f"{title}: {named}", targets=act.targets)
    found = _OBJECTIONS[word](game, model, target)
    tallies = (perceive.number(game, model),) if word == acts.PERCEIVE else ()
    shown = ruler(game, model, target if model.on_table and target.on_table else model)
    notes = answered(game, act.model)
    objects = ((0, target.id),)
    return plan(game, wish, objects=objects, objections=found, tallies=tallies, evidence=shown, notes=notes)


_OBJECTIONS: dict[str, Callable[[Game, Model, Model], tuple[Objection, ...]]] = {
    acts.PERCEIVE: perceive.objections,
    acts.DEATH_BLOW: death_blow.objections,
    acts.TRADE: treasure.trade_objections,
}


def plan_interact(game: Game, act: Act) -> Plan:
    """Take up a treasure in Base Contact."""
    model = game.model(act.model)
    near = treasure.in_contact(game, model)
    named = f": {near[0].name}" if len(near) == 1 else ""
    wish = Wish(model=act.model, action=acts.INTERACT, title=f"Interact{named}")
    tallies = (treasure.lock(game, model),) if any(treasure.is_locked(piece) for piece in near) else ()
    notes = answered(game, act.model)
    return plan(game, wish, objections=treasure.objections(game, model), tallies=tallies, notes=notes)


def plan_uncover(game: Game, act: Act) -> Plan:
    """Uncover: half the Intellect, and every token within Awareness is revealed."""
    model = game.model(act.model)
    wish = Wish(model=act.model, action=acts.UNCOVER, title="Uncover")
    near = len(perceive.tokens(game, model)) if model.on_table else 0
    notes = (f"Tokens within Awareness: {near}.", *answered(game, act.model))
    return plan(game, wish, tallies=(perceive.uncovering(game, model),), notes=notes)


def plan_duel(game: Game, act: Act) -> Plan:
    """Issue a Duel to the other side."""
    model = game.model(act.model)
    wish = Wish(model=act.model, action=acts.DUEL, title="Issue a Duel")
    notes = ("If it is taken up, the battle ends with the Duel.", *answered(game, act.model))
    return plan(game, wish, objections=duel.objections(game, model), notes=notes)


def _aid_aims(game: Game, model: Model, *, aid: Aid) -> tuple[tuple[str, ...], ...]:
    """One line for each model it could be used on: itself, and friends; none for a model without it."""
    if aid not in carried_aids(model) or not model.on_table:
        return ()
    own = () if aid.allies_only else ((model.id,),)
    friends = () if aid.self_only else tuple((friend.id,) for friend in game.friends(model))
    pairs: tuple[tuple[str, ...], ...] = ()
    if assist.strike(aid) > 1:
        able = [m.id for m in (model, *game.friends(model)) if not assist.objections(game, model, m, aid)]
        pairs = tuple((one, two) for index, one in enumerate(able) for two in able[index + 1 :])
    return (*own, *friends, *pairs)


def _tokens(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    return tuple((enemy.id,) for enemy in game.enemies(model) if enemy.has(SHROUDED))


def _any_token(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    return ((),) if _tokens(game, model) else ()


def _fallen(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    return tuple((enemy.id,) for enemy in game.enemies(model) if enemy.has(INCAPACITATED))


def _partners(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    return tuple((friend.id,) for friend in game.friends(model) if model.count(TREASURE) or friend.count(TREASURE))


def _within_touch(game: Game, model: Model) -> tuple[tuple[str, ...], ...]:
    """Offered wherever treasures lie on the field at all."""
    return ((),) if any(treasure.is_treasure(piece) for piece in game.table.terrain) else ()


def _aid_action(aid: Aid) -> Action:
    ritual = aid.ritual
    return Action(
        f"{'ritual' if ritual else 'assist'}:{aid.id}",
        aid.name,
        (TACTICAL,),
        partial(plan_aid, aid=aid),
        partial(_aid_aims, aid=aid),
        icon="ritual" if ritual else "assist",
        says=aid.says,
    )


def _simple(word: str, title: str, how: Callable[[Game, Act], Plan], says: str, reach: Aims | None = None) -> Action:
    return Action(word, title, (TACTICAL,), how, reach, icon=word, says=says)


def _aimed(word: str, title: str, why: tuple[str, ...], says: str, reach: Aims) -> Action:
    return _simple(word, title, partial(plan_aimed, word=word, title=title, why=why), says, reach)


ACTIONS: tuple[Action, ...] = (
    _simple(acts.DODGE, "Dodge", plan_dodge, "One die on Agility against each Attack, then a move of half the Speed."),
    *(_aid_action(aid) for aid in aids().values()),
    _aimed(acts.PERCEIVE, "Perceive", perceive.WHY, "Look at a Shrouded token: an Intellect roll reveals it.", _tokens),
    _simple(acts.INTERACT, "Interact", plan_interact, "Take up a treasure in Base Contact.", _within_touch),
    _aimed(acts.TRADE, "Trade", treasure.TRADE_WHY, "Treasures change hands in Base Contact.", _partners),
    _aimed(acts.DEATH_BLOW, "Death Blow", death_blow.WHY, "An Incapacitated enemy in Base Contact is Dead.", _fallen),
    _simple(acts.UNCOVER, "Uncover", plan_uncover, "After an Idle: half the Intellect reveals tokens.", _any_token),
    _simple(acts.DUEL, "Issue a Duel", plan_duel, "After an Idle: two champions, and the battle ends with it."),
    _simple(acts.NOTHING, "Nothing", plan_nothing, "The Action that does nothing; it ends no Shrouded."),
    _simple(acts.PASS, "No Action", plan_pass, "Declare nothing at all, and let the Reactions be resolved."),
)
"""Every Action besides Attack, in the order in which a window lists them."""
