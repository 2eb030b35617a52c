"""Invoice numbers and QR texts, as plain functions (contract 3, 5)."""

import json
import math
from base64 import urlsafe_b64decode
from collections import Counter
from pathlib import Path

import pytest

from doorlist.tickets.rules import (
    is_our_form,
    new_invoice_numbers,
    new_qr_codes,
    normalise_invoice_number,
    normalise_qr,
    qr_hash,
)

OURS = "DL1.17.0123456789ABCDEFGHJKMNPQRS"


def test_an_invoice_number_is_drawn_from_thirty_letters_that_are_not_mistaken_for_each_other() -> None:  # 3.invoice.4
    drawn = Counter("".join(number.removeprefix("INV-").replace("-", "") for number in new_invoice_numbers(2000)))
    assert "".join(sorted(drawn)) == "23456789ABCDEFGHJKMNPQRSTVWXYZ"
    # Each is drawn about as often as the others.
    assert max(drawn.values()) < 1.5 * min(drawn.values())


def test_an_invoice_number_has_the_form_that_can_be_said_aloud() -> None:  # 3.invoice.3
    [number] = new_invoice_numbers(1)
    prefix, first, second = number.split("-")
    assert (prefix, len(first), len(second)) == ("INV", 4, 4)


def test_an_invoice_number_of_ours_is_the_same_in_whatever_case() -> None:  # 3.invoice.9
    assert normalise_invoice_number("inv-7kqm-3xrd") == "INV-7KQM-3XRD"
    assert normalise_invoice_number("Inv-7kQm-3XRD") == "INV-7KQM-3XRD"
    for other in ("inv-7kqm-3xr", "inv-7kqm-3xrd-2", "inv-0000-1111", "tix-7kqm-3xrd", "a-1", ""):
        assert normalise_invoice_number(other) == other


def test_a_qr_text_names_the_event_and_carries_128_random_bits() -> None:  # 3.qr.2, 3
    texts = {new_qr_codes([17])[0] for _ in range(500)}
    assert len(texts) == 500
    for text in texts:
        start, event_id, secret = text.split(".")
        assert (start, event_id, len(secret)) == ("DL1", "17", 26)
        # 26 characters of 5 bits hold 130: the first two of them are nought.
        assert secret[0] in "01234567"
        assert is_our_form(text)
    seen = [{text.split(".")[2][place] for text in texts} for place in range(26)]
    assert len(seen[0]) == 8
    assert all(len(letters) == 32 for letters in seen[1:])
    assert math.log2(8 * 32**25) == 128


def test_a_qr_text_fits_a_small_alphanumeric_code() -> None:
    assert set(new_qr_codes([1])[0]) <= set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
    # Version 2 at error correction M takes 38 alphanumeric characters.
    assert len(new_qr_codes([9_999_999])[0]) == 38


@pytest.mark.parametrize(
    "text",
    [
        "",
        "DL1",
        "DL1.17.",
        OURS[:-1],
        OURS + "0",
        OURS.lower(),
        OURS.replace("DL1", "DL2"),
        OURS.replace("17", "017"),
        OURS.replace("17", "0"),
        OURS.replace("17", "-1"),
        OURS.replace("17", "1" * 20),
        OURS.replace("A", "I"),
        OURS.replace("A", "L"),
        OURS.replace("A", "O"),
        OURS.replace("A", "U"),
        OURS.replace(".", ","),
        f" {OURS}",
        f"{OURS}\n",
        f"https://example.org/{OURS}",
        "INV-7KQM-3XRD",
    ],
)
def test_another_text_is_not_in_our_form(text: str) -> None:
    assert not is_our_form(text)


def test_a_read_text_is_trimmed_and_put_in_upper_case_only_where_that_makes_it_ours() -> None:  # 5.scan.1
    assert normalise_qr(f" \t{OURS.lower()}\r\n") == OURS
    assert normalise_qr(OURS) == OURS
    assert normalise_qr(" older-Ticket/5 ") == "older-Ticket/5"
    assert normalise_qr("") == ""


VECTORS = json.loads(Path(__file__).with_name("qr_vectors.json").read_text("utf-8"))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["what"])
def test_a_text_has_the_same_normal_form_and_hash_here_and_in_the_browser(vector: dict[str, str]) -> None:
    """The browser's part of it is frontend/src/features/door/guest-list/qr-hash.test.ts."""
    # 3.qr.10, 11; 5.scan.1
    assert normalise_qr(vector["text"]) == vector["normalised"]
    assert normalise_qr(vector["normalised"]) == vector["normalised"]
    assert len(qr_hash(vector["text"])) == 22
    assert urlsafe_b64decode(qr_hash(vector["text"]) + "==").hex() == vector["hash"]
