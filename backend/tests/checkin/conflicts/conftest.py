"""The evening of settling, at which doors make conflicts."""

from tests.checkin.settling.conftest import evening

__all__ = ["evening"]
