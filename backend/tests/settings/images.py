"""Small images, made byte by byte."""

import struct
import zlib

JPEG = (
    b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00"
    b"\xff\xdb\x00\x43\x00" + b"\x01" * 64 + b"\xff\xc0\x00\x0b\x08\x00\x01\x00\x01\x01\x01\x11\x00"
    b"\xff\xc4\x00\x14\x00\x01" + b"\x00" * 15 + b"\x03\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00\x37\xff\x00\xff\xd9"
)


def png(width: int = 2, height: int = 2, pixels: bytes | None = None) -> bytes:
    """An image that a browser can draw, red unless its pixels are given."""
    pixels = pixels or b"\xd0\x20\x20" * width * height
    rows = b"".join(b"\x00" + pixels[3 * width * row : 3 * width * (row + 1)] for row in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")


def webp(width: int = 1, height: int = 1) -> bytes:
    """A lossless image of one colour."""
    bits = (width - 1) | (height - 1) << 14
    body = b"\x2f" + bits.to_bytes(4, "little") + b"\x07\x10\x11\x11\x88\x88\xfe\x07\x00"
    chunk = b"VP8L" + len(body).to_bytes(4, "little") + body + b"\x00" * (len(body) % 2)
    return b"RIFF" + (4 + len(chunk)).to_bytes(4, "little") + b"WEBP" + chunk


def _chunk(kind: bytes, body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + kind + body + zlib.crc32(kind + body).to_bytes(4, "big")
