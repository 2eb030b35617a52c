"""Making accounts without a screen: the first one, and those made from the shell."""

import pytest
from pydantic import ValidationError
from sqlalchemy import delete, func, select, update

from doorlist.core.db.database import Database
from doorlist.core.errors import InvalidInput
from doorlist.users.accounts import UsernameTaken, create_first_super_admin, create_user
from doorlist.users.models import User
from doorlist.users.rules import Role
from doorlist.users.schemas import NewUser
from tests.house import House, json_of, problem

PASSWORD = "correct horse battery"


def new(**fields: str) -> NewUser:
    return NewUser.model_validate({"username": "vera", "fullName": "Vera New", "password": PASSWORD, **fields})


def without_users(database: Database) -> Database:
    with database.write() as tx:
        tx.execute(delete(User))
    return database


def count(database: Database) -> int:
    with database.read() as tx:
        return tx.scalar(select(func.count()).select_from(User)) or 0


class TestTheFirst:
    @pytest.mark.both_engines
    def test_is_a_super_admin_whose_printed_password_works_and_must_be_changed(self, house: House) -> None:
        # 4.first.1, 3
        password = create_first_super_admin(without_users(house.database))
        assert password is not None
        client = house.stranger()
        user = json_of(client.post("/api/login", json={"username": "admin", "password": password}))
        assert (user["username"], user["role"], user["mustChangePassword"]) == ("admin", "super_admin", True)
        problem(client.get("/api/events"), 403, "password_change_required")
        change = {"currentPassword": password, "newPassword": PASSWORD}
        assert client.put("/api/me/password", json=change).status_code == 204
        assert client.get("/api/events").status_code == 200

    def test_is_made_once_with_another_password_on_each_server(self, database: Database) -> None:
        # 4.first.2
        without_users(database)
        first = create_first_super_admin(database)
        assert create_first_super_admin(database) is None
        assert count(database) == 1
        assert create_first_super_admin(without_users(database)) != first

    @pytest.mark.both_engines
    def test_is_not_made_where_anybody_has_an_account_even_an_inactive_one(self, database: Database) -> None:
        with database.write() as tx:
            tx.execute(update(User).values(is_active=False))
        assert create_first_super_admin(database) is None
        assert count(database) == 5


@pytest.mark.either_engine
class TestCreate:
    def test_creates_an_organizer_by_default(self, house: House) -> None:
        made = create_user(house.database, new(), must_change_password=False, created_by=None)
        assert (made.role, made.is_active, made.last_login) == (Role.ORGANIZER, True, None)
        client = house.stranger()
        answer = client.post("/api/login", json={"username": "vera", "password": PASSWORD})
        assert json_of(answer)["mustChangePassword"] is False
        assert client.get("/api/events").status_code == 200

    def test_refuses_a_username_in_use_in_whatever_case(self, database: Database) -> None:
        for username in ("olive", "OLIVE", "Olive", " olive "):
            with pytest.raises(UsernameTaken) as refusal:
                create_user(database, new(username=username), must_change_password=False, created_by=None)
            assert (refusal.value.status, refusal.value.code) == (409, "username_taken")
        assert count(database) == 5

    def test_refuses_a_username_of_two_alphabets(self, database: Database) -> None:  # 5.user.3
        with pytest.raises(InvalidInput) as refusal:
            create_user(database, new(username="ver\u0430"), must_change_password=False, created_by=None)
        assert [error["field"] for error in refusal.value.errors] == ["username"]
        assert count(database) == 5

    def test_checks_every_password_by_the_rules(self, database: Database) -> None:  # 5.password.1, 2, 6
        for password in ("x" * 9, "x" * 129, "password123", "Vera New 1", "veravera", ""):
            with pytest.raises(InvalidInput) as refusal:
                create_user(database, new(password=password), must_change_password=False, created_by=None)
            assert [error["field"] for error in refusal.value.errors] == ["password"]
        assert count(database) == 5


@pytest.mark.parametrize(
    "fields",
    [
        {"username": "ab"},
        {"username": "  ab  "},
        {"username": "x" * 65},
        {"username": "tab\tbed"},
        {"fullName": ""},
        {"fullName": "   "},
        {"fullName": "x" * 201},
        {"role": "owner"},
    ],
    ids=str,
)
def test_an_account_that_breaks_a_rule_is_refused(fields: dict[str, str]) -> None:  # 5.user.1, 2
    with pytest.raises(ValidationError):
        new(**fields)


@pytest.mark.parametrize("fields", [{"username": "abc"}, {"username": "x" * 64}, {"fullName": "x" * 200}], ids=str)
def test_an_account_at_the_edge_of_a_rule_is_taken(fields: dict[str, str]) -> None:  # 5.user.1, 2
    assert new(**fields).role == "organizer"
