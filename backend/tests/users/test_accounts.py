"""Managing staff accounts: list, create, edit, deactivate, reactivate."""

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update

from doorlist.users.models import User
from tests.cast import IDA, NORA, OLIVE, OSCAR, SAM
from tests.house import House, Json, json_of, problem

ZOE = {"username": "zoe", "fullName": "Zoë Zimmer", "role": "super_admin", "password": "a long enough one"}
MIXED = "\u043elive"  # begins with a Cyrillic letter


def user_named(client: TestClient, username: str) -> Json:
    found: Json = next(user for user in client.get("/api/users").json() if user["username"] == username)
    return found


@pytest.mark.either_engine
class TestWhoMayManage:
    @pytest.mark.parametrize(
        ("method", "path"),
        [
            ("GET", "/api/users"),
            ("POST", "/api/users"),
            ("PUT", "/api/users/1"),
            ("DELETE", "/api/users/1"),
            ("POST", "/api/users/1/reactivate"),
        ],
    )
    def test_only_super_admins(self, house: House, method: str, path: str) -> None:  # 6.roles.4
        problem(house.stranger().request(method, path, json=ZOE), 401, "not_signed_in")
        problem(house.signed_in(NORA).request(method, path, json=ZOE), 403, "password_change_required")
        problem(house.signed_in(OLIVE).request(method, path, json=ZOE), 403, "forbidden")


class TestList:
    def test_has_everybody_by_full_name_and_no_secret(self, house: House) -> None:  # 7.call.27
        users = house.signed_in(SAM).get("/api/users").json()
        assert [user["username"] for user in users] == ["ida", "nora", "olive", "oscar", "sam"]
        assert not any("password" in key.lower() for key in users[0] if key != "mustChangePassword")
        assert [user["isActive"] for user in users] == [False, True, True, True, True]
        assert users[4]["lastLogin"] is not None


class TestCreate:
    def test_makes_an_account_whose_password_must_be_replaced(self, house: House) -> None:  # 7.call.28
        sam = house.signed_in(SAM)
        answer = sam.post("/api/users", json=ZOE)
        assert answer.status_code == 201
        assert json_of(answer)["mustChangePassword"] is True
        assert json_of(answer)["role"] == "super_admin"
        signed_in = house.stranger().post("/api/login", json={"username": "ZOE", "password": "a long enough one"})
        assert signed_in.status_code == 200

    @pytest.mark.either_engine
    def test_creates_organizers_by_default(self, house: House) -> None:  # 3.user.5
        new = {key: value for key, value in ZOE.items() if key != "role"}
        assert json_of(house.signed_in(SAM).post("/api/users", json=new))["role"] == "organizer"

    def test_refuses_a_name_that_is_taken_in_another_case(self, house: House) -> None:  # 3.user.3; 10.code.24
        problem(house.signed_in(SAM).post("/api/users", json={**ZOE, "username": "OLIVE"}), 409, "username_taken")

    @pytest.mark.either_engine
    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"username": "zo"}, "username"),
            ({"fullName": "  "}, "fullName"),
            ({"role": "king"}, "role"),
            ({"password": "short"}, "password"),
            ({"password": "password123"}, "password"),
        ],
    )
    def test_names_the_field_that_is_wrong(self, house: House, change: Json, field: str) -> None:
        refusal = problem(house.signed_in(SAM).post("/api/users", json={**ZOE, **change}), 400, "validation_failed")
        assert refusal["errors"][0]["field"] == field


@pytest.mark.either_engine
class TestEdit:
    def test_saves_name_username_and_role_and_says_who_did(self, house: House) -> None:  # 7.call.29
        sam = house.signed_in(SAM)
        olive = user_named(sam, "olive")
        change = {"username": "olivia", "fullName": "Olivia O.", "role": "super_admin"}
        saved = json_of(sam.put(f"/api/users/{olive['id']}", json=change))
        assert (saved["username"], saved["fullName"], saved["role"]) == ("olivia", "Olivia O.", "super_admin")
        assert saved["version"] == olive["version"] + 1
        assert saved["updatedBy"]["fullName"] == "Sam Superadmin"

    def test_refuses_a_new_username_of_two_alphabets(self, house: House) -> None:  # 5.user.3
        sam = house.signed_in(SAM)
        path = f"/api/users/{user_named(sam, 'olive')['id']}"
        (error,) = problem(sam.put(path, json={"username": MIXED}), 400, "validation_failed")["errors"]
        assert error["field"] == "username"
        assert error["message"] == "Use letters of one alphabet. '\u043e' is Cyrillic and 'l' is Latin"

    def test_refuses_a_new_username_with_a_space(self, house: House) -> None:  # 5.user.1000
        sam = house.signed_in(SAM)
        path = f"/api/users/{user_named(sam, 'olive')['id']}"
        (error,) = problem(sam.put(path, json={"username": "olive o"}), 400, "validation_failed")["errors"]
        assert error["field"] == "username"
        assert error["message"] == "Use no spaces. Write a dot or a hyphen instead, as in maria.lopez"

    @pytest.mark.parametrize("old", [MIXED, "olive o"])
    def test_one_that_was_there_before_keeps_working(self, house: House, old: str) -> None:  # 5.user.4, 5.user.1001
        with house.database.write() as tx:
            tx.execute(update(User).where(User.username == "olive").values(username=old, username_folded=old))
        sam = house.signed_in(SAM)
        olive = user_named(sam, old)
        saved = sam.put(f"/api/users/{olive['id']}", json={"username": old, "fullName": "Olive O."})
        assert json_of(saved)["fullName"] == "Olive O."
        answer = house.stranger().post("/api/login", json={"username": old, "password": OLIVE.password})
        assert answer.status_code == 200

    @pytest.mark.parametrize("guess", ["Password123!", "olive.olive", "Olive Oakwood", "Oakwood2026"])
    def test_refuses_a_password_that_is_easily_guessed(self, house: House, guess: str) -> None:  # 5.password.5, 6
        sam = house.signed_in(SAM)
        path = f"/api/users/{user_named(sam, 'olive')['id']}"
        change = {"fullName": "Olive Oakwood", "password": guess}
        (error,) = problem(sam.put(path, json=change), 400, "validation_failed")["errors"]
        assert error["field"] == "password"
        assert error["message"] == "This password is easy to guess. Use four or more words that do not belong together"

    @pytest.mark.parametrize("blank", [{}, {"password": ""}, {"password": None}])
    def test_a_blank_password_keeps_the_present_one(self, house: House, blank: Json) -> None:  # 5.users.2
        sam = house.signed_in(SAM)
        olive = user_named(sam, "olive")
        assert sam.put(f"/api/users/{olive['id']}", json={"fullName": "Olive O.", **blank}).status_code == 200
        house.signed_in(OLIVE)

    def test_a_new_password_ends_all_sessions_and_must_be_replaced(self, house: House) -> None:
        # 4.session.8; 4.first.5
        sam, olive = house.signed_in(SAM), house.signed_in(OLIVE)
        saved = json_of(sam.put(f"/api/users/{user_named(sam, 'olive')['id']}", json={"password": "given by sam 1"}))
        assert saved["mustChangePassword"] is True
        problem(olive.get("/api/me"), 401, "not_signed_in")

    def test_a_new_role_ends_all_sessions(self, house: House) -> None:  # 4.session.8
        sam, olive = house.signed_in(SAM), house.signed_in(OLIVE)
        sam.put(f"/api/users/{user_named(sam, 'olive')['id']}", json={"role": "super_admin"})
        problem(olive.get("/api/me"), 401, "not_signed_in")

    def test_an_edit_without_either_ends_none(self, house: House) -> None:
        sam, olive = house.signed_in(SAM), house.signed_in(OLIVE)
        sam.put(f"/api/users/{user_named(sam, 'olive')['id']}", json={"fullName": "Olive O.", "role": "organizer"})
        assert json_of(olive.get("/api/me"))["fullName"] == "Olive O."

    def test_ones_own_new_password_keeps_the_session_in_use(self, house: House) -> None:
        sam, elsewhere = house.signed_in(SAM), house.signed_in(SAM)
        saved = json_of(sam.put(f"/api/users/{user_named(sam, 'sam')['id']}", json={"password": "my very own new one"}))
        assert saved["mustChangePassword"] is False
        assert sam.get("/api/me").status_code == 200
        problem(elsewhere.get("/api/me"), 401, "not_signed_in")

    def test_who_edited_their_own_account_can_sign_in_again_and_edit_it_again(self, house: House) -> None:
        for name in ("Sam S.", "Sam T."):
            sam = house.signed_in(SAM)
            saved = json_of(sam.put(f"/api/users/{user_named(sam, 'sam')['id']}", json={"fullName": name}))
            assert saved["updatedBy"] == {"id": saved["id"], "fullName": name}

    def test_refuses_an_inactive_account(self, house: House) -> None:  # 10.code.27
        sam = house.signed_in(SAM)
        answer = sam.put(f"/api/users/{user_named(sam, 'ida')['id']}", json={"fullName": "Ida I."})
        problem(answer, 409, "user_inactive")

    def test_refuses_a_stale_version_and_shows_what_is_there(self, house: House) -> None:
        sam = house.signed_in(SAM)
        olive = user_named(sam, "olive")
        sam.put(f"/api/users/{olive['id']}", json={"fullName": "First", "version": olive["version"]})
        answer = sam.put(f"/api/users/{olive['id']}", json={"fullName": "Second", "version": olive["version"]})
        assert problem(answer, 409, "version_conflict")["current"]["fullName"] == "First"

    def test_an_unknown_account_is_not_found(self, house: House) -> None:  # 10.code.23
        refused = problem(house.signed_in(SAM).put("/api/users/999", json={"fullName": "X"}), 404, "user_not_found")
        assert refused["detail"].startswith("This account no longer exists")


@pytest.mark.either_engine
class TestDeactivate:
    def test_closes_the_account_and_ends_its_sessions_and_again_is_the_same(self, house: House) -> None:  # 7.call.30
        # 4.session.8
        sam, olive = house.signed_in(SAM), house.signed_in(OLIVE)
        path = f"/api/users/{user_named(sam, 'olive')['id']}"
        for _ in range(2):
            answer = sam.delete(path)
            assert answer.status_code == 200
            assert json_of(answer)["isActive"] is False
        problem(olive.get("/api/me"), 401, "not_signed_in")

    def test_nobody_deactivates_themselves(self, house: House) -> None:  # 5.users.4; 10.code.25
        sam = house.signed_in(SAM)
        refusal = problem(sam.delete(f"/api/users/{user_named(sam, 'sam')['id']}"), 409, "cannot_deactivate_yourself")
        assert refusal["detail"] == "Cannot deactivate yourself"

    def test_the_last_super_admin_keeps_the_role(self, house: House) -> None:  # 10.code.26
        sam = house.signed_in(SAM)
        answer = sam.put(f"/api/users/{user_named(sam, 'sam')['id']}", json={"role": "organizer"})
        problem(answer, 409, "last_super_admin")

    def test_with_another_super_admin_one_may_step_down(self, house: House) -> None:
        sam = house.signed_in(SAM)
        sam.put(f"/api/users/{user_named(sam, 'oscar')['id']}", json={"role": "super_admin"})
        answer = sam.put(f"/api/users/{user_named(sam, 'sam')['id']}", json={"role": "organizer"})
        assert json_of(answer)["role"] == "organizer"
        problem(sam.get("/api/me"), 401, "not_signed_in")
        house.signed_in(OSCAR)

    def test_a_reactivated_account_signs_in_again(self, house: House) -> None:  # 7.call.31
        sam = house.signed_in(SAM)
        ida = user_named(sam, "ida")
        assert json_of(sam.post(f"/api/users/{ida['id']}/reactivate"))["isActive"] is True
        answer = house.stranger().post("/api/login", json={"username": "ida", "password": IDA.password})
        assert answer.status_code == 200
