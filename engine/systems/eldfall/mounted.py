"""Mounted: rider and mount are one model with the mount's size, until the rider is dismounted (`riding`)."""

from __future__ import annotations

from engine.rules import Status, cannot, once
from engine.systems.eldfall.markers import MOUNTED, TITLES
from engine.systems.eldfall.questions import CROUCH

STATUS = Status(
    MOUNTED,
    TITLES[MOUNTED],
    (once("ELD-GEN-3"), cannot(CROUCH, "enter", why=("ELD-DEF-RIDE",))),
    says="One model with its mount, of the mount's size; it does not crouch, and dismounts when it falls.",
    why=("ELD-DEF-RIDE",),
)
