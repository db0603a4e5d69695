"""Chapter: Issue a Duel — offered to the other side, which refuses or names its champion.

Both champions are given as many Activation Points as their Stamina.  When one of them is
Incapacitated or Dead the Duel is over and so is the battle: points to the winner, or to both.
"""

from __future__ import annotations

from engine import seeds
from engine.ask import Option, Steps, choose, happens
from engine.events import Counted, Ended, Event, Gained, Noted, Removed
from engine.game import Game, Marker, Model, ModelId, SideId
from engine.questions import Objection
from engine.systems.eldfall.acts import DUEL
from engine.systems.eldfall.alive import alive
from engine.systems.eldfall.counters import AP, SCORE, running, set_counter
from engine.systems.eldfall.duelling import DUELLING, WHY, duellists
from engine.systems.eldfall.halving import value
from engine.systems.eldfall.questions import STA
from engine.systems.eldfall.scoring import result

POINTS_WHY = ("ELD-DEF-OWN-DUEL",)
REFUSE = "refuse"


def objections(game: Game, model: Model) -> tuple[Objection, ...]:
    """Why no Duel can be offered."""
    found = []
    if duellists(game):
        found.append(Objection(text="A Duel is being fought already.", why=WHY, model=model.id))
    if not champions(game, model):
        found.append(Objection(text="The other side has nobody who could take up a Duel.", why=WHY, model=model.id))
    return tuple(found)


def champions(game: Game, model: Model) -> tuple[Model, ...]:
    """The enemies who could take it up: alive and on the field."""
    return tuple(enemy for enemy in game.enemies(model) if alive(enemy))


def offer(game: Game, name: ModelId) -> Steps[Game]:
    """The declared Duel: the other side says no, or who fights."""
    model = game.model(name)
    able = champions(game, model)
    if not able:
        return game
    options = (Option(REFUSE, "Refuse"), *(Option(enemy.id, f"Accept with {enemy.name}") for enemy in able))
    what = f"{model.name} issues a Duel"
    picked = yield from choose(able[0].side, options, what, model=name, why=WHY)
    if picked == REFUSE:
        text = f"The Duel that {model.name} issued is refused"
        return (yield from happens(Noted(text=text, model=name, why=WHY)))
    champion = ModelId(picked)
    for one, other in ((name, champion), (champion, name)):
        game = yield from happens(Gained(model=one, marker=Marker(DUELLING, 0, other), why=WHY))
        points = int(value(game, game.model(one), STA).value)
        game = yield from set_counter(game, one, AP, points, *WHY)
    return game


def fell(game: Game, model: ModelId, event: Event) -> Steps[Game]:
    """Outside a sequence a Duel is over the moment that a champion falls or is gone."""
    if running(game) or not isinstance(event, Gained | Removed):
        return game
    return (yield from settle(game))


def settle(game: Game) -> Steps[Game]:
    """The Duel is over when a champion is alive no longer: points, and the battle ends."""
    both = duellists(game)
    standing = [model for model in both if alive(model)]
    if not both or len(both) == len(standing) == 2 or game.outcome:
        return game
    each = seeds.tables("eldfall")["score"]
    sides: dict[SideId, int] = {}
    if standing:
        sides[standing[0].side] = int(each["duel"])
    else:
        sides = {side.id: int(each["duel_drawn"]) for side in game.sides}
    for side, points in sides.items():
        total = game.side(side).count(SCORE) + points
        game = yield from happens(Counted(of="side", whose=side, name=SCORE, value=total, why=POINTS_WHY))
    return (yield from happens(Ended(outcome=result(game), why=(*WHY, *POINTS_WHY))))


BODIES = {DUEL: offer}
