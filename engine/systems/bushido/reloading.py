"""State: Reloading — no weapon with the Reload trait shoots; a Wait action takes one marker off."""

from __future__ import annotations

from engine.rules import Status

RELOAD = "reload"

STATUS = Status(
    RELOAD,
    "Reloading",
    (),
    says="Weapons with Reload cannot shoot; a Wait action removes one marker.",
    why=("BUS-RELOADING-1", "BUS-RELOADING-2"),
)
