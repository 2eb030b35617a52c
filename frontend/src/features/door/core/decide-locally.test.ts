import { expect, test } from "vitest";
import { decideLocally, withoutUndone } from "@/features/door/core/decide-locally";
import type { DoorList } from "@/features/door/guest-list/list-store";
import { DoorTickets } from "@/features/door/guest-list/tickets";
import type { LocalUndo } from "@/features/door/outbox/record-cache";

const AS_OF = 10_000;

function listed(attendedAt: number | null, leftAt: number | null = null) {
  const row = ["A".repeat(22), 1, "Ada", 1, "paid", 0, "INV-1", attendedAt, null] as const;
  return DoorTickets.of([[...row, null, null, null, leftAt]]).findId(1);
}

const undo = (more: Partial<LocalUndo>): LocalUndo => ({
  since: 5000,
  inSince: null,
  at: 6000,
  deliveredAt: null,
  isExit: false,
  leftBefore: null,
  ...more,
});

type Times = [attendedAt: number | null, leftAt: number | null];

test.each<[string, Times, Partial<LocalUndo>, Times]>([
  ["an entry", [5000, null], {}, [null, null]],
  ["an entry that the list has with a later exit", [5000, 5500], {}, [null, null]],
  ["an entry of another door before it", [1000, null], {}, [1000, null]],
  ["an entry, on a list from after the undo", [5000, null], { deliveredAt: 9000 }, [5000, null]],
  ["an exit", [1000, 5500], { isExit: true }, [1000, null]],
  ["an exit of another door before it", [1000, 2000], { isExit: true }, [1000, 2000]],
  ["an exit of another door after it", [1000, 7000], { isExit: true }, [1000, 7000]],
  ["an exit, on a list from after the undo", [1000, 5500], { isExit: true, deliveredAt: 9000 }, [1000, 5500]],
  ["a return", [1000, null], { leftBefore: 4000 }, [1000, 4000]],
  ["a return, after an exit elsewhere", [1000, 5500], { leftBefore: 4000 }, [1000, 5500]],
  [
    "a return, on a list from after the undo",
    [1000, null],
    { leftBefore: 4000, deliveredAt: 9000 },
    [1000, null],
  ],
])("4.exit.14 the list without this device's undo of %s", (_, [attendedAt, leftAt], undone, expected) => {
  const ticket = withoutUndone(listed(attendedAt, leftAt), AS_OF, undo(undone));
  expect(ticket).toMatchObject({ attendedAt: expected[0], leftAt: expected[1] });
});

// 4.lists.1
test.each([
  { countsExits: true, reentry: false, expected: { kind: "already_left", leftAt: 2000 } },
  { countsExits: true, reentry: true, expected: { kind: "admitted", leftAt: 2000 } },
  { countsExits: false, reentry: false, expected: { kind: "admitted", leftAt: 2000 } },
])(
  "a guest who left is $expected.kind with exits $countsExits and re-entry $reentry",
  ({ expected, ...event }) => {
    const identity = { hash: "A".repeat(43), attendeeId: null, qrData: null, text: null };
    const list = { event: { id: 1, ...event }, asOf: AS_OF } as DoorList;
    const decision = decideLocally(identity, {
      now: AS_OF,
      eventId: 1,
      list,
      listed: listed(1000, 2000),
      own: null,
      answer: null,
    });
    expect(decision.verdict).toEqual(expected);
  },
);
