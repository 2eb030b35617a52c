import type { Ticket } from "@/features/tickets/guest-page/read-ticket";
import { placeOf } from "@/lib/place";

/** An iCalendar file (RFC 5545) of one event. */

const LINE_OCTETS = 75;
const encoder = new TextEncoder();

const escaped = (text: string) => text.replaceAll(/[\\;,]/g, "\\$&").replaceAll(/\r\n|\r|\n/g, "\\n");

/** Folds lines at 75 octets without splitting a character; continuation lines start with a blank. */
function folded(line: string): string {
  const lines: string[] = [];
  let current = "";
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_OCTETS) {
      lines.push(current);
      current = " ";
      octets = 1;
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join("\r\n");
}

/** `20261121`, or `20261121T193000`. */
const compact = (date: string, time?: string) =>
  date.replaceAll("-", "") + (time ? `T${time.replaceAll(":", "")}00` : "");

/** `20261120T183000Z` of milliseconds since 1970. */
const utc = (moment: number) => `${new Date(moment).toISOString().replaceAll(/[-:]|\.\d+/g, "")}`;

function dayAfter(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

/**
 * The event for the guest's calendar. Its time is the venue's own, which names no zone, so it is written as a floating
 * time: 19:30 stays 19:30 wherever the phone is. An end earlier than the start is on the next day.
 * The text of the QR code is not in it, because calendars are shared.
 */
export function calendarFile(
  ticket: Pick<Ticket, "event" | "fullName" | "tableNumber" | "terms">,
  { eventId, host, now }: { eventId: string; host: string; now: number },
): string {
  const { name, date, time, endTime } = ticket.event;
  const place = placeOf(ticket.event);
  const end =
    time && endTime && endTime !== time
      ? [`DTEND:${compact(endTime < time ? dayAfter(date) : date, endTime)}`]
      : [];
  const when = time
    ? [`DTSTART:${compact(date, time)}`, ...end]
    : [`DTSTART;VALUE=DATE:${compact(date)}`, `DTEND;VALUE=DATE:${compact(dayAfter(date))}`];
  const seat = ticket.tableNumber > 0 ? [`Table ${ticket.tableNumber}`] : [];
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Doorlist//Ticket//EN",
    "BEGIN:VEVENT",
    // The same event again is an update, so that a moved event moves in the calendar too.
    `UID:event-${eventId}@${host}`,
    `SEQUENCE:${Math.floor(now / 60_000)}`,
    `DTSTAMP:${utc(now)}`,
    ...when,
    `SUMMARY:${escaped(name)}`,
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    `DESCRIPTION:${escaped([ticket.fullName, ...seat, ...ticket.terms].join("\n"))}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}
