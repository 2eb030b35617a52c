import type { LiveFacts } from "@/api/types";

/** A change as GET /api/live reports it: ids only (contract 7). Absent fields did not change. */
export type ChangeNotice = LiveFacts;

/** Reload everything: an unknown number of changes was missed. */
export const EVERYTHING: ChangeNotice = { everything: true };

const both = (one: number[] | null | undefined, other: number[] | null | undefined): number[] | null =>
  one || other ? [...new Set([...(one ?? []), ...(other ?? [])])] : null;

/** True if attendees are listed by id; otherwise any attendee of the events may have changed. */
const namesAll = ({ attendees, attendeesOf }: ChangeNotice): boolean =>
  !attendeesOf?.length || Boolean(attendees?.length);

export function merged(one: ChangeNotice | null, other: ChangeNotice): ChangeNotice {
  if (!one) return other;
  if (one.everything || other.everything) return EVERYTHING;
  return {
    attendees: namesAll(one) && namesAll(other) ? both(one.attendees, other.attendees) : null,
    attendeesOf: both(one.attendeesOf, other.attendeesOf),
    events: both(one.events, other.events),
    users: both(one.users, other.users),
    conflictsOf: both(one.conflictsOf, other.conflictsOf),
    doorsOf: both(one.doorsOf, other.doorsOf),
    imports: one.imports || other.imports || null,
    settings: one.settings || other.settings || null,
  };
}

/** True if an attendee of this event, or of any event (null), was added, changed or removed. */
export const touchesList = ({ attendeesOf }: ChangeNotice, eventId: number | null): boolean =>
  Boolean(attendeesOf?.length) && (eventId === null || Boolean(attendeesOf?.includes(eventId)));

export const touchesAttendee = (facts: ChangeNotice, id: number, eventId: number | undefined): boolean =>
  facts.attendees?.length ? facts.attendees.includes(id) : touchesList(facts, eventId ?? null);

export const touchesEvents = ({ events }: ChangeNotice): boolean => Boolean(events?.length);

export const touchesUsers = ({ users }: ChangeNotice): boolean => Boolean(users?.length);

/**
 * True if a conflict of this event, or of any (null), was added, decided or resolved; 0 is a conflict without an event.
 */
export const touchesConflicts = ({ conflictsOf }: ChangeNotice, eventId: number | null): boolean =>
  Boolean(conflictsOf?.length) && (eventId === null || Boolean(conflictsOf?.includes(eventId)));

/** Whether a ticket was refused at a door of this event. */
export const touchesDoors = ({ doorsOf }: ChangeNotice, eventId: number): boolean =>
  Boolean(doorsOf?.includes(eventId));

export const touchesSettings = ({ settings }: ChangeNotice): boolean => Boolean(settings);

export const touchesImports = ({ imports }: ChangeNotice): boolean => Boolean(imports);
