import { expect, test } from "vitest";
import { mailAddress, smsAddress, ticketMessage } from "@/features/tickets/ticket-message";

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
  const address = new URL(mailAddress(FACE));
  expect(address.protocol).toBe("mailto:");
  expect(address.searchParams.get("subject")).toBe("Your ticket for Fish & Chips, 50% off?");
  expect(address.searchParams.get("body")).toBe(ticketMessage(FACE).replaceAll("\n", "\r\n"));
});

test.each([
  ["+61 400 123 456", "+61400123456"],
  ["0400 123 456 (after six)", "0400123456"],
  ["(02) 9999-1234", "0299991234"],
  ["ask Olive", ""],
])("the messages of %j go to %j", (phone, number) => {
  const address = new URL(smsAddress(FACE, phone));
  expect(address.protocol).toBe("sms:");
  expect(address.pathname).toBe(number);
  expect(address.searchParams.get("body")).toBe(ticketMessage(FACE));
});
