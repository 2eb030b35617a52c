"""Addresses of this machine for phones on the same network, and a QR code to scan."""

import contextlib
import io
import socket
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import ifaddr
import segno

Address = IPv4Address | IPv6Address

PRIVATE_NETWORKS = tuple(
    ip_network(text)
    for text in (
        "127.0.0.0/8",
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    )
)

# The addresses of RFC 5737 and RFC 3849 belong to no machine: the system looks up the route, and nothing is sent.
_FAR_AWAY = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def local_addresses() -> list[Address]:
    """The addresses at which other machines may reach this one, the likeliest first; none without a network."""
    found = [*_addresses_on_the_way_out(), *_addresses_of_interfaces()]
    # An IPv6 link-local address needs a zone, which browsers refuse.
    usable = [a for a in found if not a.is_loopback and not (isinstance(a, IPv6Address) and a.is_link_local)]
    return sorted(dict.fromkeys(usable), key=lambda address: (not is_private(address), address.version))


def is_private(address: Address) -> bool:
    """True if only machines on the same network can reach it."""
    return any(address in network for network in PRIVATE_NETWORKS)


def console_qr(url: str) -> str:
    """The address as a QR code in half-height blocks, dark on light in light and dark terminals alike."""
    drawn = io.StringIO()
    segno.make_qr(url, error="l").terminal(drawn, border=2, compact=True)
    white_on_black, plain = "\033[97;40m", "\033[0m"
    return "\n".join(f"{white_on_black}{line}{plain}" for line in drawn.getvalue().splitlines())


def _addresses_on_the_way_out() -> Iterator[Address]:
    for family, far_away in _FAR_AWAY:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far_away, 9))
            yield ip_address(probe.getsockname()[0])


def _addresses_of_interfaces() -> Iterator[Address]:
    """IPv4 of each interface: a laptop that is itself the hotspot has one that no route out uses."""
    with contextlib.suppress(OSError):
        for adapter in ifaddr.get_adapters():
            yield from (IPv4Address(address.ip) for address in adapter.ips if isinstance(address.ip, str))
