import { readStored, writeStored } from "@/lib/storage";

const KEY = "doorlist.attendees.event";

/** The event of the attendee before, as the select has it: the next one is nearly always for the same evening. */
export function rememberedEvent(events: readonly { id: number }[]): string {
  const stored = readStored("local", KEY);
  const known = events.find(({ id }) => id === stored);
  const only = events.length === 1 ? events[0] : undefined;
  return String((known ?? only)?.id ?? "");
}

export const rememberEvent = (eventId: number): void => writeStored("local", KEY, eventId);
