"""Words where many lines meet in one model: none on top of another, none on the model in the hand."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QTransform

from desktop.look import theme
from desktop.scene import labels
from desktop.scene.evidence_item import LineItem
from engine.geometry.evidence import Evidence, Line, Mark

HAND = (10.0, 10.0)
SIZE = 26.0
"""Pixels an inch."""


def disc(x: float, y: float) -> QRectF:
    return QRectF(x - 0.5, y - 0.5, 1, 1)


def away(inches: float, degrees: float) -> tuple[float, float]:
    turn = math.radians(degrees)
    return HAND[0] + inches * math.cos(turn), HAND[1] + inches * math.sin(turn)


def ruler(inches: float, degrees: float) -> Line:
    """From rim to rim of bases of 1 in."""
    return Line(((*away(0.5, degrees), 0.0), (*away(inches - 0.5, degrees), 0.0)), "ruler", f"{inches - 1:.1f}″")


def painted(evidence: Evidence, bases: list[QRectF], monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, QRectF]]:
    """The words of a layer and where they are written, in pixels."""
    found: list[tuple[str, QRectF]] = []

    def pill(painter: QPainter, where: QRectF, text: str, *rest: object) -> None:
        found.append((text, painter.worldTransform().mapRect(where)))

    monkeypatch.setattr(labels, "pill", pill)
    layer = LineItem()
    layer.sync(evidence, (), tuple(bases), theme("dark"))
    picture = QImage(700, 560, QImage.Format.Format_ARGB32)
    painter = QPainter(picture)
    painter.setTransform(QTransform.fromScale(SIZE, SIZE))
    layer.paint(painter, None)  # type: ignore[arg-type]
    painter.end()
    return found


CROWD = [(1.3, 20), (1.5, 80), (2.2, 140), (1.2, 200), (3.5, 250), (6, 300), (5.5, 320), (1.4, 330)]


def test_where_many_distances_meet_no_words_cover_others_or_the_model_in_the_hand(
    qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = tuple(ruler(*spot) for spot in CROWD)
    lost = tuple(
        Line(((*HAND, 0.0), (*away(9, turn), 0.0)), "blocked", f"loses sight of Wick {turn}", (*away(5, turn), 0.0))
        for turn in (20, 28, 36)
    )
    sign = Mark((10, 8.4, 0), "blocked", "2.3″ further than Tove may run.")
    bases = [disc(*HAND)] + [disc(*away(*spot)) for spot in CROWD]
    found = painted(Evidence(lines=(*lines, *lost), marks=(sign,)), bases, monkeypatch)

    assert {words for words, _ in found} == {line.label for line in (*lines, *lost)} | {sign.label}
    for k, (words, where) in enumerate(found):
        assert not [other for other, there in found[k + 1 :] if where.intersects(there)], words
        assert not where.intersects(QRectF(9.5 * SIZE, 9.5 * SIZE, SIZE, SIZE)), words


def test_a_distance_for_which_there_is_no_room_is_left_out_but_a_reason_never(
    qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    heap = tuple(ruler(1.2, 3.0 * k) for k in range(40))
    lost = Line(((*HAND, 0.0), (*away(9, 20), 0.0)), "blocked", "loses sight of Wick")
    found = painted(Evidence(lines=(*heap, lost)), [disc(*HAND)], monkeypatch)

    assert 5 < len(found) < 35
    assert found[-1][0] == "loses sight of Wick"
    for k, (words, where) in enumerate(found):
        assert not [other for other, there in found[k + 1 :] if where.intersects(there)], words


def test_words_of_areas_that_end_at_one_height_are_written_one_over_the_other(
    qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    from desktop.scene.evidence_item import AreaItem
    from engine.geometry.evidence import Area

    found: list[QRectF] = []
    monkeypatch.setattr(
        labels, "pill", lambda painter, where, *rest: found.append(painter.worldTransform().mapRect(where))
    )
    areas = tuple(Area(((((2, 4), (8, 4), (8, 9), (2, 9)),),), "reach", f"{far}.00″") for far in (4, 8))
    layer = AreaItem()
    layer.sync(Evidence(areas=areas), theme("dark"))
    picture = QImage(300, 300, QImage.Format.Format_ARGB32)
    painter = QPainter(picture)
    painter.setTransform(QTransform.fromScale(SIZE, SIZE))
    layer.paint(painter, None)  # type: ignore[arg-type]
    painter.end()

    first, second = found
    assert not first.intersects(second)


@pytest.mark.parametrize(
    ("start", "end"),
    [((26.5, 4.0), (26.7, 9.0)), ((0.3, 5.0), (0.4, 9.0)), ((12.0, 0.2), (20.0, 0.3)), ((12.0, 21.3), (20.0, 21.4))],
)
def test_the_edge_of_the_view_cuts_no_words(
    start: tuple[float, float], end: tuple[float, float], qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = Line(((*start, 0.0), (*end, 0.0)), "close", "5.02″ · too close to call by 0.3 mm")
    sign = Mark((*start, 0.0), "warning", "Grumm is in the way after 4.2″ of 6″.")
    found = painted(Evidence(lines=(line,), marks=(sign,)), [], monkeypatch)

    assert len(found) == 2
    for words, where in found:
        assert 0 <= where.left() <= where.right() <= 700, words
        if words == line.label:
            assert 0 <= where.top() <= where.bottom() <= 560
