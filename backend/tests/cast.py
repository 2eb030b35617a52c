"""The people of every test: always the same, so that a test reads as a story."""

from dataclasses import dataclass

from doorlist.users.rules import Role


@dataclass(frozen=True)
class Person:
    """A staff account of the tests."""

    username: str
    full_name: str
    role: Role
    password: str = "correct horse battery"
    is_active: bool = True
    must_change_password: bool = False


OLIVE = Person("olive", "Olive Organizer", Role.ORGANIZER)
OSCAR = Person("oscar", "Oscar Organizer", Role.ORGANIZER)
SAM = Person("sam", "Sam Superadmin", Role.SUPER_ADMIN)
IDA = Person("ida", "Ida Inactive", Role.ORGANIZER, is_active=False)
NORA = Person("nora", "Nora Newcomer", Role.ORGANIZER, must_change_password=True)

CAST = (OLIVE, OSCAR, SAM, IDA, NORA)
