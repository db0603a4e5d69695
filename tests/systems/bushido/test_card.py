"""The numbers on a model's card, and what an end of a command is called."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.game import Game, Marker
from engine.systems.bushido.card import card, outcome
from tests.systems.bushido.positions import T, position

FOE = "model B man blue 25,25 activations:2"


def lines(game: Game, model: str = "A") -> list[str]:
    return [tally.text() for tally in card(game, game.model(model))]


def test_a_rested_model_shows_its_printed_numbers():
    game = position(f"model A archer red 5,5 activations:2 ki:3\n{FOE}")

    assert lines(game) == [
        "Activation counters 2",
        "Ki tokens 3 of 6",
        "Wounds 5 of 5",
        "Ki 2",
        "Melee pool 4",
        "Ranged pool 3",
    ]
    assert all(tally.why for tally in card(game, game.model("A")))


@pytest.mark.clause("BUS-STUNNED-1", "BUS-STUNNED-2", "BUS-BLIND-2", "BUS-PRONE-1", "BUS-DEF-28", "BUS-DEF-02")
def test_every_term_says_where_it_comes_from_and_counts_once():
    game = position(f"model A archer red 5,5 stunned stunned blind prone wounds_lost:2\n{FOE}")

    found = lines(game)

    assert found[0] == "Activation counters 0 Exhausted"
    assert found[2] == "Wounds 3 of 5"
    assert found[4] == "Melee pool 4 − 1 Exhausted − 1 Stunned − 1 Blind − 1 Prone = 0"
    assert found[5] == "Ranged pool 3 − 1 Stunned = 2"
    for tally in card(game, game.model("A")):
        assert tally.why or tally.modifiers, tally.title
        assert all(term.why for term in tally.modifiers)


@pytest.mark.clause("BUS-BERSERK-1", "BUS-FRIGHTENED-1", "BUS-HELD-1")
def test_it_says_what_binds_the_split():
    def leaning(line: str) -> list[str]:
        game = position(f"model A man red 5,5 activations:2 {line}\nmodel B man blue {5 + T},5 activations:2")
        return [text for text in lines(game) if " dice at least " in text]

    assert leaning("") == []
    assert leaning("berserk") == ["Attack dice at least 2 Aggressive: Berserk"]
    assert leaning("berserk blind") == ["Attack dice at least 2 Aggressive: Berserk"]
    assert leaning("held@B frightened") == ["Defence dice at least 1 Defensive: Held, Frightened"]
    assert leaning("berserk held@B") == [
        "Attack dice at least 0 Aggressive (Berserk) is cancelled",
        "Defence dice at least 0 Defensive (Held) is cancelled",
    ]


@pytest.mark.clause("BUS-PRONE-6", "BUS-DEATHSENTENCE-2", "BUS-DEATHSENTENCE-4")
def test_in_contact_it_shows_the_fight_against_each_enemy():
    marked = "activations:2 death_sentence death_sentence"
    game = position(f"model A man red 5,5 activations:2 prone\nmodel B man blue {5 + T},5 {marked}")

    assert lines(game)[-2:] == [
        "Melee against B 4 + 1 Death Sentence on B − 1 Prone = 4",
        "Strikes against B 2 of 2 A is prone and always second",
    ]


def test_a_fight_like_any_other_is_not_said_twice():
    game = position(f"model A man red 5,5 activations:2\nmodel B man blue {5 + T},5 activations:2")

    assert lines(game)[-2:] == ["Ranged pool 3", "Strikes against B 1 of 2 it acts"]


def test_no_card_fails_on_one_who_is_gone():
    assert lines(position(f"model A man red place=removed\n{FOE}"))[2] == "Wounds 5 of 5"


def test_ammo_and_toughness_where_there_are_any():
    game = position(f"model A gunner red 5,5 activations:2 ammo:4\nmodel T tough red 9,5\n{FOE}")

    assert "Ammo 4" in lines(game)
    assert "Tough 1" in lines(game, "T")


# ---------------------------------------------------------------- what became of it


def ended(before: Game, **models: dict[str, object]) -> str:
    after = before
    for name, changes in models.items():
        after = after.with_model(replace(after.model(name), **changes))
    return outcome(before, after)


def test_what_became_of_a_model_in_a_few_words():
    game = position(f"model A man red 5,5 activations:2 fire=2 wounds_lost:1\n{FOE}")

    assert ended(game) == "same"
    assert ended(game, A={"x": 6.0}) == "moves"
    assert ended(game, A={"counters": (("activations", 1), ("wounds_lost", 1))}) == "nothing"
    assert ended(game, B={"counters": (("activations", 1), ("wounds_lost", 3))}) == "3 wounds"
    assert ended(game, B={"counters": (("wounds_lost", 1),), "markers": (Marker("prone"),)}) == "1 wound, prone"
    assert ended(game, A={"markers": (), "counters": ()}) == "heals 1, no longer on fire"
    assert ended(game, B={"place": "removed", "removed_as": "killed"}) == "killed"
    assert ended(game, A={"markers": ()}, B={"markers": (Marker("held", 0, "A"),)}) == "A no longer on fire, B held"


def test_who_stands_in_contact_elsewhere_has_not_fought():
    game = position(f"model A man red 5,5 activations:2\nmodel C man red 20,5\nmodel B man blue {20 + T},5")

    assert ended(game, A={"x": 6.0, "counters": (("activations", 1),)}) == "moves"
    assert ended(game, C={"counters": ()}, A={"x": 6.0, "counters": (("activations", 1),)}) == "moves"
