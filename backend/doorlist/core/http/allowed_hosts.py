"""The host names that this server answers to, as a defence against DNS rebinding (contract 10.host).

In DNS rebinding, a web site points its own name to an address of the local network; its page then has the same origin
as the server there. That needs a name. An address in the Host header was typed, so every address is answered.
"""

import re
import socket
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

from cryptography import x509
from starlette.types import Scope

from doorlist.core.config import Settings
from doorlist.core.errors import Problem
from doorlist.core.http.security import is_in, parse_address
from doorlist.core.http.tls import names_of

# Open for any host name, because monitoring uses its own; they reveal nothing.
PROBES = {"/healthz", "/readyz"}
_PRINTABLE = re.compile(r"[a-z0-9._:-]{1,253}")


class MisdirectedRequest(Problem):
    status = 421
    code = "misdirected_request"
    title = "Not a name of this server"


class AllowedHosts:
    def __init__(self, settings: Settings) -> None:
        self._proxies = settings.trusted_proxies
        public = {settings.public_url.hostname or ""} if settings.public_url else set()
        tickets = {urlsplit(settings.ticket_url).hostname or ""} if settings.ticket_url else set()
        self._names = frozenset({"localhost", *public, *tickets, *settings.allowed_hosts})
        self._answers_to = lru_cache(maxsize=256)(self._is_known)

    def refuse_other(self, scope: Scope) -> None:
        """Raise MisdirectedRequest if the Host is not ours. A request without one is not from a browser, and passes."""
        for name, value in scope["headers"]:
            if name == b"host" and not self._answers_to(value) and not self._is_excused(scope, value):
                raise MisdirectedRequest(_in_words(value))

    def _is_known(self, host: bytes) -> bool:
        name = _name_in(host)
        return name in self._names or parse_address(name) is not None or self._has_wildcard_for(name)

    def _has_wildcard_for(self, name: str) -> bool:
        """Whether `*.example.org` is among the names, as a wildcard certificate has it."""
        return f"*.{name.partition('.')[2]}" in self._names

    def _is_excused(self, scope: Scope, host: bytes) -> bool:
        """The probes, the machine's name, which may change while the server runs, and requests by a trusted proxy."""
        if scope["path"] in PROBES or _name_in(host) in names_of(socket.gethostname()):
            return True
        return is_in((scope.get("client") or ("", 0))[0], self._proxies)


def certificate_names(file: Path) -> frozenset[str]:
    """The names of a certificate, wildcards included; none if the file is not a certificate."""
    try:
        certificate = x509.load_pem_x509_certificate(file.read_bytes())
        alternatives = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, x509.ExtensionNotFound):
        # The code that uses the file refuses it with a better message.
        return frozenset()
    return frozenset(name.lower() for name in alternatives.get_values_for_type(x509.DNSName))


def _name_in(host: bytes) -> str:
    """The name of a Host header without its port and a last dot."""
    text = host.decode("latin-1").lower()
    name = text if text.endswith("]") else re.sub(r":[0-9]*$", "", text)
    return name.removesuffix(".")


def _in_words(host: bytes) -> str:
    name = _name_in(host)
    said = f"the name {name}" if _PRINTABLE.fullmatch(name) else "that name"
    return (
        f"This server does not answer to {said}. Use the address that it printed at its start, or start it with the"
        " name in DOORLIST_PUBLIC_URL or DOORLIST_ALLOWED_HOSTS."
    )
