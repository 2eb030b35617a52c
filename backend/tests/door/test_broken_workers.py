"""The checker of the rush hour works: each worker here breaks one promise, and the same load finds it.

Each break affects only some, as a real defect would.
"""

import itertools
import secrets
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest

from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db.driver import DriverTransactions
from doorlist.core.errors import InternalError
from doorlist.door.admission import repository, service
from doorlist.door.admission.decide import Verdict
from doorlist.door.admission.log_row import LogRow
from doorlist.door.admission.repository import Admission, ScanRepository
from doorlist.door.admission.service import Answer
from doorlist.door.admission.sql import POSTGRES, SQLITE
from doorlist.door.rules import Scan, ScanOutcome
from tests.databases import Databases
from tests.door.rush import Rush, sign_in
from tests.house import House
from tests.live.listening import listening
from tests.server.test_kill import sell_tickets

PAIRS = 40

Break = Callable[[pytest.MonkeyPatch], None]


def is_hit(key: UUID | str | None) -> bool:
    """One key in five."""
    return key is not None and int(str(key).replace("-", ""), 16) % 5 == 0


def keeps_its_word(_: pytest.MonkeyPatch) -> None:
    """The worker as it is, so that only the breaks are found."""


def reads_and_then_writes(patch: pytest.MonkeyPatch) -> None:
    """Decides by what was read before, and writes without asking again."""

    class Group(service.ScanGroup):
        def _verdict(self, scan: Scan) -> Verdict:
            as_read = dict(self.decider.tickets.by_id)
            verdict = super()._verdict(scan)
            self.decider.tickets.by_id = as_read
            return verdict

    def admit(self: ScanRepository, admissions: list[Admission]) -> int:
        real_admit(self, admissions)
        return len(admissions)

    real_admit = ScanRepository.admit
    without_asking = {
        "SQLITE": SQLITE._replace(admit=SQLITE.admit.replace("AND attendees.attended = 0", "")),
        "POSTGRES": POSTGRES._replace(
            admit=POSTGRES.admit.replace("WHERE NOT a.attended ORDER", "ORDER").replace("AND NOT a.attended", "")
        ),
    }
    for name, statements in without_asking.items():
        assert "attended = 0" not in statements.admit
        assert "NOT a.attended" not in statements.admit
        patch.setattr(repository, name, statements)
    patch.setattr(ScanRepository, "admit", admit)
    patch.setattr(service, "ScanGroup", Group)


def answers_what_is_not_on_disk(patch: pytest.MonkeyPatch) -> None:
    """Answers first, and then does not commit."""

    class CommitFailedError(Exception):
        pass

    def commit(self: DriverTransactions, work: Callable[[Any], list[Answer]]) -> list[Answer]:
        answers: list[Answer] = []

        def work_in_vain(tx: Any) -> list[Answer]:
            tx.change_and_commit = tx.change
            answers[:] = work(tx)
            raise CommitFailedError

        if next(fails):
            with pytest.raises(CommitFailedError):
                real_commit(self, work_in_vain)
            return answers
        return real_commit(self, work)

    fails = itertools.cycle([False, True])
    real_commit = DriverTransactions.commit
    patch.setattr(DriverTransactions, "commit", commit)


def forgets_the_log(patch: pytest.MonkeyPatch) -> None:
    """Leaves rows out."""

    def log(self: ScanRepository, rows: list[LogRow]) -> None:
        real_log(self, [row for row in rows if not is_hit(row.idempotency_key)])

    real_log = ScanRepository.log
    patch.setattr(ScanRepository, "log", log)


def ignores_keys(patch: pytest.MonkeyPatch) -> None:
    """Treats a replay as a new scan."""

    def decide_scans(worker: ScanRepository, scans: Sequence[Scan]) -> list[Answer]:
        return real_decide(worker, [replace(scan, key=None) if is_hit(scan.key) else scan for scan in scans])

    real_decide = service.decide_scans
    patch.setattr(service, "decide_scans", decide_scans)


def does_not_mark_who_is_in(patch: pytest.MonkeyPatch) -> None:
    """Logs an admission, and leaves the guest absent."""

    def admit(self: ScanRepository, admissions: list[Admission]) -> int:
        real_admit(self, [admission for admission in admissions if admission.id % 5])
        return len(admissions)

    real_admit = ScanRepository.admit
    patch.setattr(ScanRepository, "admit", admit)


def tells_of_the_wrong_check_in(patch: pytest.MonkeyPatch) -> None:
    """Shows a repeat its own scan as the first."""

    class Group(service.ScanGroup):
        def _verdict(self, scan: Scan) -> Verdict:
            verdict = super()._verdict(scan)
            if verdict.outcome is not ScanOutcome.REPEAT or verdict.is_replay or verdict.ticket is None:
                return verdict
            by = self._callers[scan.session].id
            own = msgspec.structs.replace(verdict.ticket, attended_at=clock.to_wire(self._now), scanned_by=by)
            return Verdict(ScanOutcome.REPEAT, own)

    patch.setattr(service, "ScanGroup", Group)


def fails_with_some(patch: pytest.MonkeyPatch) -> None:
    """Cannot decide certain scans."""

    class Group(service.ScanGroup):
        def _verdict(self, scan: Scan) -> Verdict:
            if is_hit(scan.key) and not self.decider.knows(scan.key):
                raise InternalError("Nobody knows why.")
            return super()._verdict(scan)

    patch.setattr(service, "ScanGroup", Group)


def run_rush(settings: Settings, databases: Databases, tmp_path: Path) -> tuple[Rush, list[str]]:
    """The load of `tests/server/test_rush.py`, on servers in this process; on PostgreSQL on two of them."""
    houses = [House(settings, databases.name)]
    if databases.name == "postgresql":
        other = Settings(data_dir=tmp_path / "other", database_url=settings.database_url)
        other.prepare_data_dir()
        houses.append(House(other, databases.name))
    sold = [ticket.qr_data for ticket in sell_tickets(settings, PAIRS)]
    with ExitStack() as servers:
        for house in houses:
            servers.callback(house.close)
        ports = [servers.enter_context(listening(house)).port for house in houses]
        rush = Rush(ports, sign_in(ports[0]), sold, secrets.randbits(32))
        rush.run(seconds=60)
    return rush, rush.contradictions(settings, sold)


FOUND: dict[Break, list[str]] = {
    keeps_its_word: [],
    reads_and_then_writes: ["was admitted 2 times", "was admitted by 2 scans"],
    answers_what_is_not_on_disk: ["different answers", "the log has no row of it"],
    forgets_the_log: ["the log has no row of it"],
    ignores_keys: ["of key None, which nobody has sent", "the log has no row of it"],
    does_not_mark_who_is_in: ["is absent, and"],
    tells_of_the_wrong_check_in: ["was told of a check-in at"],
    fails_with_some: ["was answered 500"],
}


# Two servers in one process both turn the process's warnings off and on while they prepare their routes.
@pytest.mark.either_engine  # it is the checker that is tested
@pytest.mark.filterwarnings("ignore::pydantic.warnings.UnsupportedFieldAttributeWarning")
@pytest.mark.rest
@pytest.mark.parametrize("break_worker", FOUND, ids=lambda worker: worker.__name__)
def test_a_broken_worker_is_found(
    settings: Settings,
    databases: Databases,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    break_worker: Break,
) -> None:
    break_worker(monkeypatch)
    rush, found = run_rush(settings, databases, tmp_path)
    words = FOUND[break_worker]
    assert bool(found) is bool(words), f"{rush}\n" + "\n".join(found[:20])
    for expected in words:
        assert any(expected in sentence for sentence in found), f"{rush}\n" + "\n".join(found[:20])
