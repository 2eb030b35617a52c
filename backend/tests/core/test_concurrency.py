"""Long work has its own slots: the gate and /readyz never wait for it."""

import asyncio
import threading
import time

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from doorlist.core import concurrency
from doorlist.core.concurrency import Slots, TooBusy
from doorlist.core.db.database import Database


def test_a_request_without_a_free_slot_gets_a_503_with_retry_after() -> None:  # 10.code.50
    async def come() -> None:
        slots = Slots(2, wait_seconds=0.05, refusal="Come again.")
        async with slots.acquire(), slots.acquire():
            with pytest.raises(TooBusy) as refusal:
                await slots.run(lambda: None)
            assert (refusal.value.status, refusal.value.code) == (503, "too_busy")
            assert (refusal.value.detail, refusal.value.headers) == ("Come again.", {"Retry-After": "10"})
        assert await slots.run(lambda: 7) == 7
        with pytest.raises(ZeroDivisionError):
            await slots.run(lambda: 1 // 0)
        async with slots.acquire():
            assert await slots.run(lambda: 8) == 8

    asyncio.run(come())


def test_a_place_rests_after_work_while_another_call_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # 7.door-list.8, 9
    rested: list[float] = []

    async def rest(seconds: float) -> None:
        rested.append(seconds)

    async def come() -> None:
        slots = Slots(1, wait_seconds=30, refusal="Come again.", cooldown_ratio=2)
        for _ in range(3):
            assert await slots.run(lambda: 7) == 7
        assert rested == []
        assert await asyncio.gather(*(slots.run(lambda: time.sleep(0.01)) for _ in range(3))) == [None] * 3
        # The last of them leaves nobody waiting.
        assert len(rested) == 2
        assert min(rested) >= 0.02

    monkeypatch.setattr(concurrency, "sleep", rest)
    asyncio.run(come())


@pytest.mark.both_engines
def test_session_checks_never_wait_and_requests_do_not_wait_for_long_reads(database: Database) -> None:
    # 10.database.6
    over = threading.Event()

    def take_long(tx: Session) -> None:
        tx.execute(text("SELECT 1"))
        assert over.wait(120)

    def look(tx: Session) -> int:
        return int(tx.scalar(text("SELECT 7")) or 0)

    async def come() -> None:
        others = [asyncio.ensure_future(database.run_long_read(take_long, database.long_slots)) for _ in range(20)]
        await asyncio.sleep(0.2)
        assert await asyncio.wait_for(database.run(look, reading=True), 60) == 7
        others += [asyncio.ensure_future(database.run(take_long, reading=True)) for _ in range(20)]
        await asyncio.sleep(0.2)
        assert await asyncio.wait_for(database.read_priority(look), 60) == 7
        over.set()
        await asyncio.gather(*others)

    asyncio.run(come())
