"""Chapter: Ki Feats — those that are actions: pay, aim, and lay or take markers.

What each feat does is a row of `seeds/bushido/tables.toml`.  The price is paid on use
(BUS-DEF-27); instant feats stand in `instants`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.ask import Steps, happens
from engine.commands import Act
from engine.events import Lost, Noted
from engine.game import Game, Marker, Model, ModelId, Point
from engine.questions import Objection
from engine.rules import Plan
from engine.system import Action
from engine.systems.bushido import straight
from engine.systems.bushido.activation import Step, declare
from engine.systems.bushido.contact import apart
from engine.systems.bushido.counters import ki_tokens
from engine.systems.bushido.gaining import gain
from engine.systems.bushido.ki import spend, statistic
from engine.systems.bushido.questions import MAIN
from engine.systems.bushido.readings import FEAT_AGAINST, chosen
from engine.systems.bushido.rolls import challenge
from engine.systems.bushido.targets import unseen
from engine.systems.bushido.unmasking import masked
from engine.systems.bushido.weapons import TABLES, Laid, laid
from engine.systems.bushido.wish import COMPLEX, FEAT, SIMPLE, Wish

WHY = ("BUS-DEF-27",)
ACTION_WHY = ("BUS-DEF-ACTION-FEAT",)


class Feat(Struct, frozen=True, kw_only=True, cache_hash=True):
    """A Ki feat as printed.

    *aim*: target (in sight), select, self or pulse (all within *range* inches); *of*: enemy,
    friend or self.  *resist* is the number against which the one aimed at may test its Ki.
    """

    id: str
    name: str
    says: str
    kind: str = "simple"
    cost: int = 0
    aim: str = "self"
    of: str = "self"
    range: float = 0.0
    contact: bool = False
    walk: bool = False
    resist: int = 0
    gives: tuple[Laid, ...] = ()
    takes: tuple[Laid, ...] = ()

    @property
    def aimed(self) -> bool:
        """Is one model picked for it?"""
        return self.aim in ("target", "select")


@cache
def feats() -> Mapping[str, Feat]:
    """Every Ki feat of the tables by id."""
    return MappingProxyType({id: _feat(id, raw) for id, raw in TABLES["feats"].items()})


def _feat(id: str, raw: Mapping[str, Any]) -> Feat:
    plain = {key: raw[key] for key in raw if key not in ("gives", "takes")}
    return Feat(id=id, gives=laid(raw.get("gives", ())), takes=laid(raw.get("takes", ())), **plain)


def known(model: Model) -> tuple[Feat, ...]:
    """The feats on a model's card."""
    return tuple(feats()[word] for word in model.profile.traits if word in feats())


def plan_feat(
    game: Game,
    act: Act,
    *,
    feat: Feat,
    path: tuple[Point, ...] = (),
    before: tuple[Step, ...] = (),
    after: tuple[Step, ...] = (),
    inches: float = 0.0,
    objections: tuple[Objection, ...] = (),
) -> Plan:
    """Use a feat on the model named; *path* and *before* are a walk that comes first, *after* one that follows."""
    user = game.model(act.model)
    target = subject_of(game, user, feat, act.targets)
    title = feat.name if target is None or target.id == user.id else f"{feat.name}: {target.name}"
    at_enemy = feat.aimed and target is not None and target.side != user.side
    there = _there(user, target, path)
    swept = _swept(game.with_model(there), there, feat)
    wish = Wish(
        model=act.model,
        action=FEAT,
        title=title,
        cost=COMPLEX if feat.kind == "complex" else SIMPLE,
        selects=(target.id,) if feat.aimed and target is not None else swept,
        sees=feat.aim == "target",
        ranged=at_enemy or bool(swept),
        moves=bool(before or after),
        inches=inches,
        tokens=feat.cost,
        in_contact=feat.contact,
    )
    found = (*misuse(game.with_model(there), there, feat, target), *objections)
    body = partial(carry_out, name=act.model, feat=feat, target=target.id if target is not None else None)
    price = partial(_pay, name=act.model, cost=feat.cost)
    return declare(game, wish, price, *before, body, *after, objections=found, notes=(feat.says,))


def _there(user: Model, target: Model | None, path: tuple[Point, ...]) -> Model:
    """The user as it uses the feat: after a walk at its end, facing whom it aims at."""
    if not path:
        return user
    x, y = path[-1]
    aims = target is not None and (target.x, target.y) != (x, y)
    facing = straight.heading((x, y), (target.x, target.y)) if target is not None and aims else user.facing
    return replace(user, x=x, y=y, facing=facing)


def _swept(game: Game, user: Model, feat: Feat) -> tuple[ModelId, ...]:
    """Disguised enemies in a pulse, where (by reading `feat_against`) a feat that affects them is used against them."""
    if feat.aim != "pulse" or chosen(game, FEAT_AGAINST) != "affecting":
        return ()
    return tuple(name for name in _reached(game, user, feat, None) if masked(game, user, game.model(name)))


def subject_of(game: Game, user: Model, feat: Feat, targets: tuple[str, ...]) -> Model | None:
    """Whom it is aimed at; the user for a feat on itself, nobody for a pulse or where none was named."""
    if feat.aim == "self":
        return user
    return game.model(targets[0]) if feat.aimed and targets else None


def misuse(game: Game, user: Model, feat: Feat, target: Model | None) -> tuple[Objection, ...]:
    """Every reason why this feat may not be used on this target from here: Ki, range, sight, friend or enemy."""
    found: list[Objection] = []

    def no(text: str, *why: str) -> None:
        found.append(Objection(text=text, why=why, model=user.id))

    if feat not in known(user):
        no(f"{user.name} does not know {feat.name}.", *WHY)
    if ki_tokens(user) < feat.cost:
        no(f"{feat.name} costs {feat.cost} Ki; {user.name} has {ki_tokens(user)}.", *WHY)
    if user.has("held") and not feat.contact:
        no(f"{user.name} is held, and {feat.name} cannot be used in contact.", "BUS-HELD-2")
    if feat.aimed and target is None:
        no(f"Say on whom {user.name} uses {feat.name}.", *ACTION_WHY)
    if target is None or not (user.on_table and target.on_table):
        return tuple(found)
    if feat.of == "enemy" and target.side == user.side:
        no(f"{target.name} is a friend of {user.name}; {feat.name} is used on enemies.", *ACTION_WHY)
    if feat.of == "friend" and target.side != user.side:
        no(f"{target.name} is an enemy of {user.name}; {feat.name} is used on friends.", *ACTION_WHY)
    far = apart(user, target)
    if far > feat.range and target.id != user.id:
        no(f"{target.name} is {far:.2f}″ away; {feat.name} reaches {feat.range:g}″.", *ACTION_WHY)
    if feat.aim == "target":
        found += unseen(game, user, target)
    return tuple(found)


def _pay(game: Game, *, name: ModelId, cost: int) -> Steps[Game]:
    """The price is paid on use; a test that ends the action before takes it too (`unmasking.lose_price`)."""
    return (yield from spend(game, name, cost, *WHY))


def carry_out(game: Game, *, name: ModelId, feat: Feat, target: ModelId | None) -> Steps[Game]:
    """What the feat does, to each whom it reaches and who does not withstand it."""
    for subject in _reached(game, game.model(name), feat, target):
        if not (yield from _withstands(game, feat, game.model(subject))):
            game = yield from _affect(game, feat, game.model(name), subject)
    return game


def _reached(game: Game, user: Model, feat: Feat, target: ModelId | None) -> tuple[ModelId, ...]:
    if feat.aim != "pulse":
        return () if target is None else (target,)
    sides: Callable[[Model], bool] = {
        "enemy": lambda other: other.side != user.side,
        "friend": lambda other: other.side == user.side,
    }.get(feat.of, lambda other: True)
    return tuple(m.id for m in game.on_table() if m.id != user.id and sides(m) and apart(user, m) <= feat.range)


def _withstands(game: Game, feat: Feat, subject: Model) -> Steps[bool]:
    """The one aimed at may test its Ki."""
    if not feat.resist:
        return False
    what = f"{subject.name} withstands {feat.name}"
    dice = statistic(game, subject).value
    return (yield from challenge(dice, feat.resist, what, *WHY, side=subject.side, model=subject.id))


def _affect(game: Game, feat: Feat, user: Model, subject: ModelId) -> Steps[Game]:
    text = f"{user.name} uses {feat.name}" + (f" on {game.model(subject).name}" if subject != user.id else "")
    game = yield from happens(Noted(text=text, model=user.id, other=subject, why=WHY))
    for each in feat.takes:
        game = yield from _take(game, subject, each)
    for each in feat.gives:
        marker = Marker(each.status, each.value, user.side) if each.status == "control" else each.marker
        game = yield from gain(game, subject, marker, *WHY, count=each.count)
    return game


def _take(game: Game, subject: ModelId, each: Laid) -> Steps[Game]:
    """So many markers go, the highest first; a count of 0 takes them all."""
    worn = game.model(subject).values(each.status)
    if not each.count and worn:
        return (yield from happens(Lost(model=subject, status=each.status, why=WHY)))
    for value in worn[: each.count]:
        game = yield from happens(Lost(model=subject, status=each.status, value=value, why=WHY))
    return game


def _aims(game: Game, model: Model, *, feat: Feat) -> tuple[tuple[str, ...], ...]:
    """Buttons for a model that knows the feat: one for each model it could be used on."""
    return subjects(game, model, feat) if feat in known(model) else ()


def subjects(game: Game, model: Model, feat: Feat) -> tuple[tuple[str, ...], ...]:
    """Targets a feat could be used on, in reach or not: one tuple of ids a use."""
    if not feat.aimed:
        return ((),)
    wanted = game.enemies(model) if feat.of == "enemy" else (model, *game.friends(model))
    return tuple((other.id,) for other in wanted)


ACTIONS = tuple(
    Action(
        f"{FEAT}:{feat.id}",
        feat.name,
        (MAIN,),
        partial(plan_feat, feat=feat),
        partial(_aims, feat=feat),
        icon="feat",
        says=f"{feat.says} Costs {feat.cost} Ki.",
    )
    for feat in feats().values()
    if feat.kind != "instant"
)
