"""What became of a game, in the words of a line of odds; and that every offer's odds are exact and quick."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine import skirmish
from engine.events import Ended, Gained, Removed, apply
from engine.game import Marker, ModelId
from engine.odds import odds
from engine.play import Done, Refused, perform
from engine.systems.eldfall.fate import outcome
from tests.systems.eldfall.fights import begun, pair
from tests.systems.eldfall.positions import SYSTEM, act, answers, done, position

CROWD = "model X ref blue 30,30\nmodel Y ref blue 33,30\nmodel Z ref red 30,33"


def model(line):
    """A game in which B is as *line* says."""
    return position(f"model A ref red 10,10\nmodel B ref blue 14,10 {line}\n{CROWD}")


@pytest.mark.clause("ELD-DEF-WND", "ELD-DEF-WTM")
@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("", "", "nothing changes"),
        ("", "facing=90", "nobody is hurt"),
        ("", "wounds_lost:1", "B loses 1 HP"),
        ("", "wounds_due:1", "B loses 1 HP"),
        ("wounds_lost:1", "wounds_lost:2 incapacitated crouched", "B incapacitated"),
        ("wounds_lost:1", "wounds_lost:1 wounds_due:1", "B incapacitated"),
        ("", "incapacitated crouched", "B incapacitated"),
        ("incapacitated crouched", "incapacitated crouched dead", "B dead"),
        ("incapacitated crouched", "incapacitated crouched wounds_due:1", "B dead"),
        ("", "slowed weakened wounds_lost:1", "B loses 1 HP, Slowed, Weakened"),
        ("", "crouched", "B Crouched"),
        ("", 'due@"poisoned@A"', "B Poisoned"),
        ("", 'due@"incapacitated@A"', "B incapacitated"),
        ("incapacitated", 'incapacitated due@"dead@A"', "B dead"),
        ("bleeding wounds_lost:1", "", "B 1 HP back, no longer Bleeding"),
        ("incapacitated wounds_lost:2", "wounds_lost:1", "B 1 HP back, no longer incapacitated"),
        ("shrouded", "", "B revealed"),
        ("", "shrouded", "B Shrouded"),
        ("", "engaged@A", "nobody is hurt"),
        ("", "treasure:1", "B takes a treasure"),
        ("", "nerve:2", "B panics"),
        ("", "nerve:1", "B keeps its nerve"),
    ],
)
def test_what_is_said_of_one_model(before, after, words):
    assert outcome(model(before), model(after)) == words


@pytest.mark.clause("ELD-PAN-4", "ELD-DEF-OWN-SCORE")
def test_who_is_gone_and_who_has_won():
    game = model("")
    gone = apply(game, Removed(model=ModelId("B"), reason="gone past the edge"))

    assert outcome(game, gone) == "B gone past the edge"
    assert outcome(game, apply(game, Ended(outcome="Red wins, 6 to 0"))) == "Red wins, 6 to 0"


@pytest.mark.clause("ELD-DEF-WTM")
def test_several_models_are_told_in_the_order_of_the_roster():
    game = model("")
    both = apply(
        apply(game, Gained(model=ModelId("B"), marker=Marker("slowed"))),
        Gained(model=ModelId("A"), marker=Marker("bleeding")),
    )

    assert outcome(game, both) == "A Bleeding; B Slowed"


def crowded(side):
    """The ready skirmish with everybody close together, in the Tactical Phase, each with points."""
    game = skirmish.skirmish("cinder_ford")
    places = [(x, y) for y in (14.0, 16.5, 20.5, 23.0) for x in (13.0, 16.0, 19.0)]
    first, second = ([m for m in game.models if (m.side == side) == mine] for mine in (True, False))
    for one, (x, y) in zip((*first, *second), places, strict=True):
        turned = 180.0 if one in first else 0.0
        there = replace(one, x=x, y=y, z=0.0, facing=turned, place="table", counters=(("ap", 2),))
        game = game.with_model(there)
    return replace(game, phase="tactical", active=side)


@pytest.mark.parametrize("side", ["ember_road", "hollow_choir"])
def test_the_odds_of_offers_add_up_and_end_in_moments(side):
    """Everybody is in the thick of it, and every enemy that may react does, by turns with a Dodge and an Attack.

    Of each model the first offer, the last Attack (parted Strikes) and the Dodge.
    """
    game = crowded(side)
    for active in [model for model in game.models if model.side == side]:
        due = _reacted(game, active.id)
        legal = [offer for offer in SYSTEM.offers(due, due.model(active.id)) if offer.legal]
        assert len(legal) > 2
        attacks = [offer for offer in legal if offer.command.action.startswith("attack:")]
        for offer in (legal[0], *attacks[-1:], next(o for o in legal if o.command.action == "dodge")):
            found = odds(SYSTEM, due, offer.command)

            assert not isinstance(found, Refused)
            assert sum(share for _, share in found.ends) == 1


def _reacted(game, active):
    """After the Idle of a model, with a Reaction of every enemy that is asked."""
    command, given = act(active, "idle"), []
    result = perform(SYSTEM, game, command)
    while not isinstance(result, Done):
        assert not isinstance(result, Refused)
        offered = [option.id for option in getattr(result.question, "options", ())]
        attacks = [option for option in offered if option.startswith("attack:")]
        picked = attacks[0] if attacks and len(given) % 2 else "dodge" if "dodge" in offered else ""
        given.append(picked or (offered[0] if offered else (10,) * result.question.dice.count))
        result = perform(SYSTEM, game, command, answers(given))
    return result.game


@pytest.mark.clause("ELD-DEF-SEQ")
def test_what_is_previewed_is_what_is_done_and_nothing_is_kept():
    game = begun(pair(on_b="ap:1", more=CROWD), "attack:blade")
    command = act("A", "attack:blade", "B")
    previewed = perform(SYSTEM, game, command, answers([20, (13, 20), 10]))

    assert isinstance(previewed, Done)
    assert previewed.game == done(game, command, 20, (13, 20), 10)
    assert game == begun(pair(on_b="ap:1", more=CROWD), "attack:blade")


@pytest.mark.clause("ELD-DEF-SEQ", "ELD-DEF-WTM")
def test_a_sequence_leaves_no_memory_behind():
    game = begun(pair(on_a="shrouded", on_b="ap:1", more=CROWD), "dodge")
    game = done(game, act("A", "attack:blade", "B"), "attack:blade", 20, (20, 20))
    hidden = {id for id, status in SYSTEM.rules.statuses.items() if status.hidden}

    assert game.count("step") == 0
    assert not hidden & {marker.status for each in game.models for marker in each.markers}
    assert not set(SYSTEM.unseen) & {name for each in game.models for name, _ in each.counters}
