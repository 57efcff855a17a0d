"""Messages that the store sends to your address, signed as Standard Webhooks."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any

#: Seconds that a message may be old, or ahead of this clock.
_TOLERANCE = 300


class WrongSignature(ValueError):
    """A message that does not come from the store, or is older than five minutes."""


def webhook_event(secret: str, body: bytes, headers: Mapping[str, str]) -> dict[str, Any]:
    """Returns the event in a message, such as ``{"type": "order.created", "data": {...}}``.

    ``secret`` is the endpoint's and begins with ``whsec_``; ``body`` is as it arrived. Raises ``WrongSignature`` if the message
    does not come from the store. The same message may arrive twice: remember its ``webhook-id``.
    """
    given = {name.lower(): value for name, value in headers.items()}
    identifier, timestamp = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit()) or abs(time.time() - int(timestamp)) > _TOLERANCE:
        raise WrongSignature("The message has no time, or its time is not now.")
    key = b64decode(secret[6:] if secret.startswith("whsec_") else secret, validate=True)
    if not key:
        raise ValueError('The secret must be "whsec_" and base64.')
    signed = f"{identifier}.{timestamp}.".encode() + body
    expected = b"v1," + b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # There are two signatures while the secret is replaced.
    signatures = given.get("webhook-signature", "").encode().split(b" ")
    if not any([hmac.compare_digest(expected, one) for one in signatures]):
        raise WrongSignature("The message is not signed with this secret.")
    return json.loads(body)
