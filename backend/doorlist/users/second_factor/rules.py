"""Rules of the second factor as plain functions on plain values (contract 6.factor)."""

from enum import StrEnum

from doorlist.users.rules import Role

DIGITS = 6
CLOCK_SKEW_STEPS = 1
"""A step lasts 30 seconds: a phone's clock may be that much ahead or behind."""
RECOVERY_CODES = 10
RECOVERY_GROUPS = 3
RECOVERY_LETTERS = 4
"""A recovery code looks like `kx7m-r4tn-9vhw`."""


class RequiredFor(StrEnum):
    NOBODY = "nobody"
    SUPER_ADMINS = "super_admins"
    EVERYONE = "everyone"


ROLES = {
    RequiredFor.NOBODY: frozenset[Role](),
    RequiredFor.SUPER_ADMINS: frozenset({Role.SUPER_ADMIN}),
    RequiredFor.EVERYONE: frozenset(Role),
}


def plain_code(typed: str) -> str:
    """A code as it is compared: '123 456' is 123456, and 'ABCD-efgh' is abcdefgh."""
    return "".join(character for character in typed.lower() if character.isascii() and character.isalnum())


def looks_like_recovery_code(typed: str) -> bool:
    """Whether it is as long as a recovery code, so that it is no code of an app."""
    return len(plain_code(typed)) == RECOVERY_GROUPS * RECOVERY_LETTERS
