"""A bounded number of places for long work. A call that finds none is told when to retry (contract 10.database)."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import TypeVar

from anyio import CapacityLimiter, WouldBlock, fail_after, sleep, to_thread

from doorlist.core.errors import Problem

RETRY_AFTER_SECONDS = "10"

T = TypeVar("T")


class TooBusy(Problem):
    """All places are taken; this call did nothing."""

    status = 503
    code = "too_busy"
    title = "Too busy"

    def __init__(self, detail: str) -> None:
        super().__init__(detail, headers={"Retry-After": RETRY_AFTER_SECONDS})


class Slots:
    """A number of places, given out in the order of arrival."""

    def __init__(self, places: int, *, wait_seconds: float, refusal: str, rest: float = 0) -> None:
        """A call that has waited for `wait_seconds` gets `refusal`.

        With `rest` a place stays empty after each work for so many times as long as the work took, if others wait
        for one: many calls take their time, and one alone is not slowed.
        """
        self._limiter = CapacityLimiter(places)
        self._wait_seconds = wait_seconds
        self._refusal = refusal
        self._rest = rest

    @property
    def are_wanted(self) -> bool:
        return self._limiter.statistics().tasks_waiting > 0

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Hold a place while the block runs. Raises TooBusy."""
        holder = object()
        try:
            if self._wait_seconds:
                with fail_after(self._wait_seconds):
                    await self._limiter.acquire_on_behalf_of(holder)
            else:
                self._limiter.acquire_on_behalf_of_nowait(holder)
        except (TimeoutError, WouldBlock) as error:
            raise TooBusy(self._refusal) from error
        try:
            yield
        finally:
            self._limiter.release_on_behalf_of(holder)

    async def run(self, work: Callable[[], T]) -> T:
        """Do `work` in a thread of its own. Raises TooBusy."""
        async with self.place():
            began = monotonic()
            done = await to_thread.run_sync(work, limiter=CapacityLimiter(1))
            if self._rest and self.are_wanted:
                await sleep(self._rest * (monotonic() - began))
            return done
