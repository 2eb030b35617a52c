from doorlist.core.db.pace import Pace


def test_slices_grow_while_they_are_quick_and_nobody_waits() -> None:  # 10.worker.9
    pace = Pace(250, smallest=50, largest=500)
    sizes = []
    for _ in range(7):
        pace.note(0.01, is_writer_waiting=False)
        sizes.append(pace.size)
    assert sizes == [250, 250, 312, 312, 312, 390, 390]
    for _ in range(6):
        pace.note(0.01, is_writer_waiting=False)
    assert pace.size == 500
    pace.note(0.04, is_writer_waiting=False)
    assert pace.size == 500
    pace.note(0.2, is_writer_waiting=False)
    assert pace.size == 375
    for _ in range(3):
        pace.note(0.2, is_writer_waiting=False)
    assert pace.size == 250


def test_slices_are_small_as_soon_as_another_writer_waits() -> None:  # 10.worker.9
    pace = Pace(250, smallest=50, largest=500)
    pace.note(0.01, is_writer_waiting=True)
    assert pace.size == 50
    pace.note(0.2, is_writer_waiting=False)
    assert pace.size == 50
