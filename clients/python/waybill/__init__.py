"""Client for the v3 interface of Waybill, with the standard library alone."""

from .client import Waybill
from .errors import WaybillError, WrongField

__all__ = ["Waybill", "WaybillError", "WrongField"]
