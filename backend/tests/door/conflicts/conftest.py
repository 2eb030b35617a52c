"""The evening of settling, at which doors make conflicts."""

from tests.door.offline.conftest import evening

__all__ = ["evening"]
