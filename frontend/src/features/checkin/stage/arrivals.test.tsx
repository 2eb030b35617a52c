import { afterEach, expect, test } from "vitest";
import type { DoorList } from "@/features/checkin/door-list/list-store";
import { DoorTickets } from "@/features/checkin/door-list/tickets";
import { forgetAll, hold } from "@/features/checkin/outbox/held";
import type { OutboxRecord } from "@/features/checkin/outbox/record";
import { countArrived } from "@/features/checkin/stage/arrivals";
import { keptRecord } from "@/testing/outbox";

afterEach(forgetAll);

const HASHES = ["A", "B", "C"].map((letter) => letter.repeat(22));
/** The first of three guests is in since 100; the list is of 1000. */
const LIST: DoorList = {
  event: { id: 7, name: "Gala", date: "2099-12-30", time: null },
  asOf: 1000,
  etag: null,
  tickets: DoorTickets.of(
    HASHES.map((hash, at) => [hash, at + 1, "", 1, "paid", 0, `${at}`, at === 0 ? 100 : null, null]),
  ),
};

const letIn = (key: string, attendeeId: number, more: Partial<OutboxRecord> = {}) =>
  keptRecord({ key, attendeeId, eventId: 7, at: 900, shown: "admitted", ...more });
const undo = (key: string, undoes: string, attendeeId: number, at: number) =>
  keptRecord({ key, kind: "undo", undoes, attendeeId, eventId: 7, at, shown: null });
const answered = (receivedAt: number) =>
  ({ kind: "admitted", attendedAt: null, checkedInBy: null, detail: null, receivedAt }) as const;

test.each<[string, OutboxRecord[], number]>([
  ["as the list has it", [], 1],
  ["and whom this door let in", [letIn("a", 2)], 2],
  ["once, however often", [letIn("a", 2), letIn("b", 2, { at: 950, shown: "already" })], 2],
  ["not whom it let out again", [letIn("a", 2), undo("u", "a", 2, 950)], 1],
  ["not twice who is on the list as in", [letIn("a", 1, { at: 100 })], 1],
  ["not whom the list still has as in", [letIn("a", 1, { at: 100 }), undo("u", "a", 1, 950)], 0],
  ["not who was let out elsewhere since", [letIn("a", 2, { result: answered(950) })], 1],
  ["and who was let in since the list", [letIn("a", 2, { at: 1100, result: answered(1100) })], 2],
  ["not who was turned away", [letIn("a", 2, { shown: "invalid" })], 1],
  ["not at another event", [letIn("a", 2, { eventId: 8 })], 1],
  ["nobody who is on no list", [letIn("a", 9)], 1],
])("2.scan.42 the door counts %s", (_, records, arrived) => {
  hold(...records);
  expect(countArrived(LIST, LIST.tickets.countIn())).toBe(arrived);
});
