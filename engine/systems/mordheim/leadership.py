"""Chapter: Leadership — rout tests, rallying, fleeing, and who lends his Leadership to whom.

A side with a quarter or more of its warriors out of action tests 2D6 against its leader's
Leadership as its turn begins; failing, it has lost.  A fleeing warrior rallies on 2D6 not
above his Leadership, but not if the model closest to him is an enemy.  One who fights two or
more alone tests at the end of the combat phase, or flees.
"""

from __future__ import annotations

from fractions import Fraction

from engine.ask import Steps, happens
from engine.events import Ended, Gained, Lost, Noted
from engine.game import NO_MODEL, Game, Marker, Model, ModelId, SideId
from engine.geometry.measure import gap
from engine.questions import Modifier, Tally
from engine.systems.mordheim.characteristics import leadership_test
from engine.systems.mordheim.conditions import RULES
from engine.systems.mordheim.engaged import standing, standing_enemies
from engine.systems.mordheim.questions import CLOSEST_AT_RALLY, FRIEND_NEAR, LEND_AT_ROUT, LEND_LEADERSHIP
from engine.systems.mordheim.weapons import TABLES

SHARE = Fraction(TABLES["leadership"]["rout_share"])
LEADER_REACH = float(TABLES["leadership"]["leader_reach"])
ALONE_REACH = float(TABLES["leadership"]["all_alone_reach"])
FLED = "fled the table"


def leader_of(game: Game, side: SideId) -> Model | None:
    """The side's leader while he is on the table."""
    leaders = (m for m in game.on_table() if m.side == side and "leader" in m.profile.traits)
    return next(leaders, None)


def leadership(game: Game, model: Model) -> Tally:
    """A warrior's Leadership: his own, or his leader's within 6 inches if that is higher."""
    own = model.stat("Ld")
    leader = leader_of(game, model.side)
    terms: tuple[Modifier, ...] = ()
    if leader is not None and leader.id != model.id and leader.stat("Ld") > own and lends_to(game, leader, model):
        label = f"from {leader.name}"
        terms = (Modifier(op="set", amount=leader.stat("Ld"), label=label, why=("MOR-DEF-LEADER",)),)
    return Tally(title="Leadership", base=own, modifiers=terms, why=("MOR-DEF-LEADER",))


def lends_to(game: Game, leader: Model, model: Model) -> bool:
    """Is the leader on his feet, and within 6 inches of this friend?"""
    return RULES.counts_for(game, leader, LEND_LEADERSHIP).granted and gap(leader, model).within(LEADER_REACH)


def fighters(game: Game, side: SideId) -> tuple[Model, ...]:
    """Every warrior of a side, gone or not."""
    return tuple(model for model in game.models if model.side == side)


def out_of_action(game: Game, side: SideId) -> int:
    """How many warriors of a side are out of action; those who fled the table are not counted."""
    return sum(model.place == "removed" and model.removed_as != FLED for model in fighters(game, side))


def rout_due(game: Game, side: SideId) -> bool:
    """Is a quarter or more of the side out of action?"""
    everybody = len(fighters(game, side))
    return everybody > 0 and Fraction(out_of_action(game, side), everybody) >= SHARE


def rout_leadership(game: Game, side: SideId) -> Tally:
    """What a rout test is rolled against: the leader's Leadership unless he is stunned, else the best left."""
    leader = leader_of(game, side)
    if leader is not None and RULES.counts_for(game, leader, LEND_AT_ROUT).granted:
        return Tally(title="Leadership", base=leader.stat("Ld"), base_label=leader.name, why=("MOR-DEF-LEADER",))
    left = [m for m in game.on_table() if m.side == side and RULES.counts_for(game, m, LEND_AT_ROUT).granted]
    best = max(left, key=lambda model: model.stat("Ld"), default=None)
    if best is None:
        return Tally(title="Leadership", base=0, base_label="nobody is left to lead", why=("MOR-DEF-ROUT",))
    return Tally(title="Leadership", base=best.stat("Ld"), base_label=best.name, why=("MOR-DEF-LEADER",))


def rout_test(game: Game, side: SideId) -> Steps[Game]:
    """At the start of its turn a side with a quarter out of action tests, or has lost."""
    if game.outcome or not rout_due(game, side):
        return game
    why = ("MOR-DEF-ROUT",)
    tally = rout_leadership(game, side)
    name = game.side(side).name
    leader = leader_of(game, side)
    held = yield from leadership_test(
        game,
        side,
        int(tally.value),
        f"rout test of {name}",
        *why,
        "MOR-DEF-LEADER",
        model=leader.id if leader else NO_MODEL,
    )
    if held:
        return game
    return (yield from happens(Ended(outcome=f"{name} has routed", why=why)))


def closest_is_enemy(game: Game, model: Model) -> Model | None:
    """The enemy that is the closest model to a fleeing one; None when it is a friend or nobody."""
    counting = [
        other
        for other in game.on_table()
        if other.id != model.id and RULES.counts_for(game, other, CLOSEST_AT_RALLY).granted
    ]
    closest = min(counting, key=lambda other: gap(model, other).distance, default=None)
    return closest if closest is not None and closest.side != model.side else None


def rally(game: Game, model: ModelId) -> Steps[Game]:
    """A fleeing warrior tests Leadership: he stops, or keeps running."""
    runner = game.model(model)
    enemy = closest_is_enemy(game, runner)
    why = ("MOR-DEF-RALLY",)
    if enemy is not None:
        text = f"{runner.name} cannot rally: {enemy.name} is the model closest to him"
        return (yield from happens(Noted(text=text, model=model, other=enemy.id, why=why)))
    value = int(leadership(game, runner).value)
    held = yield from leadership_test(
        game, runner.side, value, f"{runner.name} to rally", *why, "MOR-DEF-LEADER", model=model
    )
    if not held:
        return game
    game = yield from happens(Lost(model=model, status="fleeing", why=why))
    return (yield from happens(Gained(model=model, marker=Marker("rallied"), why=why)))


def all_alone(game: Game, model: Model) -> bool:
    """Does he fight two or more enemies with no friend on his feet within 6 inches?"""
    if not standing(model) or model.has("fleeing") or len(standing_enemies(game, model)) < 2:
        return False
    friends = (f for f in game.friends(model) if RULES.counts_for(game, f, FRIEND_NEAR).granted)
    return not any(gap(model, friend).within(ALONE_REACH) for friend in friends)
