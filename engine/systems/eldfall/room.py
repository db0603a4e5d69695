"""Chapter: Movement — room to stand: who rises where something hangs over it stays down, or comes clear of it.

Of its own will a model does not stand up into somebody's hitbox or into scenery; one that is
made to rise there is set on the nearest free place.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.ask import Steps, happens
from engine.events import Event, Lost, Moved
from engine.game import Game, Model, ModelId
from engine.questions import Objection
from engine.rules import Clause, after
from engine.systems.eldfall import places
from engine.systems.eldfall.hitbox import ghost
from engine.systems.eldfall.markers import CROUCHED, DEAD, FLYING

WHY = ("ELD-DEF-MGEN",)
COMES_CLEAR = "aside"
_LOW = (CROUCHED, DEAD)


def to_stand(game: Game, model: Model) -> tuple[Objection, ...]:
    """The objection to a Crouched model standing up where there is no room for it."""
    up = replace(model, markers=tuple(marker for marker in model.markers if marker.status != CROUCHED))
    if not model.on_table or not places.barred(game, up, ghost(game, up, (model.x, model.y, model.z))):
        return ()
    text = f"There is no room above {model.name} to stand up."
    return (Objection(text=text, why=WHY, model=model.id),)


def rises(game: Game, name: ModelId, event: Event) -> Steps[Game]:
    """Whoever is no longer Crouched or Dead and has no room comes to stand on the nearest free place."""
    model = game.model(name)
    up = isinstance(event, Lost) and event.status in _LOW and not any(model.has(status) for status in (*_LOW, FLYING))
    if not up or not model.on_table or not places.barred(game, model, ghost(game, model, (model.x, model.y, model.z))):
        return game
    path = ((model.x, model.y, model.z), places.nearest(game, model, model.z))
    return (yield from happens(Moved(model=name, path=path, how=COMES_CLEAR, why=WHY)))


GENERAL: tuple[tuple[str, Clause], ...] = (("Hitbox", after(Lost, rises, *WHY)),)
"""What bears on every model."""
