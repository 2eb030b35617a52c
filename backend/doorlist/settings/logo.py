"""Validates a logo by its bytes alone: the file's name and the type that its sender names do not matter.

Each format is read from its first byte to its last, so that nothing else is hidden behind the image: a browser that is
served such a file as an image type can only draw it.
"""

import zlib
from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

# A small file can hold a huge image; every phone that shows the logo would unpack it.
MAX_SIDE = 4096
_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_HEADER_BYTES = 13
# The markers of JPEG without a length, and the markers of a frame header, which has the size.
_BARE_MARKERS = {0x01, *range(0xD0, 0xD8)}
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
_MARKER, _LENGTH_BYTES = 0xFF, 2
_LOSSLESS_SIGNATURE, _EXTENDED_BYTES = 0x2F, 10
_START_OF_SCAN, _END_OF_IMAGE = 0xDA, 0xD9


class LogoType(StrEnum):
    PNG = "image/png"
    JPEG = "image/jpeg"
    WEBP = "image/webp"


class NotAnImage(ValueError):
    """The bytes are no image of these types; the text says why, for the person who chose the file."""


class Size(NamedTuple):
    """Width and height in pixels."""

    width: int
    height: int


def logo_type(content: bytes) -> LogoType:
    """The type of the image. Raises NotAnImage."""
    return _read(content)[0]


def logo_size(content: bytes) -> Size:
    """The size of the image. Raises NotAnImage."""
    return _read(content)[1]


def _read(content: bytes) -> tuple[LogoType, Size]:
    for type_, signature, read in _FORMATS:
        if signature(content):
            try:
                size = read(content)
            except (IndexError, ValueError, zlib.error):
                raise NotAnImage("This image is damaged or incomplete. Save it again, or choose another.") from None
            if not (0 < size.width <= MAX_SIDE and 0 < size.height <= MAX_SIDE):
                raise NotAnImage(f"Must be at most {MAX_SIDE:,} pixels wide and high.")
            return type_, size
    raise NotAnImage("Must be a PNG, JPEG or WebP image.")


def _read_png(content: bytes) -> Size:
    size: Size | None = None
    has_pixels = False
    at = len(_PNG)
    while True:
        length, kind = _number(content, at, 4), content[at + 4 : at + 8]
        body, end = content[at + 8 : at + 8 + length], at + 12 + length
        if len(content) < end or zlib.crc32(kind + body) != _number(content, end - 4, 4):
            raise ValueError(kind)
        if size is None:
            if kind != b"IHDR" or length != _PNG_HEADER_BYTES:
                raise ValueError(kind)
            size = Size(_number(body, 0, 4), _number(body, 4, 4))
        has_pixels |= kind == b"IDAT"
        if kind == b"IEND":
            if not has_pixels or end != len(content):
                raise ValueError(kind)
            return size
        at = end


def _read_jpeg(content: bytes) -> Size:
    size: Size | None = None
    at = 2
    while True:
        if content[at] != _MARKER:
            raise ValueError(at)
        marker = content[at + 1]
        if marker == _MARKER:
            at += 1
            continue
        at += 2
        if marker == _END_OF_IMAGE:
            if size is None or content[at:].strip(b"\0"):
                raise ValueError(at)
            return size
        if marker in _BARE_MARKERS:
            continue
        length = _number(content, at, 2)
        if length < _LENGTH_BYTES or len(content) < at + length:
            raise ValueError(at)
        if marker in _FRAMES:
            size = Size(height=_number(content, at + 3, 2), width=_number(content, at + 5, 2))
        at += length
        if marker == _START_OF_SCAN:
            at = _end_of_scan(content, at)


def _end_of_scan(content: bytes, at: int) -> int:
    """The next marker after the compressed data, in which 0xFF is followed by 0 or a restart marker."""
    while True:
        at = content.index(b"\xff", at)
        if content[at + 1] != 0 and content[at + 1] not in _BARE_MARKERS:
            return at
        at += 2


def _read_webp(content: bytes) -> Size:
    end = 8 + int.from_bytes(content[4:8], "little")
    if end != len(content):
        raise ValueError(end)
    sizes: list[Size] = []
    kinds = set[bytes]()
    at = 12
    while at < end:
        kind, length = content[at : at + 4], int.from_bytes(content[at + 4 : at + 8], "little")
        body = content[at + 8 : at + 8 + length]
        if len(body) != length or not kind.isascii():
            raise ValueError(at)
        kinds.add(kind)
        if (read := _WEBP_SIZES.get(kind)) is not None:
            sizes.append(read(body))
        at += 8 + length + length % 2
    # The extended header alone draws nothing.
    if at != end or not kinds & _WEBP_PIXELS:
        raise ValueError(at)
    return Size(max(size.width for size in sizes), max(size.height for size in sizes))


def _lossy(body: bytes) -> Size:
    if body[3:6] != b"\x9d\x01\x2a":
        raise ValueError(body[:6])
    return Size(int.from_bytes(body[6:8], "little") & 0x3FFF, int.from_bytes(body[8:10], "little") & 0x3FFF)


def _lossless(body: bytes) -> Size:
    if body[0] != _LOSSLESS_SIGNATURE:
        raise ValueError(body[:1])
    bits = int.from_bytes(body[1:5], "little")
    return Size((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)


def _extended(body: bytes) -> Size:
    if len(body) != _EXTENDED_BYTES:
        raise ValueError(len(body))
    return Size(int.from_bytes(body[4:7], "little") + 1, int.from_bytes(body[7:10], "little") + 1)


def _number(content: bytes, at: int, size: int) -> int:
    digits = content[at : at + size]
    if len(digits) != size:
        raise IndexError(at)
    return int.from_bytes(digits, "big")


_WEBP_SIZES = {b"VP8 ": _lossy, b"VP8L": _lossless, b"VP8X": _extended}
_WEBP_PIXELS = {b"VP8 ", b"VP8L", b"ANMF"}
_Format = tuple[LogoType, Callable[[bytes], bool], Callable[[bytes], Size]]
_FORMATS: tuple[_Format, ...] = (
    (LogoType.PNG, lambda content: content.startswith(_PNG), _read_png),
    (LogoType.JPEG, lambda content: content.startswith(b"\xff\xd8\xff"), _read_jpeg),
    (LogoType.WEBP, lambda content: content[:4] == b"RIFF" and content[8:12] == b"WEBP", _read_webp),
)
