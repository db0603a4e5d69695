"""Chapter: Hiding — an Interact action behind a feature it touches, at least half as high as it is.

Hidden, it is the target of no shot, unless whoever aims has a clear line of sight.  It is
hidden no longer once engaged, and (by the reading `hidden_lasts`) once it leaves its cover,
shoots, attacks, is forced back or falls.
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from engine.ask import Steps, happens
from engine.commands import Act
from engine.events import Event, Gained, Lost, Moved
from engine.game import Game, Marker, Model, ModelId, Terrain
from engine.geometry.evidence import NOTHING, Evidence, Line
from engine.geometry.exact import standing as base_of
from engine.geometry.measure import CONTACT, ROUNDING, gap_to_piece
from engine.geometry.shapes import solids
from engine.questions import Objection, Tally
from engine.readings import chosen
from engine.rules import Plan
from engine.system import Action
from engine.systems.open_combat import activation
from engine.systems.open_combat.counters import HIDDEN
from engine.systems.open_combat.engaged import is_engaged
from engine.systems.open_combat.questions import ACTIVATIONS, HIDE
from engine.systems.open_combat.tables import INCH, TABLES, assumed, inches

SHARE = float(TABLES["hiding"]["share_of_height"])
UNKNOWN = float(TABLES["miniature"]["height"])
"""Height of a miniature of which none is known, in inches."""
_NEAR = 1.0
"""Features up to so many inches off are named when none is touched."""


def height_needed(model: Model) -> Tally:
    """How high a feature must be to hide behind: half of the miniature, its base left out."""
    known = model.profile.height > 0.0
    label = f"half of {inches(model.profile.height if known else UNKNOWN)}" + ("" if known else assumed("miniature"))
    tall = model.profile.height if known else UNKNOWN
    return Tally(title="Cover needed", base=tall * SHARE, base_label=label, suffix=INCH, why=("OPC-HIDE-4",))


def cover_of(game: Game, model: Model) -> Terrain | None:
    """The feature that hides the model where it stands: touched, and high enough above its feet."""
    return next(iter(_covers(game, model)), None)


def _covers(game: Game, model: Model) -> tuple[Terrain, ...]:
    """Every feature that hides the model where it stands, the nearest first."""
    least = height_needed(model).value
    return tuple(piece for piece, near, rise in _features(game, model) if near and rise >= least - ROUNDING)


def shields(game: Game, target: Model, clear: bool) -> tuple[Objection, ...]:
    """Objections to a shot at a hidden *target* along a line that is *clear* or only not blocked."""
    if not target.has(HIDDEN) or clear or chosen(game, "clear_sight") == "any_line":
        return ()
    text = f"{target.name} is hidden, and the line of sight to it is not clear."
    return (Objection(text=text, why=("OPC-HIDE-5", "OPC-HIDE-6"), model=target.id),)


def end(game: Game, model: ModelId, *why: str) -> Steps[Game]:
    """It has given itself away: shot, attacked, was forced back or fell.  Nothing where it is not hidden."""
    if not game.model(model).has(HIDDEN) or chosen(game, "hidden_lasts") == "engaged":
        return game
    cited = tuple(dict.fromkeys(("OPC-DEF-HIDDEN-ENDS", *why)))
    return (yield from happens(Lost(model=model, status=HIDDEN, why=cited)))


def look_again(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """After a model moved: whoever it now engages is hidden no longer, nor is it, away from its cover or fallen."""
    for hider in game.on_table():
        if hider.has(HIDDEN) and is_engaged(game, hider):
            game = yield from happens(Lost(model=hider.id, status=HIDDEN, why=("OPC-HIDE-8",)))
    mover = game.model(model)
    if not mover.on_table or not mover.has(HIDDEN):
        return game
    if not _keeps_cover(game, mover, event):
        game = yield from end(game, model)
    return game


def _keeps_cover(game: Game, mover: Model, event: Event) -> bool:
    """Is it still behind a feature that hid it where its way began, and not thrown there?"""
    after = {piece.id for piece in _covers(game, mover)}
    if not isinstance(event, Moved):
        return bool(after)
    x, y, z = event.path[0]
    before = (piece.id for piece in _covers(game, replace(mover, x=x, y=y, z=z)))
    return event.how not in ("fall", "shove") and not after.isdisjoint(before)


def plan_hide(game: Game, act: Act) -> Plan:
    """Hide where it stands."""
    model = game.model(act.model)
    found = list(activation.objections(game, model, HIDE, words="may not hide", doing="hides"))
    if not model.on_table:
        return Plan(label="Hide", objections=tuple(found))
    if model.has(HIDDEN):
        found.append(Objection(text=f"{model.name} is hidden already.", why=("OPC-HIDE-7",), model=model.id))
    cover = cover_of(game, model)
    evidence = Evidence(pieces=(cover.id,)) if cover is not None else NOTHING
    if cover is None:
        found.append(_exposed(game, model))
    return Plan(
        label=f"Hide behind {cover.name}" if cover is not None else "Hide",
        objections=tuple(found),
        steps=activation.planned(partial(_hide, model=model.id)),
        tallies=(height_needed(model), activation.left_tally(model)),
        evidence=evidence,
        notes=("Shots need a clear line of sight to it, until it is engaged or leaves its cover.",),
    )


def _hide(game: Game, *, model: ModelId) -> Steps[Game]:
    game = yield from activation.spend(game, model, 1, "OPC-HIDE-2")
    return (yield from happens(Gained(model=model, marker=Marker(HIDDEN), why=("OPC-HIDE-7",))))


def _exposed(game: Game, model: Model) -> Objection:
    """Why nothing hides it: what it touches is too low, or what is high enough too far."""
    least, low, far = height_needed(model).value, list[Objection](), list[Objection]()
    for piece, near, rise in _features(game, model):
        if near:
            height = f"{piece.name} is {inches(rise)} high above its feet"
            text = f"{height}, {inches(least - rise)} less than half of {model.name}."
            tall = Line(((model.x, model.y, model.z), (model.x, model.y, model.z + least)), "ruler", inches(least))
            shown = Evidence(lines=(tall,), pieces=(piece.id,))
            low.append(Objection(text=text, why=("OPC-HIDE-4",), model=model.id, evidence=shown))
        elif rise >= least - ROUNDING:
            away = gap_to_piece(model, piece)
            text = f"{piece.name} is {inches(away.plan)} away: it hides in contact with a feature only."
            found = Objection(text=text, why=("OPC-HIDE-3",), model=model.id, evidence=away.evidence())
            far.append(found)
    text = f"{model.name} touches no terrain feature to hide behind."
    nothing = Objection(text=text, why=("OPC-HIDE-3",), model=model.id)
    return (*low, *far, nothing)[0]


def _features(game: Game, model: Model) -> list[tuple[Terrain, bool, float]]:
    """Standing pieces near the model, the nearest first: whether each is touched, and how high above its feet."""
    ground, found = solids(game.table), list[tuple[float, Terrain, float]]()
    for i in ground.within([(model.x, model.y)], base_of(model).outer + _NEAR):
        piece: Terrain = ground.pieces[i]
        beside = piece.bottom <= model.z + CONTACT and piece.top > model.z + CONTACT and len(piece.outline) > 0
        if beside:
            found.append((gap_to_piece(model, piece).plan, piece, piece.top - model.z))
    return [(piece, away <= CONTACT, rise) for away, piece, rise in sorted(found, key=lambda each: each[0])]


ACTIONS: tuple[Action, ...] = (
    Action("hide", "Hide", (ACTIVATIONS,), plan_hide, None, "hide", "In contact with cover half its height: no shots."),
)
