"""How much a writer of slices writes in one transaction."""

LONGEST_SECONDS = 0.045
QUICK_SECONDS = 0.035
QUICK_IN_A_ROW = 3


class Pace:
    """The size of the next slice: it grows while slices are quick, and is small while another writer waits."""

    def __init__(self, start: int, *, smallest: int, largest: int) -> None:
        self.size = start
        self._start, self._smallest, self._largest = start, smallest, largest
        self._quick = 0

    def note(self, seconds: float, *, is_writer_waiting: bool) -> None:
        """Take into account how long a slice took, and whether others waited for it."""
        self._quick = self._quick + 1 if seconds < QUICK_SECONDS else 0
        if is_writer_waiting:
            self.size, self._quick = self._smallest, 0
        elif seconds > LONGEST_SECONDS:
            self.size = max(self.size * 3 // 4, min(self.size, self._start))
        elif self._quick == QUICK_IN_A_ROW:
            self.size, self._quick = min(self.size * 5 // 4, self._largest), 0
