"""HTTPS on the local network, because phones open their cameras only there.

The machine makes a certificate authority once and keeps it, so that a phone has to trust it only once. Each start makes
a new server certificate, for the machine's present addresses and name.

A thief of the authority's key could pose as other machines to phones that trust it. Its name constraints limit that to
private addresses, `.local` names, and this machine's own name and addresses: never a web site.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from doorlist.core.files import write_whole
from doorlist.core.local_network import PRIVATE_NETWORKS, Address, is_private

AUTHORITY_LIFETIME = timedelta(days=3652)
# Browsers refuse a server certificate that is valid for longer than 398 days.
LEAF_LIFETIME = timedelta(days=397)
# A phone whose clock is behind must not find the certificate 'not yet valid'.
CLOCK_TOLERANCE = timedelta(days=1)

_LOOPBACK = (ip_address("127.0.0.1"), ip_address("::1"))
_LABEL = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_HOST_NAME = re.compile(rf"{_LABEL}(\.{_LABEL})*")


class UnusableAuthority(Exception):
    """The stored certificate authority cannot sign; the text says why, and what to do."""


@dataclass(frozen=True, kw_only=True)
class LanCertificate:
    """Files for a TLS server. A phone has to trust `ca_file`; it vouches for `addresses` and `names`."""

    cert_file: Path
    key_file: Path
    ca_file: Path
    addresses: tuple[Address, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class _Authority:
    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey


def lan_certificate(directory: Path, now: datetime, addresses: Iterable[Address], hostname: str) -> LanCertificate:
    """A fresh server certificate in `directory`, signed by the authority kept there (made if there is none yet).

    The authority may sign for private networks, `.local` names, and the other names that the machine had when the
    authority was made. A later public address or bare `hostname` is left out. Raises UnusableAuthority.
    """
    own_addresses = tuple(dict.fromkeys(addresses))
    directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    directory.chmod(0o700)
    ca_file, cert_file, key_file = directory / "ca.crt", directory / "server.crt", directory / "server.key"
    # A key without its certificate is worthless: no phone can trust it yet.
    if ca_file.exists():
        authority = _kept_authority(directory, now)
    else:
        authority = _new_authority(directory, now, own_addresses, hostname)
    names = tuple(name for name in names_of(hostname) if _may_vouch_for_name(authority, name))
    vouched = tuple(address for address in own_addresses if _may_vouch_for_address(authority, address))
    key = ec.generate_private_key(ec.SECP256R1())
    leaf = _sign_leaf(authority, key.public_key(), now, names, (*vouched, *_LOOPBACK))
    write_whole(key_file, _pem_of_key(key))
    write_whole(cert_file, _pem(leaf) + _pem(authority.certificate), mode=0o644)
    return LanCertificate(cert_file=cert_file, key_file=key_file, ca_file=ca_file, addresses=vouched, names=names)


# --- the authority ----------------------------------------------------------------------------------------------------


def _new_authority(directory: Path, now: datetime, addresses: Iterable[Address], hostname: str) -> _Authority:
    key = ec.generate_private_key(ec.SECP256R1())
    # The date tells two authorities of one machine apart in a phone's list.
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Doorlist"),
            x509.NameAttribute(NameOID.COMMON_NAME, f"Doorlist on {hostname[:30]}, {now:%Y-%m-%d}"),
        ]
    )
    beyond = [ip_network(address) for address in addresses if not is_private(address)]
    permitted: list[x509.GeneralName] = [x509.IPAddress(network) for network in (*PRIVATE_NETWORKS, *beyond)]
    permitted += [x509.DNSName(text) for text in dict.fromkeys(("localhost", "local", *names_of(hostname)))]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCK_TOLERANCE)
        .not_valid_after(now - CLOCK_TOLERANCE + AUTHORITY_LIFETIME)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_key_usage(for_authority=True), critical=True)
        .add_extension(x509.NameConstraints(permitted_subtrees=permitted, excluded_subtrees=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    # The certificate last: its presence means that the authority is complete.
    write_whole(directory / "ca.key", _pem_of_key(key))
    write_whole(directory / "ca.crt", _pem(certificate), mode=0o644)
    return _Authority(certificate=certificate, key=key)


def _kept_authority(directory: Path, now: datetime) -> _Authority:
    certificate = _read_certificate(directory)
    key = _read_key(directory)
    if certificate.public_key() != key.public_key():
        raise _unusable(directory, "ca.crt and ca.key do not belong together")
    if now > certificate.not_valid_after_utc:
        raise _unusable(directory, f"it expired on {certificate.not_valid_after_utc:%Y-%m-%d}")
    if now < certificate.not_valid_before_utc:
        raise UnusableAuthority(
            f"The certificate authority in {directory} is valid only from {certificate.not_valid_before_utc:%Y-%m-%d} "
            f"on, but this machine's clock says {now:%Y-%m-%d}. Set the clock, then start again."
        )
    (directory / "ca.key").chmod(0o600)
    return _Authority(certificate=certificate, key=key)


def _read_certificate(directory: Path) -> x509.Certificate:
    try:
        certificate = x509.load_pem_x509_certificate((directory / "ca.crt").read_bytes())
        certificate.verify_directly_issued_by(certificate)
        certificate.extensions.get_extension_for_class(x509.NameConstraints)
    except (OSError, ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound) as error:
        raise _unusable(directory, "ca.crt is damaged or is not the certificate made here") from error
    return certificate


def _read_key(directory: Path) -> ec.EllipticCurvePrivateKey:
    try:
        key = serialization.load_pem_private_key((directory / "ca.key").read_bytes(), password=None)
    except FileNotFoundError as error:
        raise _unusable(directory, "ca.key is missing") from error
    except (OSError, ValueError, TypeError) as error:
        raise _unusable(directory, "ca.key cannot be read") from error
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise _unusable(directory, "ca.key is not the key made here")
    return key


def _unusable(directory: Path, reason: str) -> UnusableAuthority:
    return UnusableAuthority(
        f"The certificate authority in {directory} cannot be used: {reason}. Put the directory back from a backup, or "
        "delete it: the next start makes a new authority, which every phone must then be told to trust."
    )


# --- the server's certificate -----------------------------------------------------------------------------------------


def _sign_leaf(
    authority: _Authority,
    public_key: ec.EllipticCurvePublicKey,
    now: datetime,
    names: Iterable[str],
    addresses: Iterable[Address],
) -> x509.Certificate:
    alternatives: list[x509.GeneralName] = [x509.DNSName(name) for name in names]
    alternatives += [x509.IPAddress(address) for address in addresses]
    issuer = authority.certificate
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Doorlist server")]))
        .issuer_name(issuer.subject)
        .public_key(public_key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(max(now - CLOCK_TOLERANCE, issuer.not_valid_before_utc))
        .not_valid_after(min(now - CLOCK_TOLERANCE + LEAF_LIFETIME, issuer.not_valid_after_utc))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_key_usage(for_authority=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public_key), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()), critical=False)
        .sign(authority.key, hashes.SHA256())
    )


def _key_usage(*, for_authority: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not for_authority,
        key_cert_sign=for_authority,
        crl_sign=for_authority,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def names_of(hostname: str) -> tuple[str, ...]:
    """The names of this machine on its network."""
    own = hostname.rstrip(".").lower()
    candidates = ("localhost", own, f"{own.split('.')[0]}.local")
    # A name with, say, an underscore is no DNS name, and would make the whole certificate invalid.
    return tuple(dict.fromkeys(name for name in candidates if _HOST_NAME.fullmatch(name)))


def _permitted(authority: _Authority) -> list[x509.GeneralName]:
    constraints = authority.certificate.extensions.get_extension_for_class(x509.NameConstraints).value
    return constraints.permitted_subtrees or []


def _may_vouch_for_name(authority: _Authority, name: str) -> bool:
    trees = [tree.value for tree in _permitted(authority) if isinstance(tree, x509.DNSName)]
    return any(name == tree or name.endswith(f".{tree}") for tree in trees)


def _may_vouch_for_address(authority: _Authority, address: Address) -> bool:
    networks = [tree.value for tree in _permitted(authority) if isinstance(tree, x509.IPAddress)]
    return any(address in network for network in networks if isinstance(network, IPv4Network | IPv6Network))


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _pem_of_key(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
