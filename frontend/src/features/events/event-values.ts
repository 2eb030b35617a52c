import * as z from "zod/mini";
import type { Event, EventCreate } from "@/api/types";
import type { ConflictRow } from "@/components/form/conflict-dialog";
import { centsOf, moneyText } from "@/components/form/money-text";
import { EVENT_CONFLICT_COPY, EVENT_FIELDS_COPY } from "@/features/events/copy";
import { CAPACITY_MAX, EVENT_NAME_MAX } from "@/features/events/rules";
import { formatCount } from "@/lib/count";
import { formatEventDate, parseIsoDate } from "@/lib/event-date";
import { dollarsOf, formatAud } from "@/lib/money";

/**
 * Values of an event form's controls: a blank time or price is "", a price is dollars as typed, a capacity a number.
 */
export interface EventValues {
  name: string;
  date: string;
  time: string;
  ticketPrice: string;
  capacity: string;
  countsExits: boolean;
  reentry: boolean;
}

export const EVENT_FIELDS = ["name", "date", "time", "ticketPrice", "capacity"] as const;

export const BLANK_EVENT: EventValues = {
  name: "",
  date: "",
  time: "",
  ticketPrice: "",
  capacity: "",
  countsExits: false,
  reentry: true,
};

/** Name and date are required (contract 5). */
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
  capacity: z
    .string()
    .check(
      z.refine(
        (text) => text.trim() === "" || capacityOf(text) !== UNREADABLE,
        EVENT_FIELDS_COPY.capacityWrong,
      ),
    ),
  countsExits: z.boolean(),
  reentry: z.boolean(),
});

/** Stands for an invalid number of guests; the server refuses it too. */
const UNREADABLE = 0;

/** Null for a blank field. */
function capacityOf(text: string): number | null {
  const typed = text.trim().replace(/[ ,.](?=\d{3}\b)/g, "");
  if (typed === "") return null;
  const capacity = /^\d{1,6}$/.test(typed) ? Number(typed) : UNREADABLE;
  return capacity <= CAPACITY_MAX ? capacity : UNREADABLE;
}

/** The edit form requires name, date and time (contract 5). */
export function isComplete({ name, date, time }: EventValues): boolean {
  return [name, date, time].every((text) => text.trim() !== "");
}

export function valuesOf(event: Event): EventValues {
  const { name, date, time, ticketPriceCents, capacity, countsExits, reentry } = event;
  return {
    name,
    date,
    time: time ?? "",
    ticketPrice: ticketPriceCents === null ? "" : dollarsOf(ticketPriceCents),
    capacity: capacity === null ? "" : String(capacity),
    countsExits,
    reentry,
  };
}

/** A copy only omits the date: repeated events keep their name. */
export const copyOf = (event: Event): EventValues => ({ ...valuesOf(event), date: "" });

export function payloadOf({
  name,
  date,
  time,
  ticketPrice,
  capacity,
  countsExits,
  reentry,
}: EventValues): Required<Omit<EventCreate, "idempotencyKey" | "duplicateOf">> {
  return {
    name,
    date,
    time: time || null,
    ticketPriceCents: centsOf(ticketPrice),
    capacity: capacityOf(capacity),
    countsExits,
    reentry,
  };
}

function priceText({ ticketPrice }: EventValues): string {
  const cents = centsOf(ticketPrice);
  return cents === null ? EVENT_CONFLICT_COPY.noPrice : formatAud(cents);
}

function capacityText({ capacity }: EventValues): string {
  const guests = capacityOf(capacity);
  return guests === null ? EVENT_CONFLICT_COPY.noCapacity : formatCount(guests);
}

const switchText = (on: boolean): string => (on ? EVENT_CONFLICT_COPY.on : EVENT_CONFLICT_COPY.off);

interface Row {
  label: string;
  read: (values: EventValues) => string;
  /** Whether the values have this optional setting. */
  isSet?: (values: EventValues) => boolean;
}

const ROWS: readonly Row[] = [
  { label: EVENT_FIELDS_COPY.name, read: ({ name }) => name },
  { label: EVENT_FIELDS_COPY.date, read: ({ date }) => formatEventDate(date) },
  { label: EVENT_FIELDS_COPY.time, read: ({ time }) => time || EVENT_CONFLICT_COPY.noTime },
  {
    label: EVENT_FIELDS_COPY.price,
    read: priceText,
    isSet: ({ ticketPrice }) => ticketPrice.trim() !== "",
  },
  { label: EVENT_FIELDS_COPY.capacity, read: capacityText, isSet: ({ capacity }) => capacity.trim() !== "" },
  {
    label: EVENT_FIELDS_COPY.countsExits,
    read: ({ countsExits }) => switchText(countsExits),
    isSet: ({ countsExits }) => countsExits,
  },
  {
    label: EVENT_FIELDS_COPY.reentry,
    read: ({ reentry }) => switchText(reentry),
    isSet: ({ countsExits }) => countsExits,
  },
];

/** Both versions of an event; an optional setting only if either has it. */
export function conflictRows(mine: EventValues, current: Event): ConflictRow[] {
  const theirs = valuesOf(current);
  return ROWS.filter(({ isSet }) => !isSet || isSet(mine) || isSet(theirs)).map(({ label, read }) => ({
    label,
    mine: read(mine),
    theirs: read(theirs),
  }));
}
