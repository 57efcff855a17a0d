"""Requests to one account's interface."""

from __future__ import annotations

import json
import random
import re
import time
import uuid
from base64 import b64encode
from collections.abc import Iterator, Mapping
from http.client import HTTPException, HTTPMessage
from typing import Any, IO
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .errors import WaybillError, error_of

Json = dict[str, Any]

#: Answers after which the same request may succeed.
_PASSING = (429, 502, 503, 504)

#: Seconds that the service may ask to wait before a request is sent again. Above that, its error is raised.
_LONGEST_WAIT = 60.0


class _NoRedirects(HTTPRedirectHandler):
    """The credentials must not follow to another host."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        return None


class Waybill:
    """One account's orders, products, keys, files, downloads, emails and settings.

    ``url`` is the account's own address, such as ``https://HANDLE.example.com``; ``timeout`` is in seconds. ``retries``
    is how often a request is sent again that found no answer, or 429, 502, 503 or 504. Only requests are that are safe to
    send twice: those that read, and those with an idempotency key.
    """

    def __init__(self, url: str, api_key: str, api_token: str, *, timeout: float = 30, retries: int = 2) -> None:
        self._base = url.rstrip("/") + "/api/v3"
        self._authorization = "Basic " + b64encode(f"{api_key}:{api_token}".encode()).decode()
        self._timeout = timeout
        self._retries = retries
        self._opener = build_opener(_NoRedirects)

    def request(
        self,
        operation: str,
        *,
        path: Mapping[str, str | int] | None = None,
        query: Mapping[str, str | int | bool | None] | None = None,
        body: Any = None,
        idempotency_key: str | None = None,
    ) -> Any:
        """Any operation of the interface, such as ``GET /orders/{id}``; its answer, or None if it has none.

        POST and PUT without a key get a random one, so that they can be sent again. It protects this call only: give a key
        of your own that survives a restart, such as the payment's number. Raises ``WaybillError``, and ``OSError`` or
        ``HTTPException`` if there is no answer.
        """
        method, template = operation.split(" ", 1)
        headers = {}
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        if idempotency_key is None and method in ("POST", "PUT") and not template.startswith(("/files", "/uploads")):
            idempotency_key = str(uuid.uuid4())
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        filled = re.sub(r"\{(\w+)\}", lambda name: quote(str((path or {})[name[1]]), safe=""), template)
        return self._send(method, filled, query or {}, headers, data)

    def all(self, operation: str, **given: Any) -> Iterator[Json]:
        """Everything in a list, such as ``GET /orders``, page after page. What is added meanwhile may move the pages."""
        query = {"page_size": 100, **(given.pop("query", None) or {})}
        page = 1
        while True:
            answer = self.request(operation, query={**query, "page": page}, **given)
            rows = next((value for value in answer.values() if isinstance(value, list)), [])
            yield from rows
            if not rows or page * int(answer["page_size"]) >= int(answer["total"]):
                return
            page += 1

    def send_order(self, order: Json, *, idempotency_key: str | None = None) -> Json:
        """Sends a paid order. Lines whose SKU matches no product are skipped: compare ``order_items`` with what you sent."""
        return self.request("POST /orders", body=order, idempotency_key=idempotency_key)["order"]

    def order(self, order_id: int) -> Json:
        return self.request("GET /orders/{id}", path={"id": order_id})["order"]

    def order_by_vendor_id(self, vendor_id: str | int) -> Json:
        """By your order ID."""
        return self.request("GET /vorders/{vendor_id}", path={"vendor_id": vendor_id})["order"]

    def upload(self, filename: str, content: bytes, content_type: str = "application/octet-stream") -> Json:
        """Stores bytes as a file. It is not sent again: use a tus client for large files."""
        headers = {"Content-Type": content_type}
        return self._send("POST", "/files", {"filename": filename}, headers, content)["file"]

    def _send(
        self,
        method: str,
        path: str,
        query: Mapping[str, str | int | bool | None],
        headers: dict[str, str],
        data: bytes | None,
    ) -> Any:
        given = {name: _text(value) for name, value in query.items() if value is not None}
        address = self._base + path + ("?" + urlencode(given) if given else "")
        accept = "application/json, application/problem+json"
        headers = {**headers, "Authorization": self._authorization, "Accept": accept}
        left = self._retries if method == "GET" or "Idempotency-Key" in headers else 0
        pause = 0.25
        while True:
            wait = pause * random.uniform(0.5, 1.5)
            try:
                return self._once(Request(address, method=method, headers=headers, data=data))
            except WaybillError as error:
                wait = wait if error.retry_after is None else error.retry_after
                if left == 0 or error.status not in _PASSING or wait > _LONGEST_WAIT:
                    raise
            except (OSError, HTTPException):
                if left == 0:
                    raise
            time.sleep(wait)
            left -= 1
            pause *= 2

    def _once(self, request: Request) -> Any:
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                body = response.read()
                if response.headers.get_content_type() == "application/json":
                    return json.loads(body)
                return body or None
        except HTTPError as error:
            with error:
                raise error_of(error.code, error.read(), error.headers.get("Retry-After")) from None


def _text(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
