import { expect, test } from "vitest";
import { ticketLink, ticketOfFragment } from "@/features/tickets/ticket-link";
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
  const message = ticketMessage(FACE, null);
  for (const fact of ["Fish & Chips, 50% off?", "Sat 21 Nov 2026 at 19:30", "Zoë O'Brien", "Table: 7"]) {
    expect(message).toContain(fact);
  }
  expect(message).toContain("Invoice: INV-7K3M9");
  expect(message).not.toContain("DL1.");
  expect(ticketMessage({ ...FACE, tableNumber: 0 }, null)).not.toContain("able");
});

test("2.ticket.1, 2 it carries the link to the ticket's page, or says that the picture is attached", () => {
  const link = ticketLink("https://tickets.example.org/ticket", FACE.qrCodeData);
  expect(link).toBe("https://tickets.example.org/ticket#DL1.12.0123456789ABCDEFGHJKMNPQRS");
  expect(ticketMessage(FACE, link)).toContain(`\nYour ticket with its QR code: ${link}\n`);
  expect(new URL(mailUrl(FACE, link, null)).searchParams.get("body")).toContain(link);
  expect(new URL(smsUrl(FACE, link, "0400") ?? "").searchParams.get("body")).toContain(link);
  expect(ticketMessage(FACE, null)).toContain("\nYour ticket is the attached picture.\n");
  // An older tool's ticket opens no page, and without the setting there is none.
  expect(ticketLink("https://tickets.example.org/ticket", "GALA-0007")).toBeNull();
  expect(ticketLink(null, FACE.qrCodeData)).toBeNull();
});

test("a mail program reads subject and text back whole", () => {
  const url = new URL(mailUrl(FACE, null, "amelie+gala@example.org"));
  expect(url.protocol).toBe("mailto:");
  expect(decodeURIComponent(url.pathname)).toBe("amelie+gala@example.org");
  expect(url.searchParams.get("subject")).toBe("Your ticket for Fish & Chips, 50% off?");
  expect(url.searchParams.get("body")).toBe(ticketMessage(FACE, null).replaceAll("\n", "\r\n"));
});

test.each([
  ["+61 400 123 456", "+61400123456"],
  ["0400 123 456 (after six)", "0400123456"],
  ["(02) 9999-1234", "0299991234"],
])("the messages of %j go to %j", (phone, number) => {
  const url = new URL(smsUrl(FACE, null, phone) ?? "");
  expect(url.protocol).toBe("sms:");
  expect(url.pathname).toBe(number);
  expect(url.searchParams.get("body")).toBe(ticketMessage(FACE, null));
});

test.each(["-", "ask Olive", ""])(
  "2.qr-review.902 without a number, as in %j, there is no text message",
  (phone) => {
    expect(smsUrl(FACE, null, phone)).toBeNull();
  },
);

test.each([
  ["#DL1.12.0123456789ABCDEFGHJKMNPQRS", "DL1.12.0123456789ABCDEFGHJKMNPQRS"],
  ["#dl1%2E12%2E0123456789abcdefghjkmnpqrs", "DL1.12.0123456789ABCDEFGHJKMNPQRS"],
  ["#DL1.12.0123456789ABCDEFGHJKMNPQR", null],
  ["#GALA-0007", null],
  ["#%E0%A4%A", null],
  ["", null],
])("2.ticket.3 the fragment %j names the ticket %j", (fragment, qrData) => {
  expect(ticketOfFragment(fragment)).toBe(qrData);
});
