"""Hashes passwords, and detects passwords that are easy to guess (contract 5 and 10.sign-in).

A server does so in a separate process; a command does it itself.
"""

import functools
import json
import secrets
import select
import subprocess
import sys
import threading
from collections.abc import Iterable

from doorlist.users import password_worker

MAX_SECONDS = 60
"""Longer than any password takes, even on a machine with hardly any time to spare."""


def hash_password(password: str) -> str:
    return str(process.ask("hash_password", password))


def verify_password(password: str, password_hash: str | None) -> bool:
    """Whether the password is right. An unknown user, without a hash, takes as long (contract 10.throttle.2)."""
    fits = process.ask("verify_password", password, password_hash or _nobodys_hash())
    return bool(fits) and password_hash is not None


def is_easily_guessed(password: str, about_user: Iterable[str]) -> bool:
    """Whether someone who knows common passwords, the username and the name would guess it soon."""
    return bool(process.ask("is_easily_guessed", password, list(about_user)))


def random_password() -> str:
    """A password that is impossible to guess and easy to type: four groups of five letters and digits."""
    return random_groups(groups=4, letters=5)


def random_groups(*, groups: int, letters: int) -> str:
    """Random groups of letters and digits that nobody takes for each other, 4.95 bits each."""
    alphabet = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(alphabet) for _ in range(letters)) for _ in range(groups))


class PasswordProcess:
    """The process, started by the first question. One question at a time, so that one hash at a time takes memory."""

    def __init__(self) -> None:
        self._one_at_a_time = threading.Lock()
        self._is_wanted = False
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    def begin(self) -> None:
        """Send questions to the process from now on."""
        self._is_wanted = True

    def end(self) -> None:
        """End the process; from now on questions are answered here."""
        with self._one_at_a_time:
            self._is_wanted = False
            self._kill()

    def ask(self, question: str, *arguments: object) -> object:
        """The answer of `password_worker`. A process that was killed is started again, and asked again."""
        with self._one_at_a_time:
            if not self._is_wanted:
                return password_worker.CALLS[question](*arguments)
            try:
                return self._ask((question, *arguments))
            except OSError:
                self._kill()
                return self._ask((question, *arguments))

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _ask(self, question: object) -> object:
        if self._process is None:
            command = [sys.executable, "-P", "-m", "doorlist.users.password_worker"]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
        sent, answered = self._process.stdin, self._process.stdout
        assert sent is not None  # noqa: S101 - both are pipes
        assert answered is not None  # noqa: S101
        sent.write(json.dumps(question).encode() + b"\n")
        sent.flush()
        readable = select.poll()
        readable.register(answered, select.POLLIN)
        line = answered.readline() if readable.poll(MAX_SECONDS * 1000) else b""
        if not line:
            raise BrokenPipeError
        return json.loads(line)


process = PasswordProcess()


@functools.cache
def _nobodys_hash() -> str:
    return hash_password(secrets.token_hex())
