"""HTTPS on the local network: what a phone that trusts the authority will, and will not, accept."""

import shutil
import socket
import ssl
import subprocess
import threading
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from doorlist.core import clock
from doorlist.core.http.tls import LanCertificate, UnusableAuthority, lan_certificate
from doorlist.core.local_network import Address

NOW = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
VENUE = [ip_address("192.168.1.20"), ip_address("10.42.0.1"), ip_address("fd00::2")]


@pytest.fixture
def made(tmp_path: Path) -> LanCertificate:
    return lan_certificate(tmp_path / "tls", NOW, VENUE, "laptop")


def certificates(file: Path) -> list[x509.Certificate]:
    return x509.load_pem_x509_certificates(file.read_bytes())


def accepts(ca_file: Path, leaf: x509.Certificate, subject: str | Address, moment: datetime = NOW) -> bool:
    """Whether a client that trusts `ca_file` takes the certificate for this name or address."""
    trusted = PolicyBuilder().store(Store(certificates(ca_file))).time(moment)
    wanted = x509.DNSName(subject) if isinstance(subject, str) else x509.IPAddress(subject)
    try:
        trusted.build_server_verifier(wanted).verify(leaf, [])
    except VerificationError:
        return False
    return True


class TestTheCertificate:
    @pytest.mark.parametrize(
        "subject", [*VENUE, ip_address("127.0.0.1"), ip_address("::1"), "localhost", "laptop", "laptop.local"]
    )
    def test_is_accepted_under_every_address_and_name_of_the_machine(
        self, made: LanCertificate, subject: str | Address
    ) -> None:
        assert accepts(made.ca_file, certificates(made.cert_file)[0], subject)

    @pytest.mark.parametrize("subject", [ip_address("192.168.1.21"), "example.com", "other.local"])
    def test_is_refused_under_any_other(self, made: LanCertificate, subject: str | Address) -> None:
        assert not accepts(made.ca_file, certificates(made.cert_file)[0], subject)

    @pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl here")
    def test_is_accepted_by_openssl(self, made: LanCertificate) -> None:
        at = str(int(NOW.timestamp()))
        chain = ["openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-attime", at]
        chain += ["-CAfile", str(made.ca_file)]
        assert subprocess.run([*chain, "-verify_ip", "192.168.1.20", made.cert_file], check=False).returncode == 0
        assert subprocess.run([*chain, "-verify_hostname", "laptop.local", made.cert_file], check=False).returncode == 0

    def test_is_for_servers_only_and_shorter_than_browsers_allow(self, made: LanCertificate) -> None:
        leaf = certificates(made.cert_file)[0]
        usage = leaf.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
        assert list(usage) == [ExtendedKeyUsageOID.SERVER_AUTH]
        assert leaf.not_valid_after_utc - leaf.not_valid_before_utc <= timedelta(days=397)
        assert leaf.not_valid_before_utc < NOW - timedelta(hours=12), "a phone with a slow clock"

    def test_leaves_out_a_name_that_is_no_name(self, tmp_path: Path) -> None:
        made = lan_certificate(tmp_path, NOW, VENUE, "laptop_of_olive")
        assert made.names == ("localhost",), "an underscore makes no DNS name"
        assert accepts(made.ca_file, certificates(made.cert_file)[0], ip_address("192.168.1.20"))

    def test_leaves_out_a_public_address_that_the_machine_had_not_when_phones_came_to_trust_it(
        self, made: LanCertificate
    ) -> None:
        addresses = [ip_address("203.0.113.7"), ip_address("192.168.1.20")]
        again = lan_certificate(made.ca_file.parent, NOW, addresses, "laptop")
        assert again.addresses == (ip_address("192.168.1.20"),)
        assert accepts(again.ca_file, certificates(again.cert_file)[0], ip_address("192.168.1.20"))

    def test_covers_a_public_address_that_the_machine_had_from_the_start(self, tmp_path: Path) -> None:
        made = lan_certificate(tmp_path, NOW, [ip_address("203.0.113.7")], "laptop")
        assert accepts(made.ca_file, certificates(made.cert_file)[0], ip_address("203.0.113.7"))

    def test_keeps_its_keys_to_the_owner(self, made: LanCertificate) -> None:
        directory = made.ca_file.parent
        assert directory.stat().st_mode & 0o777 == 0o700
        assert (directory / "ca.key").stat().st_mode & 0o777 == 0o600
        assert made.key_file.stat().st_mode & 0o777 == 0o600

    def test_carries_a_real_handshake(self, tmp_path: Path) -> None:
        made = lan_certificate(tmp_path, clock.now(), [], "laptop")
        server_side = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server_side.load_cert_chain(made.cert_file, made.key_file)
        listener = socket.create_server(("127.0.0.1", 0))

        def greet_once() -> None:
            with listener, server_side.wrap_socket(listener.accept()[0], server_side=True) as door:
                door.sendall(b"come in")

        doorman = threading.Thread(target=greet_once)
        doorman.start()
        phone = ssl.create_default_context(cafile=str(made.ca_file))
        with (
            socket.create_connection(listener.getsockname()) as wire,
            phone.wrap_socket(wire, server_hostname="127.0.0.1") as door,
        ):
            assert door.recv(16) == b"come in"
            assert door.version() == "TLSv1.3"
        doorman.join()


class TestTheAuthority:
    def test_is_kept_while_the_server_certificate_is_made_anew(self, made: LanCertificate) -> None:
        first_ca, first_leaf = made.ca_file.read_bytes(), certificates(made.cert_file)[0]
        moved = lan_certificate(made.ca_file.parent, NOW + timedelta(days=200), [ip_address("10.0.0.9")], "laptop")
        leaf = certificates(moved.cert_file)[0]
        assert moved.ca_file.read_bytes() == first_ca
        assert leaf.serial_number != first_leaf.serial_number
        assert leaf.public_key() != first_leaf.public_key()
        assert accepts(made.ca_file, leaf, ip_address("10.0.0.9"), NOW + timedelta(days=200))

    def test_is_an_authority_for_ten_years(self, made: LanCertificate) -> None:
        authority = certificates(made.ca_file)[0]
        constraints = authority.extensions.get_extension_for_class(x509.BasicConstraints)
        assert constraints.critical
        assert constraints.value.ca
        assert authority.not_valid_after_utc - authority.not_valid_before_utc == timedelta(days=3652)
        public_key = authority.public_key()
        assert isinstance(public_key, ec.EllipticCurvePublicKey)
        assert public_key.curve.name == "secp256r1"

    @pytest.mark.parametrize("subject", ["bank.example.com", ip_address("8.8.8.8")])
    def test_cannot_vouch_for_the_rest_of_the_world(self, made: LanCertificate, subject: str | Address) -> None:
        assert not accepts(made.ca_file, forged(made, subject), subject)

    def test_a_forgery_within_the_constraints_shows_that_they_are_what_refuses(self, made: LanCertificate) -> None:
        assert accepts(made.ca_file, forged(made, "printer.local"), "printer.local")

    def test_survives_a_new_name_of_the_machine(self, made: LanCertificate) -> None:
        renamed = lan_certificate(made.ca_file.parent, NOW, VENUE, "newname")
        leaf = certificates(renamed.cert_file)[0]
        assert renamed.names == ("localhost", "newname.local"), "the bare name is beyond what the phones trusted"
        assert accepts(made.ca_file, leaf, "newname.local")

    def test_is_made_again_when_its_certificate_was_never_written(self, made: LanCertificate) -> None:
        made.ca_file.unlink()
        again = lan_certificate(made.ca_file.parent, NOW, VENUE, "laptop")
        assert accepts(again.ca_file, certificates(again.cert_file)[0], "localhost")

    def test_closes_a_key_that_was_left_readable(self, made: LanCertificate) -> None:
        key_file = made.ca_file.with_name("ca.key")
        key_file.chmod(0o644)
        lan_certificate(made.ca_file.parent, NOW, VENUE, "laptop")
        assert key_file.stat().st_mode & 0o777 == 0o600

    def test_never_signs_beyond_its_own_end(self, made: LanCertificate) -> None:
        late = NOW + timedelta(days=3600)
        again = lan_certificate(made.ca_file.parent, late, VENUE, "laptop")
        end = certificates(made.ca_file)[0].not_valid_after_utc
        assert certificates(again.cert_file)[0].not_valid_after_utc == end


class TestAnAuthorityThatCannotBeUsed:
    """Each says what is wrong and what to do; none is silently replaced, since the phones trust the old one."""

    def refusal(self, made: LanCertificate, now: datetime = NOW) -> str:
        with pytest.raises(UnusableAuthority) as refused:
            lan_certificate(made.ca_file.parent, now, VENUE, "laptop")
        return str(refused.value)

    def test_damaged_certificate(self, made: LanCertificate) -> None:
        made.ca_file.write_bytes(made.ca_file.read_bytes()[:200])
        assert "ca.crt is damaged" in self.refusal(made)
        assert "delete it: the next start makes a new authority" in self.refusal(made)

    def test_damaged_key(self, made: LanCertificate) -> None:
        made.ca_file.with_name("ca.key").write_text("not a key")
        assert "ca.key cannot be read" in self.refusal(made)

    def test_missing_key(self, made: LanCertificate) -> None:
        made.ca_file.with_name("ca.key").unlink()
        assert "ca.key is missing" in self.refusal(made)

    def test_a_key_of_another(self, made: LanCertificate, tmp_path: Path) -> None:
        other = lan_certificate(tmp_path / "other", NOW, VENUE, "laptop")
        shutil.copy(other.ca_file.with_name("ca.key"), made.ca_file.with_name("ca.key"))
        assert "do not belong together" in self.refusal(made)

    def test_a_certificate_that_is_no_authority(self, made: LanCertificate) -> None:
        shutil.copy(made.cert_file, made.ca_file)
        assert "ca.crt is damaged or is not the certificate made here" in self.refusal(made)

    def test_expired(self, made: LanCertificate) -> None:
        assert "it expired on 2036-" in self.refusal(made, NOW + timedelta(days=3700))

    def test_a_clock_that_is_behind(self, made: LanCertificate) -> None:
        said = self.refusal(made, NOW - timedelta(days=3))
        assert "this machine's clock says 2026-11-17. Set the clock" in said


def forged(made: LanCertificate, subject: str | Address) -> x509.Certificate:
    """A certificate that a thief of the authority's key could sign."""
    directory = made.ca_file.parent
    authority = certificates(made.ca_file)[0]
    key = serialization.load_pem_private_key((directory / "ca.key").read_bytes(), password=None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    own = ec.generate_private_key(ec.SECP256R1()).public_key()
    name = x509.DNSName(subject) if isinstance(subject, str) else x509.IPAddress(subject)
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "forged")]))
        .issuer_name(authority.subject)
        .public_key(own)
        .serial_number(x509.random_serial_number())
        .not_valid_before(NOW)
        .not_valid_after(NOW + timedelta(days=30))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName([name]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
