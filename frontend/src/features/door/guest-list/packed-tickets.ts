import { WORDS } from "@/features/door/guest-list/hash-index";

/** All tickets in few values, so that they are saved and read back as one. */
export interface PackedTickets {
  /** Four numbers for each ticket. */
  hashes: Uint32Array;
  /** Below 0 where the ticket is cancelled: its hash alone is kept. */
  ids: Int32Array;
  tables: Int32Array;
  /** NaN where the amount is not known, or the guest is not in. */
  owedCents: Float64Array;
  attendedAt: Float64Array;
  /** One text for all tickets: no text of a ticket can hold a NUL. */
  names: string;
  invoices: string;
  payments: string;
  checkedInBy: string;
  /** Missing in a list that an earlier release saved, as is when a guest was marked absent; NaN where never. */
  notes?: string;
  absentAt?: Float64Array;
  /** Each as JSON, or empty. Missing in a list that an earlier release saved. */
  types?: string;
}

/** How the tickets lie in memory. */
export type TicketColumns = Record<
  "hashes" | "ids" | "tables" | "owedCents" | "attendedAt" | "absentAt",
  number[]
> &
  Record<"names" | "invoices" | "payments" | "checkedInBy" | "notes" | "types", string[]>;

export const noTickets = (): TicketColumns => ({
  hashes: [],
  ids: [],
  tables: [],
  owedCents: [],
  attendedAt: [],
  absentAt: [],
  names: [],
  invoices: [],
  payments: [],
  checkedInBy: [],
  notes: [],
  types: [],
});

const NUL = "\0";
/** Number of tickets between two checks of the clock. */
export const ROWS_AT_ONCE = 1000;

/**
 * Packs tickets a part at a time. One that changes meanwhile is packed as it was or as it is then, never half of each; one
 * that is added meanwhile is left out.
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
  };
  const texts = { names: "", invoices: "", payments: "", checkedInBy: "", notes: "", types: "" };
  for (let first = 0; first < count; first += ROWS_AT_ONCE) {
    const end = Math.min(count, first + ROWS_AT_ONCE);
    numbers.hashes.set(columns.hashes.slice(first * WORDS, end * WORDS), first * WORDS);
    for (const name of ["ids", "tables", "owedCents", "attendedAt", "absentAt"] as const)
      numbers[name].set(columns[name].slice(first, end), first);
    for (const name of ["names", "invoices", "payments", "checkedInBy", "notes", "types"] as const)
      texts[name] += (first > 0 ? NUL : "") + columns[name].slice(first, end).join(NUL);
    yield;
  }
  return { ...numbers, ...texts };
}

/** The columns with only these rows. */
export function withRows(columns: TicketColumns, rows: readonly number[]): TicketColumns {
  const { hashes, ids, tables, owedCents, attendedAt, absentAt, ...texts } = columns;
  const { names, invoices, payments, checkedInBy, notes, types } = texts;
  const pick = <Value>(column: readonly Value[]) => rows.map((row) => column[row] as Value);
  return {
    hashes: rows.flatMap((row) => hashes.slice(row * WORDS, (row + 1) * WORDS)),
    ids: pick(ids),
    tables: pick(tables),
    owedCents: pick(owedCents),
    attendedAt: pick(attendedAt),
    absentAt: pick(absentAt),
    names: pick(names),
    invoices: pick(invoices),
    payments: pick(payments),
    checkedInBy: pick(checkedInBy),
    notes: pick(notes),
    types: pick(types),
  };
}

const empty = (count: number): string => NUL.repeat(Math.max(0, count - 1));

/** Unpacks one column at a time. */
export function* unpacking(packed: PackedTickets): Generator<undefined, TicketColumns> {
  const { hashes, ids, tables, owedCents, attendedAt, names, invoices, payments, checkedInBy } = packed;
  const columns = {} as TicketColumns;
  const absentAt = packed.absentAt ?? new Float64Array(ids.length).fill(Number.NaN);
  for (const [name, numbers] of Object.entries({ hashes, ids, tables, owedCents, attendedAt, absentAt })) {
    columns[name as "ids"] = Array.from(numbers);
    yield;
  }
  // A list of an earlier release has no notes and no types: there are as many empty ones.
  const { notes = empty(ids.length), types = empty(ids.length) } = packed;
  const texts = { names, invoices, payments, checkedInBy, notes, types };
  for (const [name, joined] of Object.entries(texts)) {
    columns[name as "names"] = ids.length > 0 ? joined.split(NUL) : [];
    yield;
  }
  return columns;
}
