import * as z from "zod/mini";
import type { Event, EventCreate } from "@/api/types";
import type { ConflictRow } from "@/components/form/conflict-dialog";
import { moneyText } from "@/components/form/money-schema";
import { centsOf } from "@/components/form/money-text";
import { EVENT_CONFLICT_COPY, EVENT_FIELDS_COPY } from "@/features/events/copy";
import { EVENT_NAME_MAX } from "@/features/events/rules";
import { formatEventDate, parseIsoDate } from "@/lib/event-date";
import { dollarsOf, formatAud } from "@/lib/money";

/** What the controls of an event form hold; a blank time or price is "", a price is dollars as typed. */
export interface EventValues {
  name: string;
  date: string;
  time: string;
  ticketPrice: string;
}

export const EVENT_FIELDS = ["name", "date", "time", "ticketPrice"] as const;

export const BLANK_EVENT: EventValues = { name: "", date: "", time: "", ticketPrice: "" };

/** Contract 5: name and date are required, time and price are not. */
export const eventSchema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, EVENT_FIELDS_COPY.nameMissing),
      z.maxLength(EVENT_NAME_MAX, EVENT_FIELDS_COPY.nameTooLong),
    ),
  date: z.string().check(
    z.minLength(1, EVENT_FIELDS_COPY.dateMissing),
    z.refine((text) => text === "" || parseIsoDate(text) !== null, EVENT_FIELDS_COPY.dateWrong),
  ),
  time: z.string(),
  ticketPrice: moneyText,
});

/** Contract 5: the edit form asks for all three; a price stays optional. */
export function isComplete({ name, date, time }: EventValues): boolean {
  return [name, date, time].every((text) => text.trim() !== "");
}

export function valuesOf(event: Event): EventValues {
  const { name, date, time, ticketPriceCents } = event;
  return {
    name,
    date,
    time: time ?? "",
    ticketPrice: ticketPriceCents === null ? "" : dollarsOf(ticketPriceCents),
  };
}

export function payloadOf({
  name,
  date,
  time,
  ticketPrice,
}: EventValues): Required<Omit<EventCreate, "idempotencyKey">> {
  return { name, date, time: time || null, ticketPriceCents: centsOf(ticketPrice) };
}

function priceText({ ticketPrice }: EventValues): string {
  const cents = centsOf(ticketPrice);
  return cents === null ? EVENT_CONFLICT_COPY.noPrice : formatAud(cents);
}

const ROWS = [
  { label: EVENT_FIELDS_COPY.name, read: ({ name }: EventValues) => name },
  { label: EVENT_FIELDS_COPY.date, read: ({ date }: EventValues) => formatEventDate(date) },
  { label: EVENT_FIELDS_COPY.time, read: ({ time }: EventValues) => time || EVENT_CONFLICT_COPY.noTime },
  { label: EVENT_FIELDS_COPY.price, read: priceText },
];

/** Both versions of an event, field by field; the price only where either has one. */
export function conflictRows(mine: EventValues, current: Event): ConflictRow[] {
  const theirs = valuesOf(current);
  const hasPrice = mine.ticketPrice.trim() !== "" || theirs.ticketPrice !== "";
  return ROWS.filter(({ read }) => hasPrice || read !== priceText).map(({ label, read }) => ({
    label,
    mine: read(mine),
    theirs: read(theirs),
  }));
}
