"""The process that hashes passwords, at a lower priority than the server (contract 10.sign-in, decision 0017).

A thread with that priority would hold the interpreter's lock while it waits for the processor. Each line of input is a
JSON array, each line of output a JSON value; the process ends with its input.
"""

import json
import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

NICENESS = 10
"""A tenth of the share of other processes on a busy core: sign-ins get slower, scans do not."""
MAX_JUDGED_LENGTH = 32
"""zxcvbn needs half a second at worst for so many characters, and several times that for twice as many."""
MIN_SCORE = 3
"""Score from 0 to 4. 3 means more than 10^8 guesses: a century at the 100 an hour that an account allows."""
PRODUCT = "doorlist"
MIN_NAME_PART_LENGTH = 4
"""Shorter names occur in many words."""

# OWASP's first choice for argon2id; 20 to 60 ms on a small machine.
_HASHER = PasswordHasher(time_cost=1, memory_cost=46 * 1024, parallelism=1)


def hash_password(password: str) -> str:
    """The argon2id hash, with its salt and parameters."""
    return _HASHER.hash(password)


def verify_password(password: str, password_hash: str) -> bool:
    try:
        return _HASHER.verify(password_hash, password)
    except (VerificationError, InvalidHashError):
        return False


def is_easily_guessed(password: str, about_user: Sequence[str]) -> bool:
    """Whether someone who knows common passwords, the username and the name would guess it soon."""
    from zxcvbn import zxcvbn  # noqa: PLC0415 - megabytes of word lists that only a password change needs

    known = [PRODUCT, *(word for text in about_user for word in (text, *text.split()))]
    # zxcvbn rates a dot between two known words too high.
    told = "|".join(
        re.escape(word) for word in sorted(known, key=len, reverse=True) if len(word) >= MIN_NAME_PART_LENGTH
    )
    judged = re.sub(told, "", password, flags=re.IGNORECASE)[:MAX_JUDGED_LENGTH]
    return not judged or bool(zxcvbn(judged, user_inputs=known)["score"] < MIN_SCORE)


CALLS: dict[str, Callable[..., str | bool]] = {
    call.__name__: call for call in (hash_password, verify_password, is_easily_guessed)
}


def main() -> None:
    # Ctrl-C is for the server, which ends this process after its last answer.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.nice(NICENESS)
    for line in sys.stdin.buffer:
        name, *arguments = json.loads(line)
        sys.stdout.write(json.dumps(CALLS[name](*arguments)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
