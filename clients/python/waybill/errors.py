"""Errors of the service as exceptions (RFC 9457)."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True)
class WrongField:
    """One wrong field, named as it was sent: ``order_items[0].quantity``."""

    field: str
    message: str


class WaybillError(Exception):
    """A request that the service refused, or could not carry out."""

    def __init__(self, status: int, detail: str, errors: list[WrongField], retry_after: float | None) -> None:
        super().__init__(f"{status}: {detail}")
        #: The HTTP status.
        self.status = status
        #: What went wrong, in a sentence for a person.
        self.detail = detail
        #: Every wrong field; empty unless fields were wrong.
        self.errors = errors
        #: Seconds after which the request may be sent again; None unless the service said so.
        self.retry_after = retry_after


def error_of(status: int, body: bytes, retry_after: str | None) -> WaybillError:
    """Reads the service's own form of errors, and anything else that stands in its place, such as a proxy's page."""
    seconds = float(retry_after) if retry_after and retry_after.isdigit() else None
    try:
        problem = json.loads(body)
        detail = problem["detail"]
        errors = [WrongField(one["field"], one["message"]) for one in problem.get("errors", [])]
    except (ValueError, KeyError, TypeError):
        return WaybillError(status, body[:500].decode("utf-8", "replace"), [], seconds)
    return WaybillError(status, detail, errors, seconds)
