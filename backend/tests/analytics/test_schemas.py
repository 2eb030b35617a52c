"""Rules of the figures: no fixture needed."""

import json
from decimal import Decimal

import pytest

from doorlist.settings.rules import Currency


@pytest.mark.parametrize(
    ("cents", "written"),
    [(0, "0.0"), (1, "0.01"), (10, "0.1"), (29, "0.29"), (5_700, "57.0"), (1_999_999_999_99, "1999999999.99")],
)
def test_cents_are_written_as_dollars_with_two_decimals_at_most(cents: int, written: str) -> None:  # 3.payment.11
    assert json.dumps(Currency().number(cents)) == written


def test_no_sum_of_a_hundred_thousand_tickets_loses_a_cent() -> None:  # 3.payment.11
    # The largest sum: 100,000 tickets at the largest amount, 100 million dollars.
    largest = 100_000 * 100_000_000_00
    for cents in range(largest - 2_000, largest):
        assert Decimal(json.dumps(Currency().number(cents))) == Decimal(cents) / 100
