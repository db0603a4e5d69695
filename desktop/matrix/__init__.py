"""Who sees whom: every pair of models on the table as one grid of verdicts."""

from __future__ import annotations

from desktop.matrix.panel import Matrix

__all__ = ["Matrix"]
