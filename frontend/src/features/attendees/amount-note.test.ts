import { expect, test } from "vitest";
import { amountNote } from "@/features/attendees/amount-note";

const WHOLE = "That is the whole ticket price. Choose the status 'paid'.";
const ABOVE = "$20.50 more than the ticket price of $120.00. Choose the status 'paid'.";

test.each([
  ["partial", "120", WHOLE],
  ["Part paid", "120.00", WHOLE],
  ["partial", "140.50", ABOVE],
  ["half now", "120", null],
])(
  "2.add-attendee.981 a partial payment with the status %j and the amount %j reads %j",
  (paymentStatus, amountPaid, note) => {
    expect(amountNote(12_000, { paymentStatus, amountPaid })).toBe(note);
  },
);

test.each([
  ["paid", "", "The ticket price is $120.00."],
  ["unpaid", "", "The ticket price is $120.00."],
  ["paid", "120", null],
  ["paid", "140.50", "$20.50 more than the ticket price of $120.00."],
  ["half now", "140.50", "$20.50 more than the ticket price of $120.00."],
  ["paid", "50", "$70.00 less than the ticket price of $120.00. With the status 'paid' nothing is owed."],
  [" Paid ", "0", "$120.00 less than the ticket price of $120.00. With the status 'paid' nothing is owed."],
  ["partial", "50", "$70.00 of the ticket price of $120.00 stays open."],
  ["half now", "50", "$70.00 of the ticket price of $120.00 stays open."],
  ["comp", "", null],
  ["Free", "50", null],
  ["paid", "twenty", null],
])(
  "2.add-attendee.970 with the status %j and the amount %j it reads %j",
  (paymentStatus, amountPaid, note) => {
    expect(amountNote(12_000, { paymentStatus, amountPaid })).toBe(note);
    expect(amountNote(null, { paymentStatus, amountPaid })).toBeNull();
  },
);
