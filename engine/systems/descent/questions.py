"""What the rules of this book ask each other, by name; and what its phases are called."""

from __future__ import annotations

from engine.questions import Moment, Number, Permission

HEROES = "heroes"
OVERLORD = "overlord"
PHASES = (HEROES, OVERLORD)
"""The two parts of a round in order; the ids of `Game.phase`."""
TITLES = {HEROES: "Heroes' turns", OVERLORD: "Overlord's turn"}

SPEED = Number("speed", "Speed")
"""Movement points of one move."""
ARMOR = Number("armor", "Armor")
"""What is taken off the damage of an attack."""
CONQUEST_VALUE = Number("conquest_value", "Conquest value")
"""What the heroes lose when this one is killed."""
POWER_DICE = Number("power_dice", "Power dice")
"""What the hero's trait adds to an attack."""

DECLARE = Permission("declare", "may take this action")
"""Asked with an action: run, battle, advance, ready_move, ready_attack, half_move, half_attack …"""
MOVEMENT_ACTION = Permission("movement_action", "may take movement actions")
"""Asked with "free" for those that cost nothing, "paid" for the others."""
SPEND_POINTS = Permission("spend_points", "may spend movement points")
ATTACK = Permission("attack", "may attack")
USE_ITEMS = Permission("use_items", "may use items")
PLACE_ORDER = Permission("place_order", "may place an order")

TURN_STARTS = Moment("turn_starts", "Start of the figure's turn")
TURN_ENDS = Moment("turn_ends", "End of the figure's turn")
