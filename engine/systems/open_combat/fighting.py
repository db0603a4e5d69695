"""Every action of the fighting half of the book, in the order in which the window lists them."""

from __future__ import annotations

from engine.system import Action
from engine.systems.open_combat import follow_me, hand_to_hand, prone, resting, shooting, volley, with_me

ACTIONS: tuple[Action, ...] = (
    *prone.ACTIONS,
    *hand_to_hand.ACTIONS,
    *shooting.ACTIONS,
    *with_me.ACTIONS,
    *volley.ACTIONS,
    *follow_me.ACTIONS,
    *resting.ACTIONS,
)
