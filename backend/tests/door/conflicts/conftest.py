"""The evening of the sync tests, at which doors make conflicts."""

from tests.door.offline.conftest import evening

__all__ = ["evening"]
