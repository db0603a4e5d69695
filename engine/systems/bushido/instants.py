"""Chapter: Ki Feats — instant ones: no action, no activation counter, by either side at any moment.

They are not declared as actions are, so neither being Exhausted nor lying prone nor being
held forbids them; being Controlled or Surprised does.  A disguise is tested all the same.
"""

from __future__ import annotations

from functools import partial

from engine.ask import Steps
from engine.commands import Act
from engine.game import Game, Model, ModelId
from engine.questions import Objection
from engine.rules import Plan
from engine.standing import away, over
from engine.system import Action
from engine.systems.bushido import unmasking
from engine.systems.bushido.feats import Feat, carry_out, feats, known, misuse, subject_of, subjects
from engine.systems.bushido.ki import may_spend, spend
from engine.systems.bushido.questions import MAIN, TITLES
from engine.systems.bushido.readings import DISGUISE_OUTSIDE_ACTIVATION, chosen
from engine.systems.bushido.spending import pay
from engine.systems.bushido.surprised import SURPRISED
from engine.systems.bushido.wish import FEAT

WHY = ("BUS-DEF-27",)


def plan_instant(game: Game, act: Act, *, feat: Feat) -> Plan:
    """Use an instant feat now, whoever's turn to act it is."""
    user = game.model(act.model)
    target = subject_of(game, user, feat, act.targets)
    title = feat.name if target is None or target.id == user.id else f"{feat.name}: {target.name}"
    objections = (*_unfit(game, user), *misuse(game, user, feat, target), *_fooled(game, user, feat, target))
    if not user.on_table:
        return Plan(label=title, objections=objections)
    step = partial(_use, name=user.id, feat=feat, target=target.id if target is not None else None)
    return Plan(label=title, objections=objections, steps=(step,), notes=(feat.says,))


def _unfit(game: Game, user: Model) -> tuple[Objection, ...]:
    """Why this model uses no instant feat at all now."""
    found = [*over(game, ("BUS-DEF-06",)), *away(user, ("BUS-DEF-10",), ("BUS-DEF-05",))]

    def no(text: str, *why: str) -> None:
        found.append(Objection(text=text, why=why, model=user.id))

    if game.phase != MAIN:
        now = f"the {TITLES[game.phase].lower()}" if game.phase in TITLES else "before the game"
        no(f"{user.name} uses instant feats in the main phase; this is {now}.", *WHY)
    if user.has(SURPRISED):
        no(f"{user.name} is Surprised and uses no feats.", "BUS-DEF-21")
    return (*found, *may_spend(game, user).objections)


def _fooled(game: Game, user: Model, feat: Feat, target: Model | None) -> tuple[Objection, ...]:
    if target is None or not feat.aimed:
        return ()
    return unmasking.fooled(game, user, target, sees=feat.aim == "target", touches=False)


def _use(game: Game, *, name: ModelId, feat: Feat, target: ModelId | None) -> Steps[Game]:
    """Pay; see through a disguise, if there is one; carry it out."""
    game = yield from spend(game, name, feat.cost, *WHY)
    if target is not None and feat.aimed and unmasking.masked(game, game.model(name), game.model(target)):
        game, seen = yield from unmasking.see_through(game, name, target, "BUS-DISGUISED-3")
        if not seen:
            one = chosen(game, DISGUISE_OUTSIDE_ACTIVATION) == "one_counter"
            return (yield from pay(game, name, 1, "BUS-DISGUISED-11")) if one else game
    return (yield from carry_out(game, name=name, feat=feat, target=target))


def _aims(game: Game, model: Model, *, feat: Feat) -> tuple[tuple[str, ...], ...]:
    return subjects(game, model, feat) if feat in known(model) else ()


ACTIONS = tuple(
    Action(
        f"{FEAT}:{feat.id}",
        feat.name,
        (MAIN,),
        partial(plan_instant, feat=feat),
        partial(_aims, feat=feat),
        icon="feat",
        says=f"{feat.says} Costs {feat.cost} Ki, and no activation counter.",
    )
    for feat in feats().values()
    if feat.kind == "instant"
)
