import { expect, test } from "vitest";
import { mailUrl, smsUrl, ticketMessage } from "@/features/tickets/ticket-message";

const FACE = {
  eventName: "Fish & Chips, 50% off?",
  eventDate: "2026-11-21",
  eventTime: "19:30",
  fullName: "Zoë O'Brien",
  tableNumber: 7,
  invoiceNumber: "INV-7K3M9",
  qrCodeData: "DL1.12.0123456789ABCDEFGHJKMNPQRS",
};

test("the message says event, date, name, table and invoice, and not what the QR code says", () => {
  const message = ticketMessage(FACE);
  for (const fact of ["Fish & Chips, 50% off?", "Sat 21 Nov 2026 at 19:30", "Zoë O'Brien", "Table: 7"]) {
    expect(message).toContain(fact);
  }
  expect(message).toContain("Invoice: INV-7K3M9");
  expect(message).not.toContain("DL1.");
  expect(ticketMessage({ ...FACE, tableNumber: 0 })).toContain("Table: No table");
});

test("a mail program reads subject and text back whole", () => {
  const url = new URL(mailUrl(FACE));
  expect(url.protocol).toBe("mailto:");
  expect(url.searchParams.get("subject")).toBe("Your ticket for Fish & Chips, 50% off?");
  expect(url.searchParams.get("body")).toBe(ticketMessage(FACE).replaceAll("\n", "\r\n"));
});

test.each([
  ["+61 400 123 456", "+61400123456"],
  ["0400 123 456 (after six)", "0400123456"],
  ["(02) 9999-1234", "0299991234"],
  ["ask Olive", ""],
])("the messages of %j go to %j", (phone, number) => {
  const url = new URL(smsUrl(FACE, phone));
  expect(url.protocol).toBe("sms:");
  expect(url.pathname).toBe(number);
  expect(url.searchParams.get("body")).toBe(ticketMessage(FACE));
});
