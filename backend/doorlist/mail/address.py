"""Addresses as mail servers write them (RFC 5891)."""

# IDNA 2003, which the standard library has, gives these to the domain of another owner, or drops them.
_OTHER_DOMAIN = frozenset("ßς\u200c\u200d")
_NO_ASCII_FORM = "Mail servers cannot use this domain. Write its form in ASCII, which begins with xn--"


def address_on_the_wire(address: str) -> str:
    """The address with its domain in ASCII. Raises UnicodeError, a ValueError, if the domain has no such form."""
    local, _, domain = address.partition("@")
    if _OTHER_DOMAIN & set(domain):
        raise UnicodeError(_NO_ASCII_FORM)
    try:
        return f"{local}@{domain.encode('idna').decode()}"
    except UnicodeError as error:
        raise UnicodeError(_NO_ASCII_FORM) from error
