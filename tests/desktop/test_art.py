"""Every status, action, tool and ready warband has a drawing of its own, and none is blank."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from desktop.look import has_icon, icon_pixmap
from desktop.tools import TOOLS
from engine import seeds, systems


def picture(name: str) -> bytes:
    image = icon_pixmap(name, "#ffffff", 24).toImage().convertToFormat(QImage.Format.Format_Alpha8)
    return bytes(image.constBits())


@pytest.mark.parametrize("book", systems.names())
def test_every_status_and_action_of_a_book_is_drawn(book: str) -> None:
    system = systems.load(book)
    statuses = [name for name, status in system.rules.statuses.items() if not status.hidden]
    actions = [action.icon or action.id for action in system.actions]

    assert [name for name in (*statuses, *actions) if not has_icon(name)] == []


def test_every_tool_is_drawn() -> None:
    assert [tool.id for tool in TOOLS if not has_icon(tool.icon)] == []


def test_every_ready_warband_has_an_emblem_of_its_own(qapp: QApplication) -> None:
    ready = [seeds.skirmish(name) for name in seeds.skirmishes()]
    bands = [side.id for each in ready if each.system != seeds.bare() for side in each.sides]
    drawn = [picture(band) for band in bands]

    assert [band for band in bands if not has_icon(band)] == []
    assert len(set(drawn)) == len(bands)
    assert all(sum(1 for alpha in each if alpha > 100) > 40 for each in drawn)
