from time import monotonic

from doorlist.core.db import pace as pace_module
from doorlist.core.db.pace import Pace


def test_slices_begin_small_and_grow_while_they_are_quick_and_nobody_waits() -> None:  # 10.worker.9
    pace = Pace(250, smallest=50, largest=500)
    sizes = [pace.size]
    for _ in range(9):
        # A slow disk makes small slices slow as well.
        pace.note(0.06, is_writer_waiting=False)
        sizes.append(pace.size)
    assert sizes == [50, 62, 77, 96, 120, 150, 187, 233, 250, 250]
    for _ in range(3):
        pace.note(0.01, is_writer_waiting=False)
    assert pace.size == 312
    for _ in range(30):
        pace.note(0.01, is_writer_waiting=False)
    assert pace.size == 500
    pace.note(0.04, is_writer_waiting=False)
    assert pace.size == 500
    pace.note(0.2, is_writer_waiting=False)
    assert pace.size == 375
    for _ in range(3):
        pace.note(0.2, is_writer_waiting=False)
    assert pace.size == 250


def test_a_slice_that_another_writer_waits_for_is_followed_by_a_rest_and_small_slices() -> None:  # 10.worker.9
    pace = Pace(250, smallest=50, largest=500)
    for _ in range(6):
        pace.note(0.01, is_writer_waiting=False)
    began = monotonic()
    pace.note(0.01, is_writer_waiting=True)
    assert monotonic() - began >= pace_module.REST_SECONDS
    assert pace.size == 50
