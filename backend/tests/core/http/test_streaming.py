import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.http import streaming


def lost(*times: int) -> Callable[[Session, int | None], tuple[str, int | None]]:
    """Three chunks; the reads with these numbers lose the database."""
    readings = iter(range(100))

    def read_chunk(_: Session, cursor: int | None) -> tuple[str, int | None]:
        if next(readings) in times:
            raise OperationalError("SELECT", {}, Exception("gone"))
        number = cursor or 0
        return str(number), number + 1 if number < 2 else None

    return read_chunk


async def text_of(database: Database, read_chunk: streaming.ReadChunk[int]) -> str:
    answer = await streaming.stream(database, read_chunk, media_type="text/plain")
    return "".join([str(chunk) async for chunk in answer.body_iterator])


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "RETRY_DELAYS_SECONDS", (0, 0, 0))


@pytest.mark.usefixtures("quick")
class TestStream:
    def test_waits_for_a_database_that_is_away_once_the_answer_has_begun(self, tmp_path: Path) -> None:
        assert self.read(tmp_path, lost(1, 3, 4, 5)) == "012"

    def test_breaks_off_where_it_stays_away(self, tmp_path: Path) -> None:
        with pytest.raises(OperationalError):
            self.read(tmp_path, lost(1, 2, 3, 4))

    def test_says_so_at_once_before_the_answer_has_begun(self, tmp_path: Path) -> None:
        with pytest.raises(OperationalError):
            self.read(tmp_path, lost(0))

    @staticmethod
    def read(tmp_path: Path, read_chunk: streaming.ReadChunk[int]) -> str:
        database = Database(Settings(data_dir=tmp_path))
        try:
            return asyncio.run(text_of(database, read_chunk))
        finally:
            database.close()
