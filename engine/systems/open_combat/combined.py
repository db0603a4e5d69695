"""Chapter: Combined actions — who is near enough to join in, who is not, and why.

The starter is nominated by whoever gives the command (OPC-COMB-2).  Friends within an inch
of it, fresh and fit, may join; joining is each player's choice (OPC-DEF-JOINING): a command
may name its partners, else all who can join are proposed, and where there are several the
player is asked who comes along.  All of them are activated by it (OPC-COMB-4, OPC-COMB-6).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from engine.ask import Option, Steps, choose, happens
from engine.events import Counted, Noted
from engine.game import Game, Model, ModelId
from engine.geometry.evidence import Evidence, Line
from engine.geometry.measure import gap
from engine.questions import Objection
from engine.readings import chosen
from engine.systems.open_combat import activation
from engine.systems.open_combat.conditions import RULES
from engine.systems.open_combat.counters import ACTIVATED, COMBINED, DONE
from engine.systems.open_combat.questions import COMBINE
from engine.systems.open_combat.tables import TABLES, inches

WITHIN = float(TABLES["combined"]["within"])
"""Inches between bases within which a friend may join."""
BOTH = int(TABLES["combined"]["actions"])
"""Actions a combined action takes of everyone in it."""
LOOK = 3.0
"""Inches within which a friend who cannot join is told of by name."""
MOST_ASKED = 4
"""With more friends than this only everyone, or one of them, can be picked from a list."""
NEAR_WHY = ("OPC-COMB-1", "OPC-DEF-WITHIN")
KIND_WHY = {"volley": ("OPC-VOLLEY-2",), "with_me": ("OPC-WITHME-2",)}
"""The clause that says so again, by kind of action."""
FRESH_WHY = ("OPC-DEF-TWO-ACTIONS", "OPC-COMB-6")

IN_SHORT = (
    ("OPC-DEF-WITHIN", "too far"),
    ("OPC-COMB-5", "took part already"),
    ("OPC-DEF-ONCE", "activated already"),
    ("OPC-DEF-TWO-ACTIONS", "has begun"),
    ("OPC-DEF-PRONE", "prone"),
    ("OPC-DEF-CLINGING", "part-way up"),
    ("OPC-VOLLEY-2", "other weapon"),
    ("OPC-VOLLEY-10", "out of range"),
    ("OPC-VOLLEY-13", "no line of sight"),
    ("OPC-WITHME-2", "not engaged with it"),
    ("OPC-DEF-ENGAGED-STAYS", "engaged"),
    ("OPC-DEF-SHOOT", "engaged"),
)
"""What keeps a friend out, by the first of these clauses that is cited, in a word or two."""

Reasons = Callable[[Model], tuple[Objection, ...]]
Fits = Callable[[tuple[ModelId, ...]], bool]


class Friend(Struct, frozen=True, kw_only=True):
    """A friend of the starter: how far off (inches), and every reason why it may not join."""

    model: ModelId
    apart: float
    reasons: tuple[Objection, ...] = ()

    @property
    def eligible(self) -> bool:
        """May it join?"""
        return not self.reasons


def company(game: Game, starter: Model, kind: str, reasons: Reasons) -> tuple[Friend, ...]:
    """Every friend on the table, nearest first, with all reasons why it may not join the starter.

    *kind*: follow_me, volley or with_me; *reasons* are those of that kind of action alone.
    """
    friends = sorted(game.friends(starter), key=lambda friend: gap(starter, friend).distance)
    near = _linked(game, starter, kind, reasons)
    found = []
    for friend in friends:
        own = (*_too_far(starter, friend, kind, friend.id in near), *spent(game, friend, kind), *reasons(friend))
        found.append(Friend(model=friend.id, apart=gap(starter, friend).distance, reasons=own))
    return tuple(found)


def spent(game: Game, model: Model, kind: str) -> tuple[Objection, ...]:
    """Why a friend cannot give both its actions to a combined action."""
    found = list(_used(model))
    if not found and model.count(ACTIVATED) == DONE:
        text = f"{model.name} has been activated already this turn."
        found.append(Objection(text=text, why=("OPC-COMB-1", "OPC-DEF-ONCE"), model=model.id))
    return (
        *found,
        *_begun(model, "OPC-COMB-1"),
        *RULES.ruling(game, model, COMBINE, kind, "may not take part").objections,
    )


def starter_objections(game: Game, model: Model, kind: str, *why: str) -> tuple[Objection, ...]:
    """Why this model may not start it: the turn, its activation, what it is in; *why* asks for both actions."""
    found = activation.objections(game, model, COMBINE, kind, words="may not take part", doing="leads")
    return (*_used(model), *found, *_begun(model, *why)) if model.on_table else found


def _used(model: Model) -> tuple[Objection, ...]:
    """Has it been in a combined action this turn?"""
    if not model.count(COMBINED):
        return ()
    text = f"{model.name} has taken part in a combined action this turn."
    return (Objection(text=text, why=("OPC-COMB-5",), model=model.id),)


def _begun(model: Model, *why: str) -> tuple[Objection, ...]:
    """Has it spent an action of this turn, so that both are not left?"""
    if activation.fresh(model) or model.count(ACTIVATED) == DONE:
        return ()
    text = f"{model.name} has begun its activation: both actions are needed."
    return (Objection(text=text, why=(*FRESH_WHY, *why), model=model.id),)


def partners(friends: tuple[Friend, ...], named: tuple[str, ...]) -> tuple[ModelId, ...]:
    """Those named, or all who can join."""
    if named:
        return tuple(dict.fromkeys(ModelId(name) for name in named))
    return tuple(friend.model for friend in friends if friend.eligible)


def partner_objections(
    game: Game, starter: Model, friends: tuple[Friend, ...], named: tuple[str, ...]
) -> tuple[Objection, ...]:
    """Every reason against the partners named, or that there is nobody to join."""
    known = {friend.model: friend for friend in friends}
    if not named and not any(friend.eligible for friend in friends):
        text = f"No friend within {inches(WITHIN)} of {starter.name} can join in."
        listed = [reason for friend in friends if friend.apart <= LOOK for reason in friend.reasons]
        return (Objection(text=text, why=NEAR_WHY, model=starter.id), *listed)
    found: list[Objection] = []
    for name in dict.fromkeys(named):
        friend = known.get(ModelId(name))
        if friend is None:
            text = f"{game.model(name).name} is no friend of {starter.name} on the table."
            found.append(Objection(text=text, why=NEAR_WHY, model=starter.id))
        else:
            found += friend.reasons
    return tuple(found)


def notes(game: Game, friends: tuple[Friend, ...], taking: tuple[ModelId, ...]) -> tuple[str, ...]:
    """Who is in, who is out and why, in sentences."""
    names = ", ".join(game.model(name).name for name in taking)
    found = [f"Taking part: {names}." if names else "Nobody joins."]
    far = 0
    for friend in friends:
        if friend.model in taking:
            continue
        if friend.eligible:
            found.append(f"Could join: {game.model(friend.model).name}.")
        elif friend.apart > LOOK:
            far += 1
        else:
            found.append(f"Out: {' '.join(reason.text for reason in friend.reasons)}")
    if far:
        found.append(f"Out: {far} farther than {inches(LOOK)} away.")
    return tuple(found)


def shown(game: Game, starter: Model, friends: tuple[Friend, ...], taking: tuple[ModelId, ...]) -> Evidence:
    """Rulers to everybody near: clear for who is in, blocked for who is out, with what shows why."""
    found = Evidence(pieces=tuple(taking))
    for friend in friends:
        if friend.apart > LOOK:
            continue
        inside = friend.model in taking
        at = gap(starter, game.model(friend.model)).at
        line = Line(
            at, "clear" if inside else "blocked", f"{inches(friend.apart)}{'' if inside else _in_short(friend)}"
        )
        found = found + Evidence(lines=(line,))
        for reason in friend.reasons if not inside else ():
            more = tuple(other for other in reason.evidence.lines if other.points != at)
            found = found + replace(reason.evidence, lines=more)
    return found


def _in_short(friend: Friend) -> str:
    """Why a friend is out, in a word or two beside its ruler."""
    cited = [clause for reason in friend.reasons for clause in reason.why]
    return next((f", {words}" for clause, words in IN_SHORT if clause in cited), " out")


def who_comes(game: Game, starter: ModelId, able: tuple[ModelId, ...], fits: Fits) -> Steps[tuple[ModelId, ...]]:
    """Ask who of those able comes along; one alone is not asked, for without it nothing is combined.

    *fits* says whether a smaller company can act (in a volley one may stand in another's line).
    """
    leader = game.model(starter)
    groups = [able, *(group for group in _smaller(able) if fits(group))]
    answers = tuple(Option("+".join(group), _listed(game, group)) for group in groups)
    picked = yield from choose(
        leader.side, answers, f"Who joins {leader.name}?", model=starter, why=("OPC-COMB-2", "OPC-DEF-JOINING")
    )
    return next(group for group in groups if "+".join(group) == picked)


def engage_all(game: Game, everyone: tuple[ModelId, ...], *why: str) -> Steps[Game]:
    """Both actions of everyone are spent, and each has taken part in a combined action this turn."""
    text = f"{game.model(everyone[0]).name} leads {_listed(game, everyone[1:])}"
    game = yield from happens(Noted(text=text, model=everyone[0], why=("OPC-COMB-2", *why)))
    for name in everyone:
        game = yield from mark(game, name)
        game = yield from activation.spend(game, name, BOTH, "OPC-COMB-4", "OPC-COMB-6", *why)
    return game


def mark(game: Game, name: ModelId) -> Steps[Game]:
    """A model has taken part in its combined action of this turn."""
    return (yield from happens(Counted(of="model", whose=name, name=COMBINED, value=1, why=("OPC-COMB-5",))))


def _listed(game: Game, group: tuple[ModelId, ...]) -> str:
    """Names in a sentence: 'Una, Wren and Bracken'."""
    names = [game.model(name).name for name in group]
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def _smaller(able: tuple[ModelId, ...]) -> list[tuple[ModelId, ...]]:
    sizes = range(len(able) - 1, 0, -1) if len(able) <= MOST_ASKED else (1,)
    return [group for size in sizes for group in combinations(able, size)]


def _too_far(starter: Model, friend: Model, kind: str, near: bool) -> tuple[Objection, ...]:
    if near:
        return ()
    apart = gap(starter, friend)
    text = f"{friend.name} is {inches(apart.distance)} from {starter.name}, more than {inches(WITHIN)}."
    return (Objection(text=text, why=(*NEAR_WHY, *KIND_WHY.get(kind, ())), model=friend.id, evidence=apart.evidence()),)


def _linked(game: Game, starter: Model, kind: str, reasons: Reasons) -> tuple[ModelId, ...]:
    """Friends within an inch of the starter; by the reading `combined_chain` also of one who joins."""
    links, linked = [starter], list[ModelId]()
    chain = chosen(game, "combined_chain") == "chain"
    while links:
        link = links.pop(0)
        for friend in game.friends(starter):
            if friend.id not in linked and gap(link, friend).within(WITHIN):
                linked.append(friend.id)
                if chain and not spent(game, friend, kind) and not reasons(friend):
                    links.append(friend)
    return tuple(linked)
