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
}

/** How the tickets lie in memory. */
export type TicketColumns = Record<
  "hashes" | "ids" | "tables" | "owedCents" | "attendedAt" | "absentAt",
  number[]
> &
  Record<"names" | "invoices" | "payments" | "checkedInBy" | "notes", string[]>;

export const WORDS = 4;
export const NUL = "\0";
/** So many tickets are packed between two looks at the clock. */
const ROWS_AT_ONCE = 1000;

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
  const texts = { names: "", invoices: "", payments: "", checkedInBy: "", notes: "" };
  for (let first = 0; first < count; first += ROWS_AT_ONCE) {
    const end = Math.min(count, first + ROWS_AT_ONCE);
    numbers.hashes.set(columns.hashes.slice(first * WORDS, end * WORDS), first * WORDS);
    for (const name of ["ids", "tables", "owedCents", "attendedAt", "absentAt"] as const)
      numbers[name].set(columns[name].slice(first, end), first);
    for (const name of ["names", "invoices", "payments", "checkedInBy", "notes"] as const)
      texts[name] += (first > 0 ? NUL : "") + columns[name].slice(first, end).join(NUL);
    yield;
  }
  return { ...numbers, ...texts };
}
