"""How a rulebook writes its rules: a short closed list of clause words.

A `Status` (a condition a model is in) or a `Trait` (a printed lasting rule) is a name and
the clauses it consists of.  `Rules` is the set of them that one book knows; it answers
the questions other rules ask.  It stands here and not on `System`, as first drawn, so
that the chapters of a book can ask it without importing the record that they fill in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.ask import Steps
from engine.events import Event, Gained
from engine.game import Game, Model, ModelId
from engine.geometry.evidence import NOTHING, Evidence
from engine.questions import Modifier, Moment, Number, Objection, Op, Permission, Ruling, Tally

Why = tuple[str, ...]
Procedure = Callable[[Game, ModelId], Steps[Game]]
When = Callable[[Game, Model], bool]
Trigger = Callable[[Game, ModelId, Event], Steps[Game]]


@dataclass(frozen=True)
class Adjust:
    """Changes a number of the model it bears on."""

    number: Number
    op: Op
    amount: float
    why: Why = ()
    when: When | None = None


@dataclass(frozen=True)
class Bar:
    """Forbids a permission: for the *things* named, or for all but them where *only*."""

    permission: Permission
    things: tuple[str, ...] = ()
    only: bool = False
    why: Why = ()
    when: When | None = None

    def forbids(self, thing: str) -> bool:
        named = thing in self.things
        return not named if self.only else named or not self.things


@dataclass(frozen=True)
class Overlook:
    """The model does not count where these permissions are asked of it by others."""

    permissions: tuple[Permission, ...]
    why: Why = ()


@dataclass(frozen=True)
class At:
    """Something happens to the model at a moment of the turn."""

    moment: Moment
    procedure: Procedure
    why: Why = ()


@dataclass(frozen=True)
class Until:
    """The status ends at this moment by itself."""

    moment: Moment
    why: Why = ()


@dataclass(frozen=True)
class After:
    """Something follows a fact of this kind about the model."""

    event: type[Event]
    procedure: Trigger
    why: Why = ()


@dataclass(frozen=True)
class Instead:
    """A fact of this kind about the model is replaced by what the procedure says."""

    event: type[Event]
    procedure: Trigger
    why: Why = ()


@dataclass(frozen=True)
class Once:
    """A model has at most one marker of this status."""

    why: Why = ()


@dataclass(frozen=True)
class Lets:
    """The model may take this action because of the rule."""

    action: str
    why: Why = ()


Clause = Adjust | Bar | Overlook | At | Until | After | Instead | Once | Lets


def plus(n: float, number: Number, *why: str, when: When | None = None) -> Adjust:
    return Adjust(number, "plus", n, why, when)


def minus(n: float, number: Number, *why: str, when: When | None = None) -> Adjust:
    return Adjust(number, "plus", -n, why, when)


def half(number: Number, *why: str, when: When | None = None) -> Adjust:
    return Adjust(number, "half", 0, why, when)


def always(number: Number, value: float, *why: str) -> Adjust:
    return Adjust(number, "set", value, why)


def cannot(permission: Permission, *things: str, why: Why = (), when: When | None = None) -> Bar:
    """Forbids the things named, or the permission whole when none is named."""
    return Bar(permission, things, False, why, when)


def only(permission: Permission, *things: str, why: Why = (), when: When | None = None) -> Bar:
    return Bar(permission, things, True, why, when)


def may_be_ignored_for(*permissions: Permission, why: Why = ()) -> Overlook:
    return Overlook(permissions, why)


def at(moment: Moment, procedure: Procedure, *why: str) -> At:
    return At(moment, procedure, why)


def until(moment: Moment, *why: str) -> Until:
    return Until(moment, why)


def after(event: type[Event], procedure: Trigger, *why: str) -> After:
    return After(event, procedure, why)


def instead(event: type[Event], procedure: Trigger, *why: str) -> Instead:
    return Instead(event, procedure, why)


def once(*why: str) -> Once:
    return Once(why)


def lets(action: str, *why: str) -> Lets:
    return Lets(action, why)


@dataclass(frozen=True)
class Status:
    """A condition a model can be in.  *lying* tells a window how the model is laid down."""

    id: str
    title: str
    clauses: tuple[Clause, ...] = ()
    says: str = ""
    lying: str = ""
    hidden: bool = False
    why: Why = ()

    @property
    def single(self) -> bool:
        """At most one marker a model."""
        return any(isinstance(clause, Once) for clause in self.clauses)


@dataclass(frozen=True)
class Trait:
    """A printed lasting rule of a profile (skill, ability, equipment)."""

    id: str
    title: str
    clauses: tuple[Clause, ...] = ()
    says: str = ""
    why: Why = ()


@dataclass(frozen=True)
class Bearing:
    """A clause together with what brings it to bear on a model (for the label of a term)."""

    clause: Clause
    label: str


@dataclass(frozen=True)
class Rules:
    """What one book knows: statuses, traits, and clauses that bear on every model."""

    statuses: Mapping[str, Status] = field(default_factory=dict)
    traits: Mapping[str, Trait] = field(default_factory=dict)
    general: tuple[tuple[str, Clause], ...] = ()

    def on(self, game: Game, model: Model) -> Iterator[Bearing]:
        """The clauses that bear on a model, in the one fixed order: book, traits, statuses."""
        for label, clause in self.general:
            yield Bearing(clause, label)
        for name in (*model.profile.traits, *model.profile.equipment):
            trait = self.traits.get(name)
            if trait is not None:
                yield from (Bearing(clause, trait.title) for clause in trait.clauses)
        for name in dict.fromkeys(marker.status for marker in model.markers):
            status = self.statuses.get(name)
            if status is not None:
                yield from (Bearing(clause, status.title) for clause in status.clauses)

    def modifiers(self, game: Game, model: Model, number: Number) -> tuple[Modifier, ...]:
        """Every term that statuses and traits add to a number of this model."""
        return tuple(
            Modifier(op=b.clause.op, amount=b.clause.amount, label=b.label, why=b.clause.why)
            for b in self.on(game, model)
            if isinstance(b.clause, Adjust) and b.clause.number == number and _bears(b.clause.when, game, model)
        )

    def tally(
        self, game: Game, model: Model, number: Number, base: float, label: str = "", more: tuple[Modifier, ...] = ()
    ) -> Tally:
        """A number of this model with every term that bears on it, *more* first."""
        terms = (*more, *self.modifiers(game, model, number))
        return Tally(title=number.title, base=base, base_label=label, modifiers=terms)

    def ruling(self, game: Game, model: Model, permission: Permission, thing: str = "", words: str = "") -> Ruling:
        """May this model?  *words* say the wish in the objection ("may not charge")."""
        found = tuple(
            Objection(
                text=f"{model.name} {words or permission.title} ({b.label[:1].lower()}{b.label[1:]}).",
                why=b.clause.why,
                model=model.id,
            )
            for b in self.on(game, model)
            if isinstance(b.clause, Bar)
            and b.clause.permission == permission
            and b.clause.forbids(thing)
            and _bears(b.clause.when, game, model)
        )
        return Ruling(found)

    def counts_for(self, game: Game, model: Model, permission: Permission) -> Ruling:
        """Does this model count where others ask the permission?  Objections name what lets it be ignored."""
        return Ruling(
            tuple(
                Objection(
                    text=f"{model.name} does not count ({b.label[:1].lower()}{b.label[1:]}).",
                    why=b.clause.why,
                    model=model.id,
                )
                for b in self.on(game, model)
                if isinstance(b.clause, Overlook) and permission in b.clause.permissions
            )
        )

    def at(self, game: Game, model: Model, moment: Moment) -> tuple[At, ...]:
        """What happens to a model at a moment, in order."""
        return tuple(b.clause for b in self.on(game, model) if isinstance(b.clause, At) and b.clause.moment == moment)

    def ending(self, model: Model, moment: Moment) -> tuple[tuple[str, Why], ...]:
        """Statuses of the model that end by themselves at a moment, with the clauses."""
        return tuple(
            (status.id, clause.why)
            for name in dict.fromkeys(marker.status for marker in model.markers)
            if (status := self.statuses.get(name)) is not None
            for clause in status.clauses
            if isinstance(clause, Until) and clause.moment == moment
        )

    def following(self, game: Game, event: Event) -> tuple[tuple[ModelId, After], ...]:
        """Procedures that follow a fact about a model still on the table."""
        return tuple((model.id, c) for model, c in self._about(game, event) if isinstance(c, After))

    def replacing(self, game: Game, event: Event) -> tuple[tuple[ModelId, Instead], ...]:
        """Procedures that stand in for a fact about a model."""
        return tuple((model.id, c) for model, c in self._about(game, event) if isinstance(c, Instead))

    def repeated(self, game: Game, event: Event) -> bool:
        """Would this fact only lay a second marker where the status allows one?"""
        if not isinstance(event, Gained):
            return False
        status = self.statuses.get(event.marker.status)
        return status is not None and status.single and game.model(event.model).has(event.marker.status)

    def _about(self, game: Game, event: Event) -> Iterator[tuple[Model, After | Instead]]:
        name = getattr(event, "model", None)
        if not isinstance(name, str) or not name or not game.has_model(name):
            return
        model = game.model(name)
        for bearing in self.on(game, model):
            clause = bearing.clause
            if isinstance(clause, After | Instead) and isinstance(event, clause.event):
                yield model, clause


@dataclass(frozen=True)
class Plan:
    """What a command comes to before any die: every objection, and the book's numbered steps.

    *tallies* are the numbers on which it rests, *evidence* what to paint while it is
    only considered, *notes* what will be risked, in words.  A plan gives its steps even
    when it objects, as far as they can be carried out, for referees that let it pass.
    """

    label: str = ""
    objections: tuple[Objection, ...] = ()
    steps: tuple[Callable[[Game], Steps[Game]], ...] = ()
    tallies: tuple[Tally, ...] = ()
    evidence: Evidence = NOTHING
    notes: tuple[str, ...] = ()

    @property
    def ruling(self) -> Ruling:
        return Ruling(self.objections)


def refuse(label: str, *objections: Objection) -> Plan:
    """A plan that consists of reasons for no."""
    return Plan(label=label, objections=objections)


def _bears(when: When | None, game: Game, model: Model) -> bool:
    return when is None or when(game, model)
