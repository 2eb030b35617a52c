import { expect, test } from "vitest";
import { contradiction, isLate } from "@/features/door/core/contradiction";
import type { Certainty, DoorVerdict } from "@/features/door/core/decide";
import type { OutboxRecord, OutboxResult } from "@/features/door/outbox/record";

type Shown = DoorVerdict["kind"] | null;
type Kind = OutboxResult["kind"];

const RESULTS: Kind[] = [
  "admitted",
  "already",
  "unknown",
  "invalid",
  "other_event",
  "marked_absent",
  "turned_away",
  "failed",
];

const record = (
  shown: Shown,
  result: Kind | null,
  certainty: Certainty,
  kind: OutboxRecord["kind"] = "check_in",
): OutboxRecord => ({
  version: 1,
  kind,
  key: "7f8de9a2-3a4b-4c5d-8e6f-000000000001",
  sequence: 1,
  userId: 1,
  grantId: null,
  eventId: 7,
  device: "Gate A",
  hash: null,
  attendeeId: 3,
  text: null,
  at: 100,
  monotonic: 100,
  clockOffset: 0,
  shown,
  shownAt: 110,
  certainty,
  asOf: 50,
  undoes: null,
  result: result && {
    kind: result,
    attendedAt: "2026-11-20T08:01:00Z",
    checkedInBy: "Gate B",
    detail: result === "other_event" ? "Winter Ball" : "Full",
    receivedAt: 200,
  },
  isSeen: false,
});

const IN = { kind: "already_in", attendedAt: "2026-11-20T08:01:00Z", checkedInBy: "Gate B" };
const CANCELLED = { kind: "cancelled" };
const NOT_KNOWN = { kind: "not_known" };
const BALL = { kind: "other_event", name: "Winter Ball" };
const LET_IN = { kind: "let_in" };
const FAILED = { kind: "failed", detail: "Full" };

/** The shown verdict, and then the result of 'Check Again' for each of RESULTS. */
const TABLE: [shown: Shown, certainty: Certainty, ...says: unknown[]][] = [
  ["admitted", "list", null, IN, CANCELLED, NOT_KNOWN, BALL, null, null, FAILED],
  // Let in anyway: the list did not have it, so it was not cancelled since.
  ["admitted", "none", null, IN, NOT_KNOWN, NOT_KNOWN, BALL, null, null, FAILED],
  ["admitted", "confirmed", null, IN, NOT_KNOWN, NOT_KNOWN, BALL, null, null, FAILED],
  // 'Not checked in yet': it is known that it waits, so a check-in is no surprise; a refusal is.
  ["undecided", "none", null, IN, NOT_KNOWN, NOT_KNOWN, BALL, null, null, FAILED],
  // Turned away: only a ticket that was valid after all needs a person.
  ["already", "list", LET_IN, null, null, null, null, null, LET_IN, null],
  ["already", "confirmed", LET_IN, null, null, null, null, null, LET_IN, null],
  ["not_on_list", "list", LET_IN, null, null, null, null, null, LET_IN, null],
  ["cancelled", "list", LET_IN, null, null, null, null, null, LET_IN, null],
  ["other_event", "text", LET_IN, null, null, null, null, null, LET_IN, null],
  ["invalid", "text", LET_IN, null, null, null, null, null, LET_IN, null],
  // This door let the guest in before.
  ["already", "this_door", null, null, null, null, null, null, null, null],
  // The page ended before a verdict showed.
  [null, "none", null, null, null, null, null, null, null, null],
];

const PAIRS = TABLE.flatMap(([shown, certainty, ...says]) =>
  RESULTS.map((result, place) => ({ shown, certainty, result, says: says[place] })),
);

test.each(PAIRS)(
  "4.again.1 shown $shown by $certainty, then $result",
  ({ shown, certainty, result, says }) => {
    expect(contradiction(record(shown, result, certainty))).toEqual(says);
  },
);

test.each(PAIRS)("4.again.1 nothing while it waits: $shown by $certainty", ({ shown, certainty }) => {
  expect(contradiction(record(shown, null, certainty))).toBeNull();
});

test.each(RESULTS)(
  "4.again.1 an undo needs a person only where the server will not take it: %s",
  (result) => {
    const says = result === "failed" ? FAILED : null;
    expect(contradiction(record("admitted", result, "none", "undo"))).toEqual(says);
    expect(contradiction(record(null, result, "none", "undo"))).toEqual(says);
  },
);

test.each([
  ["within half a minute it is the door's", 30_000, true, false],
  ["later it is among the conflicts", 30_001, true, true],
  ["what is no conflict stays with the door", 3_600_000, false, false],
])("4.again.2 %s", (_what, after, isConflict, late) => {
  const shown = record("admitted", "already", "list");
  const result = { ...(shown.result as OutboxResult), receivedAt: 110 + after, isConflict };
  expect(isLate({ ...shown, result })).toBe(late);
});
