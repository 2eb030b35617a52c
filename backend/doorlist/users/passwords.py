"""Hashing passwords, and the list of those that everybody guesses first."""

import functools
import secrets

from anyio import CapacityLimiter
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

# OWASP's first choice for argon2id; 20 to 60 ms on a small machine.
_HASHER = PasswordHasher(time_cost=1, memory_cost=46 * 1024, parallelism=1)

HASHES_AT_ONCE = 2
"""Each takes 46 MiB and a core while it lasts; a burst of sign-ins queues rather than starving the door."""


def hashing_slots() -> CapacityLimiter:
    """A limit on how many hashes run at once in one server."""
    return CapacityLimiter(HASHES_AT_ONCE)


def hash_password(password: str) -> str:
    """The argon2id hash, with its salt and parameters."""
    return _HASHER.hash(password)


def verify_password(password: str, password_hash: str | None) -> bool:
    """Whether the password fits. Without a hash (unknown user) it takes as long and says no (contract 10)."""
    try:
        _HASHER.verify(password_hash or _nobodys_hash(), password)
    except (VerificationError, InvalidHashError):
        return False
    return password_hash is not None


def is_common(password: str) -> bool:
    """Whether the password is on the list of common ones, in whatever case."""
    return password.casefold() in _common_passwords()


def random_password() -> str:
    """A password nobody can guess and a person can type: four groups of five letters and digits."""
    alphabet = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(alphabet) for _ in range(5)) for _ in range(4))


@functools.cache
def _nobodys_hash() -> str:
    return _HASHER.hash(secrets.token_hex())


@functools.cache
def _common_passwords() -> frozenset[str]:
    from zxcvbn.frequency_lists import FREQUENCY_LISTS  # noqa: PLC0415 - 3 MB that only a password change needs

    return frozenset(FREQUENCY_LISTS["passwords"])
