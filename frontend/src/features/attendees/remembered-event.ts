import { readStored, writeStored } from "@/lib/storage";

const CHOSEN = "doorlist.attendees.event";

/** The event of the attendee before: the next one is nearly always for the same evening. */
export function chosenEvent(events: readonly { id: number }[]): string {
  const stored = readStored("local", CHOSEN);
  const known = events.find(({ id }) => id === stored);
  const only = events.length === 1 ? events[0] : undefined;
  return String((known ?? only)?.id ?? "");
}

export const keepChosenEvent = (eventId: number): void => writeStored("local", CHOSEN, eventId);
