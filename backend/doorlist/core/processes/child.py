"""The worker process: takes one call at a time from the server that started it, and ends with it (decision 0051).

A worker reads the database, and writes only files that a call gives it or names.
"""

import gc
import os
import pickle
import resource
import select
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.postgres import without_statement_deadline
from doorlist.core.errors import problem_for
from doorlist.core.logs import configure_logs
from doorlist.core.processes.channel import Channel, Kind, Message
from doorlist.core.processes.pool import Workplace
from doorlist.core.processes.worker_process import WorkInterrupted

HEARTBEAT_SECONDS = 1.0
NICENESS = 5
"""A third of the share of the server on a busy core: exports get slower, scans do not."""
MAX_MEMORY = 1536 * 1024 * 1024
"""Address space. An import of 200,000 rows takes half of it."""
KEPT_MEMORY = 256 * 1024 * 1024
"""A process that grew larger ends after its call, and gives its memory back."""
OUT_OF_MEMORY = "This takes more memory than the server allows for it. Nothing was changed."


def main() -> None:
    """Answer calls until the server closes the channel."""
    # The server ends this process. Ctrl-C, or a system that stops the whole group, would end it in the middle of calls.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    channel = Channel(socket.socket(fileno=int(sys.argv[1])))
    at_work = threading.Event()
    threading.Thread(target=_beat, args=(channel, at_work), name="heartbeat", daemon=True).start()
    configure_logs()
    settings: Settings = pickle.loads(channel.receive().body)  # noqa: S301 - the server's own
    os.umask(0o077)
    tempfile.tempdir = str(settings.data_dir)
    _limit_memory()
    database = Database(settings)
    # Only now: on a busy machine the start would take many times as long.
    with suppress(OSError):
        os.nice(NICENESS)
    with suppress(EOFError, OSError):
        channel.send(Kind.READY)
        while True:
            call = channel.receive()
            if call.kind is not Kind.CALL:
                continue  # asked for more steps than there were
            at_work.set()
            channel.send(Kind.BEGUN)
            _answer(channel, call, settings, database)
            at_work.clear()
            if _peak_memory() > KEPT_MEMORY:
                return


def _answer(channel: Channel, call: Message, settings: Settings, database: Database) -> None:
    files = [cast("BinaryIO", os.fdopen(descriptor, "r+b")) for descriptor in call.files]
    # Hundreds of thousands of rows, and hardly a cycle: the collector would go through them again and again.
    gc.disable()
    try:
        work = pickle.loads(call.body)  # noqa: S301 - the server's own
        with without_statement_deadline():
            result = work(Workplace(settings, database, files))
            if isinstance(result, Iterator):
                _answer_in_steps(channel, result)
                result = None
        for file in files:
            file.close()
        channel.send(Kind.RESULT, pickle.dumps(result, pickle.HIGHEST_PROTOCOL))
    except MemoryError:
        channel.send(Kind.PROBLEM, pickle.dumps(WorkInterrupted(OUT_OF_MEMORY)))
    except Exception as error:  # noqa: BLE001 - the server raises it
        channel.send(Kind.PROBLEM, pickle.dumps(problem_for(error)))
    finally:
        gc.enable()
        for file in files:
            with suppress(OSError):
                file.close()


def _answer_in_steps(channel: Channel, steps: Iterator[Any]) -> None:
    """Send a step for each NEXT of the server; another message ends them."""
    for step in steps:
        channel.send(Kind.STEP, pickle.dumps(step, pickle.HIGHEST_PROTOCOL))
        if channel.receive().kind is not Kind.NEXT:
            return


def _beat(channel: Channel, at_work: threading.Event) -> None:
    """Show that this process runs, and end it when the server is gone."""
    closed = select.poll()
    closed.register(channel, 0)
    with suppress(OSError):
        while not closed.poll(HEARTBEAT_SECONDS * 1000):
            if at_work.is_set():
                channel.send(Kind.HEARTBEAT)
    os._exit(0)


def _limit_memory() -> None:
    for kind, limit in ((resource.RLIMIT_AS, MAX_MEMORY), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (limit, limit))


def _peak_memory() -> int:
    """Return the most memory this program has had, in bytes."""
    if sys.platform == "darwin":
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # On Linux `getrusage` begins with the peak of the server that started this process.
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split(maxsplit=1)[0]) * 1024


if __name__ == "__main__":
    main()
