"""A bounded number of slots for long work (contract 10.database).

If no slot is free, the request fails with 503 and Retry-After.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import TypeVar

from anyio import CapacityLimiter, WouldBlock, fail_after, sleep, to_thread

from doorlist.core.errors import Problem

T = TypeVar("T")


class TooBusy(Problem):
    """All slots are taken; the request did nothing."""

    status = 503
    code = "too_busy"
    title = "Too busy"
    retry_after_seconds = 10


class Slots:
    """A number of slots, acquired in the order of arrival."""

    def __init__(self, places: int, *, wait_seconds: float, refusal: str, cooldown_ratio: float = 0) -> None:
        """A request that has waited for `wait_seconds` gets `refusal`.

        If others wait when work ends, its slot rests for `cooldown_ratio` times the time that the work took.
        Many requests are slowed by that, a single one is not.
        """
        self._limiter = CapacityLimiter(places)
        self._wait_seconds = wait_seconds
        self._refusal = refusal
        self._cooldown_ratio = cooldown_ratio

    @property
    def has_waiters(self) -> bool:
        return self._limiter.statistics().tasks_waiting > 0

    @asynccontextmanager
    async def acquire(self) -> AsyncIterator[None]:
        """Hold a slot while the block runs. Raises TooBusy."""
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
        """Do `work` in its own thread. Raises TooBusy."""
        async with self.acquire():
            return await self.run_in_slot(work)

    async def run_in_slot(self, work: Callable[[], T]) -> T:
        """Do `work`, or a part of it, in its own thread, and cool down; the caller holds the slot."""
        began = monotonic()
        done = await to_thread.run_sync(work, limiter=CapacityLimiter(1))
        if self._cooldown_ratio and self.has_waiters:
            await sleep(self._cooldown_ratio * (monotonic() - began))
        return done
