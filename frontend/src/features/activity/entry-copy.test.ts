import { expect, test } from "vitest";
import type { HistoryAction, HistoryEntry } from "@/api/types";
import { sentenceOf } from "@/features/activity/entry-copy";
import { textOf } from "@/features/activity/field-changes";
import { sentenceOfScan, sentLater } from "@/features/activity/scan-copy";

const ADA = { id: 5, name: "Ada Lovelace", isThere: true };
const GONE = { id: 5, name: "RZ6V-V58M", isThere: false };
const GALA = { id: 7, name: "Spring Gala", isThere: true };
const OLIVE = { id: 1, name: "Olive", isThere: true };
const NORA = { id: 9, name: "Nora", isThere: true };
const NOTHING = { id: null, name: null, isThere: false };

const entry = (action: HistoryAction, facts: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: 1,
  at: "2026-11-20T18:30:00.000Z",
  person: { id: 1, fullName: "Olive" },
  address: "192.0.2.0",
  action,
  subject: NOTHING,
  event: null,
  before: null,
  after: null,
  ...facts,
});

test.each<[string, HistoryEntry]>([
  [
    "Olive changed the table of Ada Lovelace from 4 to 7",
    entry("attendee.updated", { subject: ADA, before: { tableNumber: 4 }, after: { tableNumber: 7 } }),
  ],
  [
    "Olive changed the payment of Ada Lovelace from unpaid to paid, the amount paid from none to $45.00 and the notes from none to 'Aisle'",
    entry("attendee.updated", {
      subject: ADA,
      before: { paymentStatus: "unpaid", amountPaidCents: null, notes: null },
      after: { paymentStatus: "paid", amountPaidCents: 4500, notes: "Aisle" },
    }),
  ],
  [
    "Olive changed the table of a deleted guest (RZ6V-V58M) from none to 7",
    entry("attendee.updated", { subject: GONE, before: { tableNumber: 0 }, after: { tableNumber: 7 } }),
  ],
  ["Olive saved Ada Lovelace without a change", entry("attendee.updated", { subject: ADA })],
  [
    "Olive undid a change of 40 guests of Spring Gala",
    entry("attendee.update_undone", { event: GALA, before: {}, after: { updated: 40 } }),
  ],
  [
    "Olive undid the change of the table to 9 and the payment to paid for 40 guests of Spring Gala: $950.00 removed from the amounts paid",
    entry("attendee.update_undone", {
      event: GALA,
      before: { tableNumber: 9, paymentStatus: "paid" },
      after: { updated: 40, amountChangeCents: -95_000 },
    }),
  ],
  [
    "Olive undid a change of 2 guests of Spring Gala: the table from 9 to 4",
    entry("attendee.update_undone", {
      event: GALA,
      before: { tableNumber: 9 },
      after: { tableNumber: 4, updated: 2 },
    }),
  ],
  [
    "Olive changed the capacity of Spring Gala from none to 250",
    entry("event.updated", { subject: GALA, before: { capacity: null }, after: { capacity: 250 } }),
  ],
  [
    "Olive changed the counting of people leaving of Spring Gala from off to on",
    entry("event.updated", { subject: GALA, before: { countsExits: false }, after: { countsExits: true } }),
  ],
  // An entry of a newer server.
  [
    "Olive changed the dressCode of Spring Gala from none to black",
    entry("event.updated", { subject: GALA, before: { dressCode: null }, after: { dressCode: "black" } }),
  ],
  // An entry of an older release.
  ["Olive ended 2 sign-ins", entry("user.sessions_ended", { subject: OLIVE, after: { number: 2 } })],
  [
    "Olive ended 1 sign-in, 2 devices at doors and 1 pass of Nora",
    entry("user.sessions_ended", { subject: NORA, after: { number: 1, devices: 2, passes: 1 } }),
  ],
  [
    "Olive ended 1 device at a door of Nora",
    entry("user.sessions_ended", { subject: NORA, after: { number: 0, devices: 1, passes: 0 } }),
  ],
  [
    "Olive made a pass for 'Gate K' at Spring Gala",
    entry("pass.created", { event: GALA, after: { door: "Gate K" } }),
  ],
  [
    "Olive made a pass for 'Gate K' (check-in list 'Backstage') at Spring Gala",
    entry("pass.created", { event: GALA, after: { door: "Gate K", checkInList: "Backstage" } }),
  ],
  [
    "Kim claimed the pass for 'Gate K' (check-in list 'Backstage') at Spring Gala",
    entry("pass.claimed", {
      event: GALA,
      after: { door: "Gate K", checkInList: "Backstage", helper: "Kim" },
    }),
  ],
  [
    "Olive revoked the pass for 'Gate K' (check-in list 'Backstage') at Spring Gala",
    entry("pass.revoked", {
      event: GALA,
      before: { door: "Gate K", checkInList: "Backstage", helper: "Kim" },
    }),
  ],
  [
    "Olive used a recovery code",
    entry("user.recovery_code_used", { subject: { id: 1, name: "Olive", isThere: true } }),
  ],
  [
    "Olive deleted the guest 'RZ6V-V58M' of Spring Gala",
    entry("attendee.deleted", { subject: GONE, event: GALA }),
  ],
  [
    "Doorlist erased 100 guests whose retention period was over",
    entry("attendee.erased_many", { person: null, after: { erased: 100 } }),
  ],
  [
    "Olive set guests to be erased 90 days after their event",
    entry("keeping.set", { before: { keepDays: null }, after: { keepDays: 90 } }),
  ],
  [
    "Olive set guests to be kept until they are deleted",
    entry("keeping.set", { before: { keepDays: 90 }, after: { keepDays: null } }),
  ],
  [
    "Olive kept the guests of Spring Gala until Sun 31 Jan 2027",
    entry("event.postponed", { subject: GALA, event: GALA, after: { keepUntil: "2027-01-31" } }),
  ],
  [
    "Olive stopped keeping longer the guests of Spring Gala",
    entry("event.postponed", { subject: GALA, event: GALA, after: { keepUntil: null } }),
  ],
  [
    "Olive downloaded all that is held about Ada Lovelace of Spring Gala",
    entry("attendee.held_exported", { subject: ADA, event: GALA }),
  ],
  [
    "Olive brought back Ada Lovelace of Spring Gala, who was erased",
    entry("attendee.brought_back", { subject: ADA, event: GALA }),
  ],
  [
    "Olive erased a guest of Spring Gala",
    entry("attendee.erased", { subject: { id: 5, name: "Erased guest", isThere: true }, event: GALA }),
  ],
  [
    "Olive changed the name of Erased guest (erased since) and the table from 4 to 9",
    entry("attendee.updated", {
      subject: { id: 5, name: "Erased guest", isThere: true },
      before: { fullName: null, tableNumber: 4 },
      after: { fullName: null, tableNumber: 9 },
    }),
  ],
  [
    "Olive added 5 tickets for Ada Lovelace to Spring Gala",
    entry("attendee.registered", { subject: ADA, event: GALA, after: { quantity: 5 } }),
  ],
  [
    "Olive set the table to 9 and the payment to paid for 12 guests of Spring Gala",
    entry("attendee.updated_many", {
      event: GALA,
      after: { tableNumber: 9, paymentStatus: "paid", updated: 12 },
    }),
  ],
  [
    "Olive set the payment to paid for 10 guests of Spring Gala: $950.00 added to the amounts paid",
    entry("attendee.updated_many", {
      event: GALA,
      after: { paymentStatus: "paid", updated: 10, amountChangeCents: 95_000 },
    }),
  ],
  [
    "Olive changed the table from 4 to 9 (together with 11 other guests)",
    entry("attendee.updated_many", {
      before: { tableNumber: 4, paymentStatus: "paid" },
      after: { tableNumber: 9, paymentStatus: "paid", updated: 12, amountChangeCents: 95_000 },
    }),
  ],
  [
    "Olive changed the role of Nora from organizer to super administrator",
    entry("user.updated", {
      subject: { id: 3, name: "Nora", isThere: true },
      before: { role: "organizer" },
      after: { role: "super_admin" },
    }),
  ],
  [
    "Someone tried to sign in as Nora and was refused",
    entry("user.sign_in_refused", { person: null, subject: { id: 3, name: "Nora", isThere: true } }),
  ],
  ["Someone tried to sign in with an unknown username", entry("user.sign_in_refused", { person: null })],
  [
    "Olive imported 600 guests from 'guests.csv' into the deleted event 'Ball'",
    entry("import.started", {
      event: { id: 8, name: "Ball", isThere: false },
      after: { imported: 600, fileName: "guests.csv" },
    }),
  ],
  [
    "Olive undid the import of 'guests.csv'",
    entry("import.undone", { subject: { id: 2, name: "guests.csv", isThere: false } }),
  ],
  [
    "Olive closed a conflict of Spring Gala as 'no extra people'",
    entry("conflict.decided", { event: GALA, after: { state: "dismissed" } }),
  ],
  ["A former account took a backup", entry("backup.taken", { person: { id: 9, fullName: null } })],
  [
    "Olive deleted the backup 'doorlist-1.sqlite3'",
    entry("backup.deleted", { before: { filename: "doorlist-1.sqlite3" } }),
  ],
  [
    "The server set a new password for Nora",
    entry("user.password_set", { person: null, subject: { id: 3, name: "Nora", isThere: true } }),
  ],
  [
    "Olive added the check-in list 'Backstage' to Spring Gala",
    entry("event.list_created", { subject: GALA, after: { checkInList: "Backstage", rule: "once" } }),
  ],
  [
    "Olive changed the rule of 'Backstage' of Spring Gala from once to in and out and the capacity from none to 40",
    entry("event.list_updated", {
      subject: GALA,
      before: { checkInList: "Backstage", rule: "once", capacity: null },
      after: { rule: "reentry", capacity: 40 },
    }),
  ],
  [
    "Olive changed the name of 'Backstage' of Spring Gala from Backstage to Stage, the ticket types from all to 2 and the requirement of the entrance from off to on",
    entry("event.list_updated", {
      subject: GALA,
      before: { checkInList: "Backstage", ticketTypeIds: null, needsEntrance: false },
      after: { checkInList: "Stage", ticketTypeIds: [3, 4], needsEntrance: true },
    }),
  ],
  [
    "Olive changed the ticket types of 'Backstage' of Spring Gala",
    entry("event.list_updated", {
      subject: GALA,
      before: { checkInList: "Backstage", ticketTypeIds: [3] },
      after: { ticketTypeIds: [4] },
    }),
  ],
  [
    "Olive deleted the check-in list 'Backstage' of Spring Gala",
    entry("event.list_deleted", { subject: GALA, before: { checkInList: "Backstage", rule: "every" } }),
  ],
  ["Olive: pass.folded", entry("pass.folded" as HistoryAction)],
])("2.activity.3, 2.activity.901, 2.activity.902, 2.activity.1172 %s", (sentence, told) => {
  expect(textOf(sentenceOf(told))).toBe(sentence);
});

test("2.activity.3 what is there can be opened, and what is gone cannot", () => {
  expect(sentenceOf(entry("attendee.updated", { subject: ADA }))).toContainEqual({
    name: "Ada Lovelace",
    to: "/attendee-details/5",
  });
  const ofGone = sentenceOf(entry("attendee.deleted", { subject: GONE, event: GALA }));
  expect(ofGone.filter((part) => typeof part === "object" && part.to)).toEqual([
    { name: "Spring Gala", to: "/edit-event/7" },
  ]);
});

test("2.activity.5, 2.activity.900, 2.activity.1065, 2.activity.1092 a scan says who, at which list and at which door", () => {
  const step = {
    at: "2026-11-20T18:30:00.000Z",
    receivedAt: null,
    person: { id: 1, fullName: "Olive" },
    helper: null,
    device: "Gate B",
    outcome: "admitted",
    shown: null,
    certainty: null,
    listAsOf: null,
    isTimeUnsure: false,
    isCause: false,
  } as const;
  expect(textOf(sentenceOfScan(step))).toBe("Olive let this guest in at Gate B");
  const atList = { ...step, list: { id: 4, name: "Backstage" } };
  expect(textOf(sentenceOfScan(atList))).toBe("Olive let this guest in at Backstage, Gate B");
  expect(textOf(sentenceOfScan({ ...atList, device: null, outcome: "not_entered" }))).toBe(
    "Olive refused the ticket: not at the entrance yet at Backstage",
  );
  const anyway = { ...step, outcome: "let_in_offline", shown: "admitted", certainty: "none" } as const;
  expect(textOf(sentenceOfScan(anyway))).toBe("Olive let this guest in anyway at Gate B");
  expect(textOf(sentenceOfScan({ ...anyway, certainty: "list" }))).toBe(
    "Olive let this guest in while the server was out of reach at Gate B",
  );
  const marked = { ...step, outcome: "marked_present", device: null } as const;
  expect(textOf(sentenceOfScan(marked))).toBe("Olive marked this guest present");
  expect(textOf(sentenceOfScan({ ...marked, certainty: "none" }))).toBe(
    "Olive marked this guest present anyway: the event was full",
  );
  const byPass = { ...step, helper: "Kim" };
  expect(textOf(sentenceOfScan(byPass))).toBe("Kim (pass of Olive) let this guest in at Gate B");
});

test.each([
  [null, null],
  ["2026-11-20T18:30:00.400Z", null],
  ["2026-11-20T18:31:00.000Z", null],
  ["2026-11-20T18:31:00.001Z", /^Sent later, at .*20 Nov 2026/],
])("2.activity.1206 a scan of 18:30 that was received at %j reads %j", (receivedAt, note) => {
  const text = sentLater({ at: "2026-11-20T18:30:00.000Z", receivedAt });
  if (note === null) expect(text).toBeNull();
  else expect(text).toMatch(note);
});
