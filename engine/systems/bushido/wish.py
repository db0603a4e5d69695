"""An action as it is declared: what every step of the pipeline must know of it, before it is carried out."""

from __future__ import annotations

from msgspec import Struct

from engine.game import ModelId

SIMPLE = 1
COMPLEX = 2
"""Activation Counters that an action of each kind costs."""

WALK, RUN, CHARGE, MELEE = "walk", "run", "charge", "melee"
SHOOT, FEAT, FOCUS = "shoot", "feat", "focus"
SCENARIO, SCENARIO_COMPLEX = "scenario", "scenario_complex"
DISENGAGE, STAND_UP, WAIT, HEAL = "disengage", "stand_up", "wait", "heal"

CLAUSES = {
    WALK: "BUS-DEF-ACTION-WALK",
    RUN: "BUS-DEF-ACTION-RUN",
    CHARGE: "BUS-DEF-ACTION-CHARGE",
    MELEE: "BUS-DEF-ACTION-MELEE",
    SHOOT: "BUS-DEF-ACTION-SHOOT",
    FEAT: "BUS-DEF-ACTION-FEAT",
    FOCUS: "BUS-DEF-ACTION-FOCUS",
    SCENARIO: "BUS-DEF-ACTION-SCENARIO",
    SCENARIO_COMPLEX: "BUS-DEF-ACTION-SCENARIO",
    DISENGAGE: "BUS-DEF-ACTION-DISENGAGE",
    STAND_UP: "BUS-DEF-ACTION-STAND-UP",
    WAIT: "BUS-DEF-ACTION-WAIT",
    HEAL: "BUS-DEF-ACTION-HEAL",
}
"""The definition of each action."""

DOING = {
    WALK: "walk",
    RUN: "run",
    CHARGE: "charge",
    MELEE: "declare Melee",
    SHOOT: "shoot",
    FEAT: "use a Ki feat",
    FOCUS: "focus",
    SCENARIO: "work at an objective",
    SCENARIO_COMPLEX: "work hard at an objective",
    DISENGAGE: "disengage",
    STAND_UP: "stand up",
    WAIT: "wait",
    HEAL: "heal",
}
"""Each action as a verb."""

WHILE_TOUCHED = (MELEE, DISENGAGE, STAND_UP, HEAL)
"""Actions that may be declared by a model in base contact with an Enemy; feats say so of themselves."""


class Wish(Struct, frozen=True, kw_only=True):
    """One action as declared.

    *action* is one of the words above ("feat" for any Ki Feat), *title* the words on its button.
    *selects* are models it Targets or Selects; *sees* says that it Targets (line of sight).
    *touches* are Enemies into whose contact it would bring the model of its own will.
    *moves*: it includes movement, or a change of facing before it.  *ranged*: a Ranged Attack or
    Ki Feat against a model, so that a Disguise is tested.  *tokens* are Ki or Ammo it must spend.
    *in_contact*: it may be declared while touching an Enemy.  *inches*: how far its movement goes.
    """

    model: ModelId
    action: str
    title: str
    cost: int = SIMPLE
    selects: tuple[ModelId, ...] = ()
    sees: bool = False
    touches: tuple[ModelId, ...] = ()
    moves: bool = False
    ranged: bool = False
    tokens: int = 0
    in_contact: bool = False
    inches: float = 0.0

    @property
    def words(self) -> str:
        """The title within a sentence: its first letter small, names as they are."""
        return self.title[:1].lower() + self.title[1:]

    @property
    def complex(self) -> bool:
        """Does it cost two Activation Counters?"""
        return self.cost >= COMPLEX

    @property
    def free_in_contact(self) -> bool:
        """May a model in base contact with an Enemy declare it?"""
        return self.in_contact or self.action in WHILE_TOUCHED
