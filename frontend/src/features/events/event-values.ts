import * as z from "zod/mini";
import type { Event, EventCreate } from "@/api/types";
import type { ConflictRow } from "@/components/form/conflict-dialog";
import { centsOf, moneyText } from "@/components/form/money-text";
import { EVENT_CONFLICT_COPY, EVENT_FIELDS_COPY } from "@/features/events/copy";
import { ADDRESS_MAX, EVENT_NAME_MAX, TICKET_TEXT_MAX, VENUE_MAX } from "@/features/events/rules";
import { amountText } from "@/lib/amount";
import { parseCapacity, UNREADABLE } from "@/lib/capacity-text";
import { formatCount } from "@/lib/count";
import {
  formatEventDate,
  formatEventMoment,
  formatEventTime,
  parseIsoDate,
  plusDays,
  toIsoDate,
} from "@/lib/event-date";
import { formatMoney } from "@/lib/money";
import { isTime } from "@/lib/typed-time";

/** In the order of the form, in which the first wrong one takes the focus. */
export const EVENT_FIELDS = [
  ...(["name", "date", "time", "endTime", "venue", "address", "ticketText"] as const),
  ...(["ticketPrice", "capacity"] as const),
];

export const BLANK_EVENT: EventValues = {
  name: "",
  date: "",
  time: "",
  ticketPrice: "",
  capacity: "",
  countsExits: false,
  reentry: true,
  stopsAtCapacity: false,
  venue: "",
  address: "",
  endTime: "",
  ticketText: "",
};

const shortText = (most: number) =>
  z.string().check(z.trim(), z.maxLength(most, EVENT_FIELDS_COPY.tooLong(most)));

const typedTime = z
  .string()
  .check(z.refine((text) => text === "" || isTime(text), { error: () => EVENT_FIELDS_COPY.timeWrong }));

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
    z.refine((text) => text === "" || parseIsoDate(text) !== null, {
      error: () => EVENT_FIELDS_COPY.dateWrong,
    }),
  ),
  time: typedTime,
  ticketPrice: moneyText,
  capacity: z
    .string()
    .check(
      z.refine(
        (text) => text.trim() === "" || parseCapacity(text) !== UNREADABLE,
        EVENT_FIELDS_COPY.capacityWrong,
      ),
    ),
  countsExits: z.boolean(),
  reentry: z.boolean(),
  stopsAtCapacity: z.boolean(),
  venue: shortText(VENUE_MAX),
  address: shortText(ADDRESS_MAX),
  endTime: typedTime,
  ticketText: shortText(TICKET_TEXT_MAX),
});

/**
 * Values of an event form's controls: a blank time or price is "", a price is dollars as typed, a capacity a number.
 */
export type EventValues = z.infer<typeof eventSchema>;

/** The edit form requires the time as well (contract 5). */
export const savedEventSchema = z.extend(eventSchema, {
  time: typedTime.check(z.minLength(1, EVENT_FIELDS_COPY.timeMissing)),
});

/** True if nothing that the edit form requires is blank. */
export function isComplete({ name, date, time }: EventValues): boolean {
  return [name, date, time].every((text) => text.trim() !== "");
}

export function valuesOf(event: Event): EventValues {
  const { name, date, time, ticketPriceCents, capacity, countsExits, reentry, stopsAtCapacity } = event;
  const { venue, address, endTime, ticketText } = event;
  return {
    name,
    date,
    time: time ?? "",
    ticketPrice: ticketPriceCents === null ? "" : amountText(ticketPriceCents),
    capacity: capacity === null ? "" : String(capacity),
    countsExits,
    reentry,
    stopsAtCapacity,
    venue: venue ?? "",
    address: address ?? "",
    endTime: endTime ?? "",
    ticketText: ticketText ?? "",
  };
}

const DAYS_A_WEEK = 7;

/** A copy suggests the same day of the next week: repeated events keep their name. */
export function copyOf(event: Event): EventValues {
  const day = parseIsoDate(event.date);
  return { ...valuesOf(event), date: day ? toIsoDate(plusDays(day, DAYS_A_WEEK)) : "" };
}

/** `Sun 13 Dec 2026 at 02:00` if the event ends on the day after its date; otherwise null. */
export function endOnNextDay({ date, time, endTime }: EventValues): string | null {
  const day = parseIsoDate(date);
  if (!day || !isTime(time) || !isTime(endTime) || endTime >= time) return null;
  return formatEventMoment(toIsoDate(plusDays(day, 1)), endTime);
}

/** True for an event of this name and date, ignoring case and outer blanks. */
export const isNamesake =
  ({ name, date }: Pick<EventValues, "name" | "date">) =>
  (event: Pick<Event, "name" | "date">): boolean =>
    event.date === date && event.name.trim().toLowerCase() === name.trim().toLowerCase();

export function payloadOf({
  ticketPrice,
  capacity,
  ...values
}: EventValues): Required<Omit<EventCreate, "idempotencyKey" | "duplicateOf">> {
  return {
    ...values,
    time: values.time || null,
    ticketPriceCents: centsOf(ticketPrice),
    capacity: parseCapacity(capacity),
    venue: values.venue || null,
    address: values.address || null,
    endTime: values.endTime || null,
    ticketText: values.ticketText || null,
  };
}

function priceText({ ticketPrice }: EventValues): string {
  const cents = centsOf(ticketPrice);
  return cents === null ? EVENT_CONFLICT_COPY.noPrice : formatMoney(cents);
}

function capacityText({ capacity }: EventValues): string {
  const guests = parseCapacity(capacity);
  return guests === null ? EVENT_CONFLICT_COPY.noCapacity : formatCount(guests);
}

interface Row {
  label: string;
  read: (values: EventValues) => string;
  /** Whether the values have this optional setting. */
  isSet?: (values: EventValues) => boolean;
}

type SwitchName = "stopsAtCapacity" | "countsExits" | "reentry";

const onOff = (name: SwitchName, setBy: SwitchName = name): Row => ({
  label: EVENT_FIELDS_COPY[name],
  read: (values) => (values[name] ? EVENT_CONFLICT_COPY.on : EVENT_CONFLICT_COPY.off),
  isSet: (values) => values[setBy],
});

const optional = (name: "venue" | "address" | "ticketText"): Row => ({
  label: EVENT_FIELDS_COPY[name],
  read: (values) => values[name] || EVENT_CONFLICT_COPY.none,
  isSet: (values) => values[name] !== "",
});

const ROWS: readonly Row[] = [
  { label: EVENT_FIELDS_COPY.name, read: ({ name }) => name },
  { label: EVENT_FIELDS_COPY.date, read: ({ date }) => formatEventDate(date) },
  {
    label: EVENT_FIELDS_COPY.time,
    read: ({ time }) => (time ? formatEventTime(time) : EVENT_CONFLICT_COPY.noTime),
  },
  {
    get label() {
      return EVENT_FIELDS_COPY.price;
    },
    read: priceText,
    isSet: ({ ticketPrice }) => ticketPrice.trim() !== "",
  },
  { label: EVENT_FIELDS_COPY.capacity, read: capacityText, isSet: ({ capacity }) => capacity.trim() !== "" },
  onOff("stopsAtCapacity"),
  onOff("countsExits"),
  onOff("reentry", "countsExits"),
  {
    label: EVENT_FIELDS_COPY.endTime,
    read: ({ endTime }) => (endTime ? formatEventTime(endTime) : EVENT_CONFLICT_COPY.noTime),
    isSet: ({ endTime }) => endTime !== "",
  },
  optional("venue"),
  optional("address"),
  optional("ticketText"),
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
