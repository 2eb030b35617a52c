"""The header of a download (RFC 6266)."""

import re
import unicodedata
from urllib.parse import quote

_NOT_PLAIN = re.compile(r"[^ !#-~]|[%\\]")


def attachment(file_name: str) -> str:
    """Content-Disposition of a file; a name beyond ASCII has a plain second one, for old browsers."""
    plain = _NOT_PLAIN.sub("", unicodedata.normalize("NFKD", file_name))
    header = f'attachment; filename="{plain}"'
    return header if plain == file_name else f"{header}; filename*=UTF-8''{quote(file_name, safe='')}"
