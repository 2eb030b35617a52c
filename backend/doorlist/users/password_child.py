"""The process that hashes passwords, behind the priority of the server (contract 10.sign-in, decision 0017).

A thread of the server could have that priority too, but would hold the interpreter's lock while it is kept waiting.
It is asked a JSON array a line, answers a JSON value a line, and ends with its input.
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
"""A tenth of what others may claim of a busy core: sign-ins get slower, and scans do not."""
LONGEST_JUDGED = 32
"""zxcvbn takes half a second at worst for so many characters, and several times that for twice as many."""
LEAST_SCORE = 3
"""Of 0 to 4: more than 10^8 guesses, a century at the 100 an hour that an account allows."""
PRODUCT = "doorlist"
SHORTEST_TOLD = 4
"""Shorter names are part of many words."""

# OWASP's first choice for argon2id; 20 to 60 ms on a small machine.
_HASHER = PasswordHasher(time_cost=1, memory_cost=46 * 1024, parallelism=1)


def hash_password(password: str) -> str:
    """The argon2id hash, with its salt and parameters."""
    return _HASHER.hash(password)


def verify_password(password: str, password_hash: str) -> bool:
    """Whether the password fits."""
    try:
        return _HASHER.verify(password_hash, password)
    except (VerificationError, InvalidHashError):
        return False


def is_easily_guessed(password: str, about_user: Sequence[str]) -> bool:
    """Whether a guesser would be there soon who knows common passwords, and the username and the name."""
    from zxcvbn import zxcvbn  # noqa: PLC0415 - megabytes of word lists that only a password change needs

    known = [PRODUCT, *(word for text in about_user for word in (text, *text.split()))]
    # The library forgives a dot between two known words.
    told = "|".join(re.escape(word) for word in sorted(known, key=len, reverse=True) if len(word) >= SHORTEST_TOLD)
    judged = re.sub(told, "", password, flags=re.IGNORECASE)[:LONGEST_JUDGED]
    return not judged or bool(zxcvbn(judged, user_inputs=known)["score"] < LEAST_SCORE)


CALLS: dict[str, Callable[..., str | bool]] = {
    call.__name__: call for call in (hash_password, verify_password, is_easily_guessed)
}


def main() -> None:
    """Answer until the input ends."""
    # Ctrl-C is for the server, which ends this process when it has answered.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.nice(NICENESS)
    for line in sys.stdin.buffer:
        name, *arguments = json.loads(line)
        sys.stdout.write(json.dumps(CALLS[name](*arguments)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
