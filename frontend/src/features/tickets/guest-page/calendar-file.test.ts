import { expect, test } from "vitest";
import { calendarFile } from "@/features/tickets/guest-page/calendar-file";

const TICKET = {
  event: { name: "Spring Gala", date: "2026-11-21", time: "19:30" },
  fullName: "Grace Hopper",
  tableNumber: 7,
  terms: ["Tickets are not refundable.", "Please arrive 30 minutes early."],
  ticketType: null,
};
const ABOUT = { eventId: "12", host: "tickets.example.org", now: Date.UTC(2026, 10, 2, 3, 4, 5, 678) };

test("2.ticket.9 the file is exact: its time is the venue's own, and names no zone", () => {
  expect(calendarFile(TICKET, ABOUT)).toBe(
    [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Doorlist//Ticket//EN",
      "BEGIN:VEVENT",
      "UID:event-12@tickets.example.org",
      "SEQUENCE:29893144",
      "DTSTAMP:20261102T030405Z",
      "DTSTART:20261121T193000",
      "SUMMARY:Spring Gala",
      "DESCRIPTION:Grace Hopper\\nTable 7\\nTickets are not refundable.\\nPlease arri",
      " ve 30 minutes early.",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ].join("\r\n"),
  );
});

test("2.ticket.9 without a time it is the whole day, over the end of a year too", () => {
  const text = calendarFile({ ...TICKET, event: { name: "Eve", date: "2026-12-31", time: null } }, ABOUT);
  expect(text).toContain("\r\nDTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n");
});

test("2.ticket.9 escapes what has a meaning, and folds at 75 octets without cutting a character", () => {
  const name = `Fish, Chips; 50\\% ${"👩‍👩‍👧‍👦ü".repeat(8)}\r\nand more`;
  const text = calendarFile({ ...TICKET, tableNumber: 0, event: { ...TICKET.event, name } }, ABOUT);
  const lines = text.split("\r\n");
  expect(lines.every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
  expect(lines.map((line) => new TextDecoder().decode(new TextEncoder().encode(line)))).toEqual(lines);
  const unfolded = text.replaceAll("\r\n ", "");
  expect(unfolded).toContain(`\r\nSUMMARY:Fish\\, Chips\\; 50\\\\% ${"👩‍👩‍👧‍👦ü".repeat(8)}\\nand more\r\n`);
  expect(unfolded).not.toContain("Table");
  expect(unfolded).not.toContain("DL1");
});

test("2.ticket.901 the place is in it, and an end that is earlier than the start is on the next day", () => {
  const event = {
    ...TICKET.event,
    venue: "The Grand Hall",
    address: "1 High Street\nMelbourne",
    endTime: "01:00",
  };
  const lines = calendarFile({ ...TICKET, event }, ABOUT).split("\r\n");
  expect(lines).toContain("DTEND:20261122T010000");
  expect(lines).toContain("LOCATION:The Grand Hall\\, 1 High Street\\, Melbourne");
  const early = { ...event, time: "10:00", endTime: "12:30" };
  expect(calendarFile({ ...TICKET, event: early }, ABOUT)).toContain("DTEND:20261121T123000");
  // Without a start the whole day is meant, whenever it ends.
  expect(calendarFile({ ...TICKET, event: { ...event, time: null } }, ABOUT)).toContain(
    "DTEND;VALUE=DATE:20261122",
  );
});
