"""The readings of the door's reader on pictures of a door's camera: blurred, tilted, dim, far away, cracked."""

from collections.abc import Callable, Sequence
from statistics import mean
from typing import Any

from browser import in_a_browser, share_of
from report import Bar, Section

STRENGTHS = 28
EMPTY = 56
# In turn, until one is read; at two pictures a second that is two and a half seconds.
WAYS = (
    ("camera, the picture as it is", "bare"),
    ("camera, with a second look", "camera"),
    ("upload, as it is and without noise", "bareUpload"),
    ("upload, in all ways", "upload"),
)
# With this many unread pictures out of five, the screen shows a hint.
TOLD_SIGNS = 3

Picture = dict[str, Any]


def measure() -> list[Section]:
    """Measure in a browser, without a server."""
    pictures: list[Picture] = in_a_browser(["eyes"], {"strengths": STRENGTHS, "empty": EMPTY})["pictures"]
    with_code = [picture for picture in pictures if picture["text"]]
    without = [picture for picture in pictures if not picture["text"]]
    made = Section(
        "Pictures at a door",
        f"{len(with_code)} made-up pictures of 1280x720 with a ticket, {STRENGTHS} strengths of each trouble, and"
        f" {len(without)} without a code. Each stays before the camera for five pictures of it, or until it is read; as"
        " an upload it is a JPEG. Milliseconds are of one decoding, all changes of the picture included, on one thread."
        " Told: of the pictures that no way reads, those that show a code which cannot be read.",
    )
    bare, camera = decodings(pictures, "bare"), decodings(pictures, "camera")
    made.bars = [
        Bar("read by the camera, in a hundred", share_read(with_code, "camera"), ">=", 75),
        Bar("read as an upload, in a hundred", share_read(with_code, "upload"), ">=", 75),
        Bar("read that is not there", sum(false_reads(picture) for picture in pictures), "<=", 0),
        Bar("a picture of the camera, on average", mean(camera), "<=", 15, " ms"),
        Bar("the same beside the picture as it is", mean(camera) / mean(bare), "<=", 3, " times"),
        Bar("pictures without a code that are told of", count(without, is_told), "<=", 1),
    ]
    kinds = list(dict.fromkeys(picture["name"] for picture in with_code))
    made.add_table(
        ("way", "read, in a hundred", "ms on average", "ms, 19 of 20"),
        [
            (what, f"{share_read(with_code, way):.1f}", f"{mean(times):.1f}", f"{share_of(times, 0.95):.1f}")
            for what, way in WAYS
            for times in [decodings(pictures, way)]
        ],
    )
    made.add_table(
        (f"read, of {STRENGTHS}", *(what for what, _ in WAYS), "told of the rest"),
        [table_row(kind, [picture for picture in with_code if picture["name"] == kind]) for kind in kinds],
    )
    return [made]


def table_row(kind: str, pictures: Sequence[Picture]) -> tuple[object, ...]:
    """The readings for one kind of trouble."""
    unread = [picture for picture in pictures if not is_read(picture, "camera")]
    read = [sum(is_read(picture, way) for picture in pictures) for _, way in WAYS]
    return (kind, *read, f"{count(unread, is_told)} of {len(unread)}")


def is_read(picture: Picture, way: str) -> bool:
    """True if this way finds the ticket's text."""
    return picture["text"] in picture[way]["texts"]


def is_told(picture: Picture) -> bool:
    """True if the screen would say that a code is there and cannot be read."""
    signs: int = picture["camera"]["signs"]
    return signs >= TOLD_SIGNS


def false_reads(picture: Picture) -> int:
    """The number of texts that were read and that no code in the picture has."""
    return sum(text != picture["text"] for _, way in WAYS for text in picture[way]["texts"])


def count(pictures: Sequence[Picture], claim: Callable[[Picture], bool]) -> int:
    """The number of pictures for which the claim is true."""
    return sum(map(claim, pictures))


def decodings(pictures: Sequence[Picture], way: str) -> list[float]:
    """The duration of every decoding, in milliseconds."""
    return [ms for picture in pictures for ms in picture[way]["ms"]]


def share_read(pictures: Sequence[Picture], way: str) -> float:
    """The percentage of pictures that are read."""
    return 100 * sum(is_read(picture, way) for picture in pictures) / len(pictures)
