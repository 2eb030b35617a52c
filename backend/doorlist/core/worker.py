"""A thread that works beside the requests while the server runs."""

import threading
from abc import ABC, abstractmethod

from doorlist.core.db.database import Database


class Worker(ABC):
    """Runs `_work` in its own thread. `_work` ends soon after `_stopping` is set."""

    name: str
    stop_seconds = 10.0

    def __init__(self, database: Database) -> None:
        self._database = database
        self._stopping = threading.Event()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    @property
    def is_running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        """Start the thread, unless it runs already or has been stopped."""
        with self._starting:
            if not self._stopping.is_set() and not self.is_running:
                self._thread = threading.Thread(target=self._work, name=self.name, daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """End the thread. Returns after `stop_seconds` even if it still works."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(self.stop_seconds)

    @abstractmethod
    def _work(self) -> None: ...
