"""The queue for password hashing: one password at a time, a bounded wait (contract 10.sign-in, decision 0017)."""

import itertools
from collections import Counter
from collections.abc import Callable
from typing import Annotated, TypeVar

from anyio import CapacityLimiter, Semaphore, fail_after, to_thread

from doorlist.core.errors import Problem
from doorlist.core.http.routing import from_app_state

MAX_WAITING = 100
MAX_WAITING_OF_ONE = 64
"""The most that wait from one address or device, so that a flood from there leaves room for others."""
MAX_WAIT_SECONDS = 10

T = TypeVar("T")
# Spread out, so that calls that are refused together do not return together.
_try_again_after = itertools.cycle(range(3, 11))


class SignInsOverrun(Problem):
    status = 503
    code = "sign_ins_overrun"
    title = "Too many sign-ins at once"
    detail = "Many people are signing in. Try again in a moment."

    def __init__(self) -> None:
        super().__init__(retry_after_seconds=next(_try_again_after))


class PasswordQueue:
    """Runs one piece of work with a password at a time, with its transactions.

    The others wait here without a thread or a connection, so that other calls have all of them.
    """

    def __init__(self) -> None:
        self._turn = Semaphore(1)
        self._thread = CapacityLimiter(1)
        self._waiting = Counter[str]()

    @property
    def waiting(self) -> int:
        return self._waiting.total()

    async def run(self, work: Callable[[], T], *, of: str) -> T:
        """Run `work` in a thread when its turn comes; `of` is the waiting address or device. Raises SignInsOverrun."""
        await self._wait(of)
        try:
            return await to_thread.run_sync(work, limiter=self._thread)
        finally:
            self._turn.release()

    async def _wait(self, of: str) -> None:
        if self.waiting >= MAX_WAITING or self._waiting[of] >= MAX_WAITING_OF_ONE:
            raise SignInsOverrun
        self._waiting[of] += 1
        try:
            with fail_after(MAX_WAIT_SECONDS):
                await self._turn.acquire()
        except TimeoutError as error:
            raise SignInsOverrun from error
        finally:
            self._waiting[of] -= 1
            if not self._waiting[of]:
                del self._waiting[of]


Passwords = Annotated[PasswordQueue, from_app_state("password_queue")]
"""The queue of this server."""
