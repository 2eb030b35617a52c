"""Hashing passwords, and telling which ones are easily guessed (contract 5 and 10)."""

import functools
import os
import re
import secrets
import sys
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

# OWASP's first choice for argon2id; 20 to 60 ms on a small machine.
_HASHER = PasswordHasher(time_cost=1, memory_cost=46 * 1024, parallelism=1)

NICENESS = 10
"""A tenth of what other threads may claim of a busy core: sign-ins get slower, and scans do not."""
LONGEST_JUDGED = 32
"""zxcvbn takes half a second at worst for so many characters, and several times that for twice as many."""
LEAST_SCORE = 3
"""Of 0 to 4: more than 10^8 guesses, a century at the 100 an hour that an account allows."""
PRODUCT = "doorlist"
SHORTEST_TOLD = 4
"""Shorter names are part of many words."""

_ONE_JUDGEMENT = threading.Lock()  # The library keeps what it is told of the user in a global.


def hash_password(password: str) -> str:
    """The argon2id hash, with its salt and parameters."""
    return _thread().submit(_HASHER.hash, password).result()


def verify_password(password: str, password_hash: str | None) -> bool:
    """Whether the password fits. Without a hash (unknown user) it takes as long and says no (contract 10)."""
    try:
        _thread().submit(_HASHER.verify, password_hash or _nobodys_hash(), password).result()
    except (VerificationError, InvalidHashError):
        return False
    return password_hash is not None


def is_easily_guessed(password: str, about_user: Iterable[str]) -> bool:
    """Whether a guesser would be there soon who knows common passwords, and the username and the name."""
    from zxcvbn import zxcvbn  # noqa: PLC0415 - megabytes of word lists that only a password change needs

    known = [PRODUCT, *(word for text in about_user for word in (text, *text.split()))]
    # The library forgives a dot between two known words.
    told = "|".join(re.escape(word) for word in sorted(known, key=len, reverse=True) if len(word) >= SHORTEST_TOLD)
    judged = re.sub(told, "", password, flags=re.IGNORECASE)[:LONGEST_JUDGED]
    with _ONE_JUDGEMENT:
        return not judged or zxcvbn(judged, user_inputs=known)["score"] < LEAST_SCORE


def random_password() -> str:
    """A password nobody can guess and a person can type: four groups of five letters and digits."""
    alphabet = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(alphabet) for _ in range(5)) for _ in range(4))


@functools.cache
def _nobodys_hash() -> str:
    return _HASHER.hash(secrets.token_hex())


@functools.cache
def _thread() -> ThreadPoolExecutor:
    """The one thread of this process that hashes: 46 MiB at a time, on one core, behind everything else."""
    return ThreadPoolExecutor(1, thread_name_prefix="passwords", initializer=_step_back)


def _step_back() -> None:
    # Only Linux has a priority per thread; elsewhere this would be the whole process.
    if sys.platform == "linux":
        with suppress(OSError):
            thread = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICENESS)
