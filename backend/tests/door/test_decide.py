"""The decision on a record: the outcome by each fact."""

from collections.abc import Mapping
from typing import Any

import pytest

from doorlist.door.admission.decide import Facts, decide
from doorlist.door.rules import ScanOutcome, Shown

ADMITTING = Facts(has_ticket=True, is_own_event=True)
ONE_FACT_CHANGED = [
    ({}, ScanOutcome.ADMITTED),
    ({"is_present": True}, ScanOutcome.REPEAT),
    ({"shown": Shown.UNDECIDED}, ScanOutcome.ADMITTED),
    ({"shown": Shown.UNDECIDED, "is_present": True}, ScanOutcome.REPEAT),
    ({"shown": Shown.ADMITTED}, ScanOutcome.LET_IN_OFFLINE),
    ({"shown": Shown.ADMITTED, "is_present": True}, ScanOutcome.LET_IN_OFFLINE),
    ({"shown": Shown.ALREADY}, ScanOutcome.TURNED_AWAY),
    ({"shown": Shown.CANCELLED, "is_followup": True}, ScanOutcome.WITHDRAWN),
    ({"is_undo": True}, ScanOutcome.MARKED_ABSENT),
    ({"is_undo": True, "is_present": True}, ScanOutcome.MARKED_ABSENT),
    ({"is_own_event": False}, ScanOutcome.OTHER_EVENT),
    ({"is_own_event": False, "is_undo": True}, ScanOutcome.OTHER_EVENT),
    ({"has_ticket": False}, ScanOutcome.UNKNOWN),
    ({"has_ticket": False, "is_own_form": False}, ScanOutcome.INVALID),
    ({"has_left": True}, ScanOutcome.RETURNED),
    ({"has_left": True, "allows_reentry": False}, ScanOutcome.REENTRY_NOT_ALLOWED),
    ({"has_left": True, "allows_reentry": False, "shown": Shown.ADMITTED}, ScanOutcome.LET_IN_OFFLINE),
    ({"shown": Shown.ALREADY_LEFT}, ScanOutcome.REENTRY_NOT_ALLOWED),
    ({"shown": Shown.ALREADY_LEFT, "is_followup": True}, ScanOutcome.WITHDRAWN),
    ({"allows_reentry": False}, ScanOutcome.ADMITTED),
    ({"is_exit": True}, ScanOutcome.NOT_INSIDE),
    ({"is_exit": True, "is_present": True}, ScanOutcome.LEFT),
    ({"is_exit": True, "has_left": True}, ScanOutcome.NOT_INSIDE),
    ({"is_exit": True, "is_present": True, "allows_reentry": False}, ScanOutcome.LEFT),
    ({"is_exit": True, "shown": Shown.LEFT}, ScanOutcome.LEFT),
    ({"is_exit": True, "shown": Shown.NOT_INSIDE}, ScanOutcome.NOT_INSIDE),
    ({"is_exit": True, "is_present": True, "counts_exits": False}, ScanOutcome.EXITS_NOT_COUNTED),
    ({"is_exit": True, "shown": Shown.LEFT, "counts_exits": False}, ScanOutcome.LEFT),
    ({"is_exit": True, "shown": Shown.NOT_INSIDE, "counts_exits": False}, ScanOutcome.EXITS_NOT_COUNTED),
    ({"is_exit": True, "is_undo": True}, ScanOutcome.EXIT_UNDONE),
    ({"is_exit": True, "is_own_event": False}, ScanOutcome.OTHER_EVENT),
    ({"is_exit": True, "has_ticket": False}, ScanOutcome.UNKNOWN),
    ({"is_exit": True, "is_in_time": False}, ScanOutcome.NOT_COUNTED),
    ({"is_in_time": False}, ScanOutcome.NOT_COUNTED),
    ({"is_in_time": False, "has_ticket": False}, ScanOutcome.NOT_COUNTED),
    ({"is_in_time": False, "is_undo": True}, ScanOutcome.NOT_COUNTED),
]


@pytest.mark.parametrize(("changed", "outcome"), ONE_FACT_CHANGED)
def test_each_fact_decides(
    changed: Mapping[str, Any], outcome: ScanOutcome
) -> None:  # 4.attendance.1, 4.door-time.4, 4.exit.1, 4.exit.4, 4.exit.6
    assert decide(ADMITTING._replace(**changed)) is outcome
