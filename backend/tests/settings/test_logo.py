"""Logos are judged by their bytes (contract 4.settings)."""

import pytest

from doorlist.settings.logo import LogoType, NotAnImage, logo_type
from tests.settings.images import JPEG, png, webp

HTML = b"<html><script>alert(1)</script></html>"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


@pytest.mark.parametrize(
    ("content", "type_"), [(png(), LogoType.PNG), (JPEG, LogoType.JPEG), (webp(), LogoType.WEBP)], ids=list(LogoType)
)
def test_an_image_is_known_by_its_bytes(content: bytes, type_: LogoType) -> None:  # 4.settings.3
    assert logo_type(content) is type_


@pytest.mark.parametrize("content", [b"", HTML, SVG, b"GIF89a" + bytes(40), b"\xff\xd8", b"RIFF"], ids=range(6))
def test_another_file_is_refused(content: bytes) -> None:  # 4.settings.3
    with pytest.raises(NotAnImage, match="Must be a PNG, JPEG or WebP image"):
        logo_type(content)


@pytest.mark.parametrize("whole", [png(), JPEG, webp()], ids=list(LogoType))
def test_an_image_with_something_behind_it_is_refused(whole: bytes) -> None:  # 4.settings.3
    with pytest.raises(NotAnImage, match="damaged or incomplete"):
        logo_type(whole + HTML)


@pytest.mark.parametrize("whole", [png(), JPEG, webp()], ids=list(LogoType))
def test_no_part_of_an_image_is_accepted(whole: bytes) -> None:  # 4.settings.3
    for length in range(len(whole)):
        with pytest.raises(NotAnImage):
            logo_type(whole[:length])


def test_a_changed_byte_of_a_png_is_found() -> None:  # 4.settings.3
    whole = bytearray(png())
    whole[45] ^= 1
    with pytest.raises(NotAnImage, match="damaged"):
        logo_type(bytes(whole))


@pytest.mark.parametrize("content", [png(4097, 1), png(1, 4097), webp(4097, 1)], ids=["wide", "high", "webp"])
def test_an_image_is_at_most_4096_pixels_wide_and_high(content: bytes) -> None:  # 4.settings.3
    with pytest.raises(NotAnImage, match="at most 4,096 pixels"):
        logo_type(content)
