import type { Door } from "@/api/types";
import { counted, formatCount } from "@/lib/count";
import { formatTimeOfDay, formatTimestamp } from "@/lib/event-date";

/** Texts of /doors (contract 2.doors). */
export const DOORS_COPY = {
  title: "Doors",
  event: "Event",
  chooseEvent: "Choose an event",
  loadingEvents: "Loading events...",
  eventsFailed: "The events could not be loaded",
  noEvents: "No events yet",
  noEventsHint: "The doors of an event show here.",
  createEvent: "Create Event",
  gone: "This event was deleted",
  goneHint: "Choose another event above.",
  away: (time: string) => `No contact with the server. These figures are of ${time}.`,
  failed: "The numbers could not be loaded.",
};

const UNKNOWN = "–";
export const figure = (count: number | null | undefined) => (count == null ? UNKNOWN : formatCount(count));

export const ARRIVED_COPY = {
  arrived: "Arrived",
  inside: "Inside",
  left: "Left",
  of: (expected: string) => `of ${expected}`,
  lastFive: "Last 5 minutes",
  refused: "Refused",
  conflicts: "Open conflicts",
  /** Shown wherever both numbers are (contract 3.doors.330). */
  definitions: [
    "Arrived: guests who are checked in. People who have left are not subtracted.",
    "Possible extra people: tickets let in twice, and people let in without being on the list. Never part of Arrived.",
  ],
  /** Only where exits are counted. */
  exitDefinitions: [
    "Inside: guests who are there now. People who left without a scan are subtracted.",
    "Left: guests who have left and have not come back.",
  ],
  /** Only where the event has check-in lists. */
  listDefinition:
    "Check-in lists: Guests came in there at least once, Inside are there now. Neither is part of Arrived.",
  extraPeople: (count: number) => counted(count, "possible extra person", "possible extra people"),
};

export const LIST_CARD_COPY = {
  guests: "Guests",
  inside: "Inside",
  times: "Check-ins",
  refused: "Refused",
  last: "Last check-in",
  never: UNKNOWN,
};

export const LINE_COPY = {
  title: "Check-ins per minute",
  none: "No one has arrived yet.",
  most: (count: number) => `Most: ${formatCount(count)}`,
  now: (count: number) => `This minute: ${formatCount(count)}`,
  label: (first: string, last: string, most: number, running: number) =>
    `Check-ins per minute from ${first} to ${last}: ${running} in the last minute, ${most} at most`,
};

export const DOOR_TABLE_COPY = {
  title: "At the doors",
  door: "Door",
  noName: "No door name",
  count: "Check-ins",
  lastScan: "Last scan",
  contact: "Contact",
  none: "No door has opened yet",
  noneHint: "A device shows here once it opens the scanner for this event.",
  noDevice: "No device",
  online: "Online",
};

const SAME_DAY_MS = 20 * 3_600_000;

/** `19:02`, with its date if it was not this evening. */
export function timeLabel(timestamp: string, asOf: string): string {
  const isRecent = Date.parse(asOf) - Date.parse(timestamp) < SAME_DAY_MS;
  return isRecent ? formatTimeOfDay(timestamp) : formatTimestamp(timestamp);
}

/** The contact of a door (contract 2.doors.335). */
export function contactLabel({ isOnline, lastContactAt, waiting }: Door, asOf: string): string {
  if (lastContactAt === null) return DOOR_TABLE_COPY.noDevice;
  const still = waiting === 0 ? "" : formatCount(waiting);
  if (isOnline) return still ? `${DOOR_TABLE_COPY.online}, ${still} waiting` : DOOR_TABLE_COPY.online;
  return `No contact since ${timeLabel(lastContactAt, asOf)}${still ? ` (${still} waiting then)` : ""}`;
}

export const LATEST_COPY = {
  title: "Latest arrivals",
  none: "No one has arrived yet.",
  table: (table: number) => (table === 0 ? "No table" : `Table ${table}`),
};
