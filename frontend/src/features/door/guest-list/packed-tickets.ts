import type { TicketTypeRef } from "@/api/types";
import type { ListedType, TicketRow } from "@/features/door/guest-list/api";
import { WORDS } from "@/features/door/guest-list/hash-index";

/** All tickets in a few values, to save and load them as one. */
export interface PackedTickets {
  /** Four words a ticket. */
  hashes: Uint32Array;
  /** Negative for a cancelled ticket: only its hash is kept. */
  ids: Int32Array;
  tables: Int32Array;
  /** NaN for an unknown amount or an absent guest. */
  owedCents: Float64Array;
  attendedAt: Float64Array;
  /** Joined by NUL, which no ticket text contains. */
  names: string;
  invoices: string;
  payments: string;
  checkedInBy: string;
  /** Missing in lists of an earlier release. */
  notes?: string;
  absentAt?: Float64Array;
  leftAt?: Float64Array;
  /** Each as JSON, or empty. */
  types?: string;
  checkIns?: string;
}

const NUMBERS = ["ids", "tables", "owedCents", "attendedAt", "absentAt", "leftAt"] as const;
const TEXTS = ["names", "invoices", "payments", "checkedInBy", "notes", "types", "checkIns"] as const;

/** Tickets in memory, a column per field; `hashes` has four words a ticket. */
export type TicketColumns = Record<"hashes" | (typeof NUMBERS)[number], number[]> &
  Record<(typeof TEXTS)[number], string[]>;

export const noTickets = (): TicketColumns =>
  Object.fromEntries(["hashes", ...NUMBERS, ...TEXTS].map((name) => [name, []])) as unknown as TicketColumns;

export const orNaN = (value: number | null) => value ?? Number.NaN;
export const orNull = (value: number | undefined) =>
  value === undefined || Number.isNaN(value) ? null : value;

/** Parses a ticket type; null for an empty text. */
export function typeOf(text: string | undefined): TicketTypeRef | null {
  if (!text) return null;
  const [id, name, color] = JSON.parse(text) as ListedType;
  return { id, name, color };
}

export const blank = (id: number): TicketRow => ["", id, "", 0, "", null, "", null, null];

const NUL = "\0";
/** Number of tickets between two checks of the clock. */
export const ROWS_AT_ONCE = 1000;

/**
 * Packs tickets in parts. A ticket that changes meanwhile is packed in its old or new state; one added meanwhile is left
 * out.
 */
export function* packing(columns: TicketColumns): Generator<undefined, PackedTickets> {
  const count = columns.ids.length;
  const numbers = {
    hashes: new Uint32Array(count * WORDS),
    ids: new Int32Array(count),
    tables: new Int32Array(count),
    owedCents: new Float64Array(count),
    attendedAt: new Float64Array(count),
    absentAt: new Float64Array(count),
    leftAt: new Float64Array(count),
  };
  const texts = {
    names: "",
    invoices: "",
    payments: "",
    checkedInBy: "",
    notes: "",
    types: "",
    checkIns: "",
  };
  for (let first = 0; first < count; first += ROWS_AT_ONCE) {
    const end = Math.min(count, first + ROWS_AT_ONCE);
    numbers.hashes.set(columns.hashes.slice(first * WORDS, end * WORDS), first * WORDS);
    for (const name of NUMBERS) numbers[name].set(columns[name].slice(first, end), first);
    for (const name of TEXTS)
      texts[name] += (first > 0 ? NUL : "") + columns[name].slice(first, end).join(NUL);
    yield;
  }
  return { ...numbers, ...texts };
}

/** The columns with only these rows. */
export function withRows(columns: TicketColumns, rows: readonly number[]): TicketColumns {
  const picked = noTickets();
  picked.hashes = rows.flatMap((row) => columns.hashes.slice(row * WORDS, (row + 1) * WORDS));
  for (const name of NUMBERS) picked[name] = rows.map((row) => columns[name][row] as number);
  for (const name of TEXTS) picked[name] = rows.map((row) => columns[name][row] as string);
  return picked;
}

/** Unpacks one column at a time. Lists of an earlier release lack some columns. */
export function* unpacking(packed: PackedTickets): Generator<undefined, TicketColumns> {
  const count = packed.ids.length;
  const noTexts = NUL.repeat(Math.max(0, count - 1));
  const noTimes = new Float64Array(count).fill(Number.NaN);
  const noMore = { notes: noTexts, types: noTexts, checkIns: noTexts };
  const whole = { absentAt: noTimes, leftAt: noTimes, ...noMore, ...packed };
  const columns = noTickets();
  for (const name of ["hashes", ...NUMBERS] as const) {
    columns[name] = Array.from(whole[name]);
    yield;
  }
  for (const name of TEXTS) {
    columns[name] = count > 0 ? whole[name].split(NUL) : [];
    yield;
  }
  return columns;
}
