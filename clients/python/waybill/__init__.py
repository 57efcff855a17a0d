"""Client for the v3 interface of Waybill, with the standard library alone."""

from .client import Waybill
from .errors import WaybillError, WrongField
from .webhook import WrongSignature, webhook_event

__all__ = ["Waybill", "WaybillError", "WrongField", "WrongSignature", "webhook_event"]
