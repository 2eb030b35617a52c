"""Rules of ticket types."""

import pytest

from doorlist.ticket_types.rules import TicketTypeColor, next_color, ticket_price


@pytest.mark.parametrize(
    ("of_type", "of_event", "price"), [(None, None, None), (None, 4500, 4500), (0, 4500, 0), (900, None, 900)]
)
def test_the_price_is_that_of_the_type_else_of_the_event(  # 3.ticket-type.4
    of_type: int | None, of_event: int | None, price: int | None
) -> None:
    assert ticket_price(of_type_cents=of_type, of_event_cents=of_event) == price


def test_a_new_type_gets_a_colour_that_is_free() -> None:  # 3.ticket-type.3
    assert [next_color([]), next_color(["slate", "teal"])] == ["slate", "blue"]
    assert next_color([*TicketTypeColor, *["slate", "blue"]]) == "teal"
