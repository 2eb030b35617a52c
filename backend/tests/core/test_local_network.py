"""Where phones find this machine: its addresses, and the QR code in the console."""

import socket

import ifaddr
import pytest
import segno

from doorlist.core.local_network import console_qr, local_addresses


class TestTheAddresses:
    def test_are_those_of_this_machine_and_never_loopback(self) -> None:
        for address in local_addresses():
            assert not address.is_loopback
            with socket.socket(socket.AF_INET if address.version == 4 else socket.AF_INET6) as own:
                own.bind((str(address), 0))

    def test_are_none_without_a_network(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def unreachable(*_: object, **__: object) -> None:
            raise OSError("Network is unreachable")

        monkeypatch.setattr(socket.socket, "connect", unreachable)
        monkeypatch.setattr(ifaddr, "get_adapters", list)
        assert local_addresses() == []

    def test_include_one_that_no_route_out_uses(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ips = [ifaddr.IP("192.168.43.1", 24, "hotspot"), ifaddr.IP(("fd00::1", 0, 0), 64, "hotspot")]
        monkeypatch.setattr(ifaddr, "get_adapters", lambda: [ifaddr.Adapter("hotspot", "hotspot", ips)])
        assert "192.168.43.1" in map(str, local_addresses())


class TestTheQrInTheConsole:
    def test_holds_the_address(self) -> None:
        url = "https://192.168.1.20:8443"
        rows = [line.removeprefix("\033[97;40m").removesuffix("\033[0m") for line in console_qr(url).splitlines()]
        halves = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
        modules = [[halves[cell][half] for cell in row] for row in rows for half in (0, 1)]
        expected = [list(row) for row in segno.make_qr(url, error="l").matrix_iter(border=2)]
        assert modules[: len(expected)] == expected
        assert all(line.startswith("\033[97;40m") for line in console_qr(url).splitlines())
