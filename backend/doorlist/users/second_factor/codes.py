"""Codes of an authenticator app (TOTP, RFC 6238), and recovery codes."""

import hashlib
import hmac
from datetime import datetime

import pyotp

from doorlist.users.passwords import random_groups
from doorlist.users.second_factor.rules import (
    CLOCK_SKEW_STEPS,
    DIGITS,
    RECOVERY_CODES,
    RECOVERY_GROUPS,
    RECOVERY_LETTERS,
    plain_code,
)

ISSUER = "Doorlist"


def new_secret() -> str:
    """A secret of 160 random bits, in the base 32 that people type into an app."""
    return pyotp.random_base32()


def otpauth_url(secret: str, username: str) -> str:
    return pyotp.TOTP(secret, digits=DIGITS).provisioning_uri(name=username, issuer_name=ISSUER)


def matching_step(secret: str, code: str, now: datetime) -> int | None:
    """The step of time to which the code belongs: this one, or a neighbour; None if it is wrong.

    Compares with all codes, so that the duration reveals nothing.
    """
    totp = pyotp.TOTP(secret, digits=DIGITS)
    present = totp.timecode(now)
    steps = range(present - CLOCK_SKEW_STEPS, present + CLOCK_SKEW_STEPS + 1)
    matching = [step for step in steps if hmac.compare_digest(totp.generate_otp(step), code)]
    return max(matching, default=None)


def new_recovery_codes() -> list[str]:
    """Ten codes of 59 random bits each, like `kx7m-r4tn-9vhw`."""
    return [random_groups(groups=RECOVERY_GROUPS, letters=RECOVERY_LETTERS) for _ in range(RECOVERY_CODES)]


def recovery_hash(code: str) -> str:
    """The hash that is stored. Nobody can try out all codes, so it need not be a slow one."""
    return hashlib.sha256(plain_code(code).encode()).hexdigest()
