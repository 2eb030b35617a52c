"""How much a writer of slices writes in one transaction, and when it lets others write."""

from time import sleep

LONGEST_SECONDS = 0.045
QUICK_SECONDS = 0.035
QUICK_IN_A_ROW = 3
REST_SECONDS = 0.012
"""The rest after a slice for which another writer waited: about as long as the slice."""


class Pace:
    """The size of the next slice. It begins small, grows while slices are quick, and is small while others write."""

    def __init__(self, usual: int, *, smallest: int, largest: int) -> None:
        """Below `usual` slices grow though they are slow: where the disk is slow, small ones would not help."""
        self.size = smallest
        self._usual, self._smallest, self._largest = usual, smallest, largest
        self._quick = 0

    def note(self, seconds: float, *, is_writer_waiting: bool) -> None:
        """Take into account how long a slice took. Rests if another writer waited for it."""
        self._quick = self._quick + 1 if seconds < QUICK_SECONDS else 0
        if is_writer_waiting:
            self.size, self._quick = self._smallest, 0
            sleep(REST_SECONDS)
        elif self.size < self._usual:
            self.size = min(self.size * 5 // 4, self._usual)
        elif seconds > LONGEST_SECONDS:
            self.size = max(self.size * 3 // 4, self._usual)
        elif self._quick == QUICK_IN_A_ROW:
            self.size, self._quick = min(self.size * 5 // 4, self._largest), 0
