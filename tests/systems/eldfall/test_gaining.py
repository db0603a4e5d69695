"""States once each, their causes remembered; panic of a broken party; what States forbid together."""

from __future__ import annotations

import pytest

from engine.ask import Steps
from engine.events import Gained, Lost, Noted, Removed
from engine.game import Game, Marker, ModelId
from engine.questions import listed
from engine.systems.eldfall.conditions import RULES, STATUSES
from engine.systems.eldfall.forbidden import barred
from engine.systems.eldfall.gaining import gain
from engine.systems.eldfall.losing import lose
from engine.systems.eldfall.markers import TITLES
from engine.systems.eldfall.questions import DECLARE, MOVE
from tests.systems.eldfall.positions import by_hand, done, marks, play, position, step

R = ModelId("R")


def taking(states: str, marker: Marker) -> tuple[list[str], tuple[object, ...]]:
    def body(game: Game) -> Steps[Game]:
        return (yield from gain(game, R, marker, "ELD-DEF-INFLICT"))

    result = step(position(f"model R ref red 10,10 {states}"), body)
    return [f"{m.status} {m.value} {m.source}" for m in result.game.model("R").markers], result.events


@pytest.mark.clause("ELD-GEN-3")
def test_a_state_held_already_is_not_held_twice() -> None:
    markers, events = taking("slowed@tar", Marker("slowed", 0, "tar"))

    assert markers == ["slowed 0 tar"]
    assert [event.why[0] for event in events if isinstance(event, Noted)] == ["ELD-GEN-3"]


@pytest.mark.clause("ELD-GEN-3")
def test_a_second_cause_is_remembered_and_the_longer_time_of_one_cause_kept() -> None:
    assert taking("slowed@tar", Marker("slowed", 0, "hymn"))[0] == ["slowed 0 tar", "slowed 0 hymn"]
    assert taking("weakened=1@poison", Marker("weakened", 0, "poison"))[0] == ["weakened 0 poison"]
    assert taking("weakened@poison", Marker("weakened", 1, "poison"))[0] == ["weakened 0 poison"]


def test_a_state_is_lost_whole_or_by_its_cause_and_nothing_else_is() -> None:
    states = "slowed@tar slowed@hymn crippled@tar"

    def losing(status: str, source: str | None) -> list[str]:
        def body(game: Game) -> Steps[Game]:
            return (yield from lose(game, R, status, "ELD-SLO-3", source=source))

        result = step(position(f"model R ref red 10,10 {states}"), body)
        there = [f"{m.status} {m.source}" for m in result.game.model("R").markers]
        assert len(result.events) == int(len(there) < 3)
        return there

    assert losing("slowed", None) == ["crippled tar"]
    assert losing("slowed", "hymn") == ["slowed tar", "crippled tar"]
    assert losing("slowed", "mud") == losing("blinded", None) == losing("blinded", "tar") == [
        "slowed tar", "slowed hymn", "crippled tar",
    ]  # fmt: skip


def test_what_has_left_the_field_gains_nothing() -> None:
    assert taking("place=removed", Marker("slowed"))[0] == []


def test_the_books_own_markers_may_lie_twice() -> None:
    """An Attack is a marker for each of its dice."""
    game = position("model R ref red 10,10 attacks=1@E\nmodel E ref blue 20,10")
    game = done(game, by_hand(Gained(model=R, marker=Marker("attacks", 1, "E"))))

    assert marks(game, "R") == ["attacks 1", "attacks 1"]


@pytest.mark.clause("ELD-GEN-3")
@pytest.mark.parametrize("status", ["crouched", "flying", "dead", "fatigued", "shrouded"])
def test_some_states_have_no_causes_to_remember(status: str) -> None:
    assert len(taking(f"{status}@a", Marker(status, 0, "b"))[0]) == 1


@pytest.mark.clause("ELD-GEN-3")
def test_by_hand_a_second_marker_of_one_cause_goes_again() -> None:
    game = position("model R ref red 10,10 panicked=1@hymn")
    game = done(game, by_hand(Gained(model=R, marker=Marker("panicked", 0, "hymn"))))
    again = done(game, by_hand(Gained(model=R, marker=Marker("panicked", 0, "hymn"))))

    assert marks(game, "R") == marks(again, "R") == ["panicked"]


@pytest.mark.clause("ELD-GEN-1", "ELD-GEN-4")
def test_every_state_says_what_it_is_and_where_it_is_written() -> None:
    sixteen = [status for status in TITLES if status not in ("petrified", "mounted")]

    assert len(sixteen) == 16
    for status in sixteen:
        assert STATUSES[status].says
        assert STATUSES[status].why[-2:] == ("ELD-GEN-1", "ELD-GEN-4")


@pytest.mark.clause("ELD-GEN-2")
def test_all_states_of_a_model_apply_and_only_what_each_allows_is_left() -> None:
    """Engaged allows Melee Attack, Assist itself and Dodge; Blinded Assist itself, Dodge and Nothing."""
    game = position("model R ref red 10,10 engaged@E blinded\nmodel E ref blue 10,8")
    model = game.model("R")
    allowed = [word for word in ("attack_melee", "attack_ranged", "assist_self", "assist_ally", "dodge", "nothing")
               if not barred(game, model, DECLARE, word)]  # fmt: skip

    assert allowed == ["assist_self", "dodge"]
    both = barred(game, model, DECLARE, "attack_ranged")
    cited = {why for objection in both for why in objection.why}
    assert {"ELD-BLI-5", "ELD-BLI-6", "ELD-ENG-7", "ELD-ENG-8", "ELD-GEN-2", "ELD-DEF-OWN-AND"} <= cited


@pytest.mark.clause("ELD-BLI-5", "ELD-BLI-6", "ELD-BLI-1", "ELD-BLI-2", "ELD-BLI-3")
def test_what_the_blinded_may_declare() -> None:
    game = position("model R ref red 10,10 blinded")
    model = game.model("R")
    words = ("attack_melee", "attack_ranged", "assist_self", "assist_ally", "dodge", "perceive", "interact",
             "trade", "death_blow", "nothing", "duel", "ritual", "uncover")  # fmt: skip

    assert [word for word in words if not barred(game, model, DECLARE, word)] == ["assist_self", "dodge", "nothing"]
    assert all(not barred(game, model, MOVE, kind) for kind in ("idle", "walk", "run", "climb", "jump"))
    text = barred(game, model, DECLARE, "interact")[0].text
    assert text == "R is Blinded and may only Assist itself, Dodge or declare Nothing."
    assert [(no.text, no.why) for no in barred(game, model, DECLARE, "perceive")] == [
        (text, ("ELD-BLI-5",)),
        ("R is Blinded and may not Perceive.", ("ELD-BLI-6",)),
    ]
    assert [listed(words, "or") for words in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == [
        "", "a", "a or b", "a, b or c",
    ]  # fmt: skip


@pytest.mark.clause(
    "ELD-BLE-1", "ELD-BLE-2", "ELD-BLE-3", "ELD-BLE-4", "ELD-BLE-5", "ELD-CON-1", "ELD-CON-2", "ELD-CON-3",
    "ELD-CON-4", "ELD-CRI-1", "ELD-CRI-2", "ELD-CRI-5", "ELD-FAT-1", "ELD-POI-1", "ELD-SLO-2", "ELD-WEA-1",
)  # fmt: skip
@pytest.mark.parametrize("status", ["bleeding", "confused", "crippled", "fatigued", "poisoned", "slowed", "weakened"])
def test_states_that_forbid_nothing(status: str) -> None:
    from engine.systems.eldfall.questions import ACTIVATE, CROUCH, DODGE_MOVE, REACT

    game = position(f"model R ref red 10,10 {status}")
    model = game.model("R")

    assert all(
        RULES.ruling(game, model, asked).granted for asked in (ACTIVATE, REACT, MOVE, DODGE_MOVE, DECLARE, CROUCH)
    )
    assert all(not barred(game, model, MOVE, kind) for kind in ("idle", "walk", "run", "climb", "jump"))


# ---------------------------------------------------------------- Broken Morale


def party(number: int, fallen: dict[int, str]) -> str:
    return "\n".join(f"model R{i} ref red {4 * i},10 {fallen.get(i, '')}" for i in range(1, number + 1))


@pytest.mark.clause("ELD-PAN-7", "ELD-DEF-BRK", "ELD-DEF-ALIVE")
@pytest.mark.parametrize(
    ("number", "alive", "breaks"),
    [(4, 2, False), (4, 1, True), (5, 2, True), (5, 3, False), (3, 1, True), (3, 2, False)],
)
def test_a_party_breaks_below_half(number: int, alive: int, breaks: bool) -> None:
    fallen = {i: "dead" if i % 2 else "incapacitated" for i in range(alive + 2, number + 1)}
    game = position(party(number, fallen) + "\nmodel E ref blue 30,30")
    game = done(game, by_hand(Gained(model=ModelId(f"R{alive + 1}"), marker=Marker("incapacitated"))))

    assert all(game.model(f"R{i}").has("panicked") is breaks for i in range(1, alive + 1))
    assert not game.model("E").has("panicked")


@pytest.mark.clause("ELD-PAN-7", "ELD-DEF-BRK")
def test_it_is_said_once_and_lies_once_beside_everybody() -> None:
    game = position(party(4, {4: "dead"}))
    second = play(game, by_hand(Gained(model=ModelId("R3"), marker=Marker("dead"))))
    third = play(second.game, by_hand(Gained(model=ModelId("R2"), marker=Marker("dead"))))
    last = play(third.game, by_hand(Gained(model=ModelId("R1"), marker=Marker("dead"))))

    assert [event.text for event in second.events if isinstance(event, Noted)] == []
    said = [event for event in third.events if isinstance(event, Noted)]
    assert [event.text for event in said] == [
        f"The Morale of {game.side('red').name} is Broken: fewer than half are alive"
    ]
    assert said[0].why == ("ELD-PAN-7", "ELD-DEF-BRK")
    assert [event for event in last.events if isinstance(event, Noted)] == []
    assert marks(last.game, "R1") == ["panicked", "dead"]


@pytest.mark.clause("ELD-PAN-7", "ELD-DEF-BRK", "ELD-PAN-4")
def test_models_gone_past_the_edge_are_not_alive() -> None:
    game = position(party(3, {3: "incapacitated"}))
    game = done(game, by_hand(Removed(model=ModelId("R2"), reason="gone past the edge")))

    assert marks(game, "R1") == ["panicked"]


@pytest.mark.clause("ELD-DEF-BRK", "ELD-PAN-10")
def test_with_half_alive_again_that_panic_is_over_and_no_other() -> None:
    game = position(party(4, {1: "panicked@hymn", 3: "dead", 4: "incapacitated"}))
    game = done(game, by_hand(Gained(model=ModelId("R2"), marker=Marker("incapacitated"))))
    assert [m.source for m in game.model("R1").markers if m.status == "panicked"] == ["hymn", "broken_morale"]

    for answer, states in (("stands", []), ("stays", ["crouched"])):
        up = done(game, by_hand(Lost(model=ModelId("R2"), status="incapacitated")), answer)

        assert [m.source for m in up.model("R1").markers if m.status == "panicked"] == ["hymn"]
        assert marks(up, "R2") == states
