"""Values of the environment that are accepted, and errors about others."""

import stat
from pathlib import Path

import pytest

from doorlist.core.config import REPOSITORY, BadSetting, Settings


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "DATA_DIR",
        "DATABASE_URL",
        "PUBLIC_URL",
        "TRUSTED_PROXIES",
        "METRICS_FROM",
        "ALLOWED_HOSTS",
        "TICKET_URL",
    ):
        monkeypatch.delenv(f"DOORLIST_{name}", raising=False)


def test_without_a_word_the_data_is_kept_in_the_checkout_and_nobody_is_trusted() -> None:  # 10.run.2, 4
    settings = Settings.from_environment()
    assert settings.data_dir == REPOSITORY / "data"
    assert settings.database_url is None
    assert settings.public_url is None
    assert settings.trusted_proxies == settings.metrics_from == ()
    assert "/data/" in (REPOSITORY / ".gitignore").read_text().split()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DOORLIST_PUBLIC_URL", "door.example.org"),
        ("DOORLIST_PUBLIC_URL", "ftp://door.example.org"),
        ("DOORLIST_TRUSTED_PROXIES", "10.0.0.5, proxy.example.org"),
        ("DOORLIST_METRICS_FROM", "10.0.0.0/99"),
        ("DOORLIST_TICKET_URL", "tickets.example.org"),
        ("DOORLIST_TICKET_URL", "mailto:tickets@example.org"),
        ("DOORLIST_TICKET_URL", "https://tickets.example.org/ticket"),
        ("DOORLIST_TICKET_URL", "https://tickets.example.org?x=1"),
        ("DOORLIST_TICKET_URL", "https://tickets.example.org/#DL1"),
        ("DOORLIST_TICKET_URL", "https://olive:secret@tickets.example.org"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSetting, match=name):
        Settings.from_environment()


def test_the_ticket_url_is_an_address_without_a_path(monkeypatch: pytest.MonkeyPatch) -> None:  # 10.run.45
    assert Settings.from_environment().ticket_url is None
    monkeypatch.setenv("DOORLIST_TICKET_URL", "https://Tickets.example.org:8443/")
    assert Settings.from_environment().ticket_url == "https://tickets.example.org:8443"
    monkeypatch.setenv("DOORLIST_TICKET_URL", "https://tickets.example.org/guests")
    with pytest.raises(BadSetting, match=r"nothing after the name: https://tickets\.example\.org$"):
        Settings.from_environment()


def test_networks_and_single_addresses_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOORLIST_TRUSTED_PROXIES", " 10.0.0.5 , 192.168.0.7/24, fd00::/8 ,")
    assert [str(n) for n in Settings.from_environment().trusted_proxies] == [
        "10.0.0.5/32",
        "192.168.0.0/24",
        "fd00::/8",
    ]


def test_the_data_directory_is_for_its_owner_alone(tmp_path: Path) -> None:  # 10.run.3
    settings = Settings(data_dir=tmp_path / "new" / "data")
    settings.prepare_data_dir()
    assert stat.S_IMODE(settings.data_dir.stat().st_mode) == 0o700
    settings.data_dir.chmod(0o755)
    settings.prepare_data_dir()
    assert stat.S_IMODE(settings.data_dir.stat().st_mode) == 0o700


def test_further_names_are_taken_without_a_port(monkeypatch: pytest.MonkeyPatch) -> None:  # 10.host.3
    monkeypatch.setenv("DOORLIST_ALLOWED_HOSTS", " Tickets.lan , *.club.example ,")
    assert Settings.from_environment().allowed_hosts == {"tickets.lan", "*.club.example"}
    for nonsense in ("tickets.lan:8000", "https://tickets.lan", "*", "a b"):
        monkeypatch.setenv("DOORLIST_ALLOWED_HOSTS", nonsense)
        with pytest.raises(BadSetting, match="DOORLIST_ALLOWED_HOSTS"):
            Settings.from_environment()


class TestInstalledFromAWheel:
    @pytest.fixture(autouse=True)
    def _no_checkout(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("doorlist.core.config.IS_CHECKOUT", False)

    def test_the_data_is_kept_in_the_home_folder(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("HOME", str(tmp_path))  # 10.run.260
        assert Settings.from_environment().data_dir == tmp_path / "doorlist" / "data"

    def test_a_user_without_a_home_folder_names_one(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.delenv("HOME")
        monkeypatch.setattr("os.getuid", lambda: 4_000_000_000)
        with pytest.raises(BadSetting, match="DOORLIST_DATA_DIR"):
            Settings.from_environment()
        monkeypatch.setenv("DOORLIST_DATA_DIR", str(tmp_path))
        assert Settings.from_environment().data_dir == tmp_path
