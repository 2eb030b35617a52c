"""The file of erased tickets: one writer at a time, whole lines or none, the highest number of a ticket (4.erase)."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from doorlist.core.locks import LockFile, file_lock
from doorlist.privacy.erasure import erased_among
from doorlist.privacy.erasure_ledger import ErasureLedger

BACKEND = Path(__file__).parents[2]
FULL = """
import resource, signal, sys
from pathlib import Path
from doorlist.privacy.erasure_ledger import ErasureLedger

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
directory = Path(sys.argv[1])
size = (directory / "erased-tickets.txt").stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 100, size + 100))
try:
    ErasureLedger(directory).add({f"{number:022}": 1 for number in range(10)})
except OSError:
    sys.exit(7)
"""


def numbered(first: int, number: int) -> dict[str, int]:
    return {f"{each:022}": 1 for each in range(first, first + number)}


def test_a_disk_that_takes_a_part_is_a_failure_and_leaves_nothing(tmp_path: Path) -> None:  # 4.erase.487
    ErasureLedger(tmp_path).add({"a" * 22: 1})
    done = subprocess.run([sys.executable, "-c", FULL, str(tmp_path)], cwd=BACKEND, check=False)
    assert done.returncode == 7
    assert (tmp_path / "erased-tickets.txt").read_text() == f"{'a' * 22}\n"
    ErasureLedger(tmp_path).add({"b" * 22: 1})
    assert erased_among(ErasureLedger(tmp_path).changes()) == {"a" * 22, "b" * 22}


def test_one_writes_at_a_time(tmp_path: Path) -> None:  # 4.erase.487
    ledger = ErasureLedger(tmp_path)
    thread = threading.Thread(target=ledger.add, args=[numbered(0, 3)])
    with file_lock(tmp_path, LockFile.ERASED_TICKETS, wait_seconds=0, refusal=AssertionError()):
        thread.start()
        thread.join(0.3)
        assert thread.is_alive()
        assert erased_among(ledger.changes()) == set()
    thread.join()
    assert len(erased_among(ledger.changes())) == 3


def test_many_writers_lose_nothing(tmp_path: Path) -> None:  # 4.erase.487
    """Each writer has its own object, as two processes have."""
    write = "import sys; from pathlib import Path; from tests.privacy.test_erasure_ledger import write_some; "
    write += "write_some(Path(sys.argv[1]), int(sys.argv[2]))"
    others = [
        subprocess.Popen([sys.executable, "-c", write, str(tmp_path), str(first)], cwd=BACKEND)
        for first in (10_000, 20_000)
    ]
    threads = [threading.Thread(target=write_some, args=[tmp_path, first]) for first in (30_000, 40_000)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [other.wait() for other in others] == [0, 0]
    assert erased_among(ErasureLedger(tmp_path).changes()) == set().union(
        *(numbered(n * 10_000, 100) for n in (1, 2, 3, 4))
    )


def write_some(directory: Path, first: int) -> None:
    for start in range(first, first + 100, 5):
        ErasureLedger(directory).add(numbered(start, 5))


def test_a_ticket_is_what_its_highest_number_says(tmp_path: Path) -> None:  # 4.erase.488
    ledger = ErasureLedger(tmp_path)
    ledger.add({"a" * 22: 1, "b" * 22: 1, "c" * 22: 1})
    ledger.add({"a" * 22: 2, "b" * 22: 2})
    ledger.add({"b" * 22: 3})
    ledger.add({"a" * 22: 1})
    assert ledger.changes() == {"a" * 22: 2, "b" * 22: 3, "c" * 22: 1}
    assert erased_among(ledger.changes()) == {"b" * 22, "c" * 22}


@pytest.mark.parametrize("line", ["a" * 21, "a" * 22 + " ", "a" * 22 + " 2x", "a" * 22 + " 02", "a" * 22 + " -1", ""])
def test_an_unfinished_line_is_none(tmp_path: Path, line: str) -> None:  # 4.erase.478
    (tmp_path / "erased-tickets.txt").write_text(f"{'b' * 22}\n{line}")
    assert erased_among(ErasureLedger(tmp_path).changes()) - {"a" * 22} == {"b" * 22}
