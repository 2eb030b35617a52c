"""Long work has places of its own: the gate and /readyz never wait for it."""

import asyncio
import threading

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from doorlist.core.db.database import Database
from doorlist.core.slots import Slots, TooBusy


def test_a_place_is_had_in_time_or_the_caller_is_told_when_to_come_again() -> None:  # 10.code.50
    async def come() -> None:
        slots = Slots(2, wait_seconds=0.05, refusal="Come again.")
        async with slots.place(), slots.place():
            with pytest.raises(TooBusy) as refusal:
                await slots.run(lambda: None)
            assert (refusal.value.status, refusal.value.code) == (503, "too_busy")
            assert (refusal.value.detail, refusal.value.headers) == ("Come again.", {"Retry-After": "10"})
        assert await slots.run(lambda: 7) == 7
        with pytest.raises(ZeroDivisionError):
            await slots.run(lambda: 1 // 0)
        async with slots.place():
            assert await slots.run(lambda: 8) == 8

    asyncio.run(come())


def test_the_gate_waits_for_nobody_and_ordinary_calls_for_no_long_reader(database: Database) -> None:
    # 10.database.6
    over = threading.Event()

    def take_long(tx: Session) -> None:
        tx.execute(text("SELECT 1"))
        assert over.wait(30)

    def look(tx: Session) -> int:
        return int(tx.scalar(text("SELECT 7")) or 0)

    async def come() -> None:
        others = [asyncio.ensure_future(database.read_for_long(take_long)) for _ in range(20)]
        await asyncio.sleep(0.2)
        assert await asyncio.wait_for(database.run(look, reading=True), 20) == 7
        others += [asyncio.ensure_future(database.run(take_long, reading=True)) for _ in range(20)]
        await asyncio.sleep(0.2)
        assert await asyncio.wait_for(database.read_at_the_gate(look), 20) == 7
        over.set()
        await asyncio.gather(*others)

    asyncio.run(come())
