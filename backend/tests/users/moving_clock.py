"""A clock that stands still until a test moves it."""

from datetime import UTC, datetime, timedelta


class MovingClock:
    """The present moment of a test."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)

    def now(self) -> datetime:
        """The moment that the house believes it is."""
        return self.moment

    def move(self, **by: float) -> None:
        """Let time pass: `move(hours=8)`."""
        self.moment += timedelta(**by)
