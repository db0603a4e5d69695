"""State: Fatigued — no Activation Points in any Upkeep Phase until its next Strategic Phase begins."""

from __future__ import annotations

from engine.rules import Status, cannot, once, until
from engine.systems.eldfall.markers import FATIGUED, TITLES
from engine.systems.eldfall.questions import BEGINS_EXPIRY, RECEIVE_AP

STATUS = Status(
    FATIGUED,
    TITLES[FATIGUED],
    (
        once("ELD-GEN-3"),
        cannot(RECEIVE_AP, "upkeep", why=("ELD-FAT-2",)),
        until(BEGINS_EXPIRY, "ELD-FAT-3"),
    ),
    says="It acts with the Activation Points it has, and regains none in an Upkeep Phase. Over as its next "
    "Strategic Phase begins.",
    why=("ELD-FAT-1", "ELD-FAT-2", "ELD-FAT-3"),
)
