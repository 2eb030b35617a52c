import { z } from "zod";
import type { Event, EventCreate } from "@/api/types";
import type { ConflictRow } from "@/components/form/conflict-dialog";
import { EVENT_CONFLICT_COPY, EVENT_FIELDS_COPY } from "@/features/events/copy";
import { EVENT_NAME_MAX } from "@/features/events/rules";
import { formatEventDate, parseIsoDate } from "@/lib/event-date";

/** What the controls of an event form hold; a blank time is "". */
export interface EventValues {
  name: string;
  date: string;
  time: string;
}

export const EVENT_FIELDS = ["name", "date", "time"] as const;

export const BLANK_EVENT: EventValues = { name: "", date: "", time: "" };

/** Contract 5: name and date are required, the time is not. */
export const eventSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, EVENT_FIELDS_COPY.nameMissing)
    .max(EVENT_NAME_MAX, EVENT_FIELDS_COPY.nameTooLong),
  date: z
    .string()
    .min(1, EVENT_FIELDS_COPY.dateMissing)
    .refine((text) => text === "" || parseIsoDate(text) !== null, EVENT_FIELDS_COPY.dateWrong),
  time: z.string(),
});

/** Contract 5: the edit form asks for all three. */
export function isComplete({ name, date, time }: EventValues): boolean {
  return [name, date, time].every((text) => text.trim() !== "");
}

export function valuesOf(event: Event): EventValues {
  return { name: event.name, date: event.date, time: event.time ?? "" };
}

export function payloadOf({
  name,
  date,
  time,
}: EventValues): Required<Pick<EventCreate, "name" | "date" | "time">> {
  return { name, date, time: time || null };
}

const ROWS = [
  { label: EVENT_FIELDS_COPY.name, read: ({ name }: EventValues) => name },
  { label: EVENT_FIELDS_COPY.date, read: ({ date }: EventValues) => formatEventDate(date) },
  { label: EVENT_FIELDS_COPY.time, read: ({ time }: EventValues) => time || EVENT_CONFLICT_COPY.noTime },
];

/** Both versions of an event, field by field. */
export function conflictRows(mine: EventValues, current: Event): ConflictRow[] {
  const theirs = valuesOf(current);
  return ROWS.map(({ label, read }) => ({ label, mine: read(mine), theirs: read(theirs) }));
}
