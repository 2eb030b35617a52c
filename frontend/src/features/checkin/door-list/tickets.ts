import type { Attendee } from "@/api/types";
import type { TicketRow } from "@/features/checkin/door-list/api";
import { NUL, type PackedTickets, packing, WORDS } from "@/features/checkin/door-list/packed-tickets";
import { paymentGroupOf } from "@/features/checkin/door-list/payment-group";
import { decodeHash, encodeHash, type Hash } from "@/features/checkin/door-list/qr-hash";
import { searchWords } from "@/features/checkin/door-list/search-form";
import { TextIndex } from "@/features/checkin/door-list/text-index";

/** A ticket as the door reads it. Times are milliseconds since 1970. */
export interface ListedTicket {
  id: number;
  fullName: string;
  tableNumber: number;
  paymentStatus: string;
  paymentGroup: Attendee["paymentGroup"];
  owedCents: number | null;
  invoiceNumber: string;
  attendedAt: number | null;
  checkedInBy: string | null;
  notes: string | null;
  /** When a guest who is out was last marked absent. */
  markedAbsentAt: number | null;
}

/** `cancelled` is a ticket that the list had, and that the server has deleted since. */
export type Listed = ListedTicket | "cancelled";

const LEAST_PLACES = 64;

const orNaN = (value: number | null) => value ?? Number.NaN;
const orNull = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);

/** What is kept of a ticket besides its hash and this number. */
const blank = (id: number): TicketRow => ["", id, "", 0, "", null, "", null, null];

/**
 * The tickets of one event, found by the hash of their QR text, by id, or by words of the name and invoice number. Columns
 * instead of objects, and an open-addressing index over them: 100,000 tickets load in a moment. No row is ever taken out:
 * of a ticket that is deleted the hash stays, so that it is told from one that never was.
 */
export class DoorTickets {
  private readonly hashes: number[];
  private readonly ids: number[];
  private readonly tables: number[];
  private readonly owed: number[];
  private readonly attended: number[];
  private readonly absent: number[];
  private readonly names: string[];
  private readonly invoices: string[];
  private readonly payments: string[];
  private readonly scanners: string[];
  private readonly notes: string[];
  private readonly searched = new TextIndex((row) => [this.names[row] ?? "", this.invoices[row] ?? ""]);
  /** By the number in `ids`: of a cancelled ticket that is -id. */
  private readonly rowOfId: Map<number, number>;
  private cancelledCount: number;
  /** Row + 1 at the place that the hash says, or at the next free one; 0 is free. */
  private index = new Int32Array(0);

  constructor(packed?: PackedTickets) {
    const texts = (joined = "") => (packed?.ids.length ? joined.split(NUL) : []);
    this.hashes = Array.from(packed?.hashes ?? []);
    this.ids = Array.from(packed?.ids ?? []);
    this.tables = Array.from(packed?.tables ?? []);
    this.owed = Array.from(packed?.owedCents ?? []);
    this.attended = Array.from(packed?.attendedAt ?? []);
    this.absent = Array.from(packed?.absentAt ?? this.ids.map(() => Number.NaN));
    this.names = texts(packed?.names);
    this.invoices = texts(packed?.invoices);
    this.payments = texts(packed?.payments);
    this.scanners = texts(packed?.checkedInBy);
    this.notes = texts(packed?.notes);
    this.rowOfId = new Map(this.ids.map((id, row) => [id, row]));
    this.cancelledCount = this.ids.filter((id) => id < 0).length;
    this.reindex();
  }

  static of(rows: readonly TicketRow[]): DoorTickets {
    const tickets = new DoorTickets();
    for (const row of rows) tickets.put(row);
    return tickets;
  }

  /** How many tickets are listed. */
  get size(): number {
    return this.ids.length - this.cancelledCount;
  }

  /** How many of them the list has as in. */
  countIn(): number {
    return this.attended.filter((at, row) => !Number.isNaN(at) && this.isThere(row)).length;
  }

  /** For saving, a part at a time. */
  packing(): Generator<undefined, PackedTickets> {
    const { hashes, ids, tables, owed: owedCents, attended: attendedAt, scanners: checkedInBy } = this;
    const { names, invoices, payments, notes, absent: absentAt } = this;
    return packing({
      hashes,
      ids,
      tables,
      owedCents,
      attendedAt,
      absentAt,
      names,
      invoices,
      payments,
      checkedInBy,
      notes,
    });
  }

  /** Takes in what the server says now of the tickets that were asked for. One that it leaves out is cancelled. */
  apply(asked: readonly number[], rows: readonly TicketRow[]): void {
    const answered = new Set(rows.map(([, id]) => id));
    for (const id of asked) if (!answered.has(id)) this.cancel(id);
    for (const row of rows) this.put(row);
  }

  /** Takes over from an older list of the event which tickets it had, or knew as cancelled, that are not on this one. */
  noteCancelled(older: DoorTickets): void {
    for (let row = 0; row < older.ids.length; row++) {
      const hash = older.hashAt(row);
      if (this.rowOf(hash) !== null) continue;
      this.write(this.ids.length, blank(-Math.abs(older.ids[row] ?? 0)), hash);
      this.cancelledCount += 1;
    }
  }

  /** The ticket whose QR text has this hash, or null where the list never had one. */
  find(hash: Hash): Listed | null {
    const row = this.rowOf(hash);
    return row === null ? null : this.listedAt(row);
  }

  /** The ticket of an attendee, or null where the list never had it. */
  findId(id: number): Listed | null {
    const row = this.rowOfId.get(id) ?? this.rowOfId.get(-id);
    return row === undefined ? null : this.listedAt(row);
  }

  /** What the list has for an attendee's ticket, or null. */
  hashOf(id: number): string | null {
    const row = this.rowOfId.get(id);
    return row === undefined ? null : encodeHash(this.hashAt(row));
  }

  /** Tickets in whose name or invoice number each word stands, and how many there are in all. */
  search(text: string, limit: number): { tickets: ListedTicket[]; found: number } {
    const words = searchWords(text);
    if (words.length === 0) return { tickets: [], found: 0 };
    const isThere = (row: number) => this.isThere(row);
    const isFirst = (row: number) => Number.isNaN(this.attended[row]);
    const { rows, found } = this.searched.search(words, {
      count: this.ids.length,
      limit,
      isThere,
      isFirst,
    });
    return { tickets: rows.map((row) => this.ticketAt(row)), found };
  }

  /** Folds names ahead of the first search, until the time is up. Tells whether there are none left. */
  foldAhead(isTimeUp: () => boolean): boolean {
    return this.searched.foldAhead(isTimeUp, this.ids.length);
  }

  private put(ticket: TicketRow): void {
    const [text, id] = ticket;
    const hash = decodeHash(text);
    const known = this.rowOfId.get(id);
    if (known !== undefined && this.hasHash(known, hash)) {
      this.write(known, ticket, hash);
      return;
    }
    // Its QR text is another one: the old one stops working.
    this.cancel(id);
    const before = this.rowOf(hash);
    const isBack = before !== null && !this.isThere(before);
    if (isBack) {
      this.rowOfId.delete(this.ids[before] ?? 0);
      this.cancelledCount -= 1;
    }
    this.write(isBack ? before : this.ids.length, ticket, hash);
  }

  private write(row: number, ticket: TicketRow, hash: Hash): void {
    const [
      ,
      id,
      fullName,
      tableNumber,
      paymentStatus,
      owedCents,
      invoiceNumber,
      attendedAt,
      by,
      notes,
      absent,
    ] = ticket;
    const isNew = row === this.ids.length;
    if (this.names[row] !== fullName || this.invoices[row] !== invoiceNumber) this.searched.outdate(row);
    this.ids[row] = id;
    this.tables[row] = tableNumber;
    this.owed[row] = orNaN(owedCents);
    this.attended[row] = orNaN(attendedAt);
    this.absent[row] = orNaN(absent ?? null);
    this.names[row] = fullName;
    this.invoices[row] = invoiceNumber;
    this.payments[row] = paymentStatus;
    this.scanners[row] = by ?? "";
    this.notes[row] = notes ?? "";
    this.rowOfId.set(id, row);
    if (!isNew) return;
    this.hashes.push(...hash);
    if (this.ids.length * 2 > this.index.length) this.reindex();
    else this.enter(row);
  }

  /** Keeps the hash alone: a guest who is deleted leaves no name behind. */
  private cancel(id: number): void {
    const row = this.rowOfId.get(id);
    if (row === undefined) return;
    this.rowOfId.delete(id);
    this.write(row, blank(-id), this.hashAt(row));
    this.cancelledCount += 1;
  }

  private reindex(): void {
    let places = LEAST_PLACES;
    while (places < this.ids.length * 4) places *= 2;
    this.index = new Int32Array(places);
    for (let row = 0; row < this.ids.length; row++) this.enter(row);
  }

  private enter(row: number): void {
    const mask = this.index.length - 1;
    let place = (this.hashes[row * WORDS] ?? 0) & mask;
    while (this.index[place]) place = (place + 1) & mask;
    this.index[place] = row + 1;
  }

  /** The row with this hash; of several, one that is not cancelled. */
  private rowOf(hash: Hash): number | null {
    const mask = this.index.length - 1;
    let cancelled: number | null = null;
    for (let place = hash[0] & mask; this.index[place]; place = (place + 1) & mask) {
      const row = (this.index[place] ?? 0) - 1;
      if (!this.hasHash(row, hash)) continue;
      if (this.isThere(row)) return row;
      cancelled ??= row;
    }
    return cancelled;
  }

  private hasHash(row: number, hash: Hash): boolean {
    const first = row * WORDS;
    const { hashes } = this;
    return (
      hashes[first] === hash[0] &&
      hashes[first + 1] === hash[1] &&
      hashes[first + 2] === hash[2] &&
      hashes[first + 3] === hash[3]
    );
  }

  private hashAt(row: number): Hash {
    const word = (position: number) => this.hashes[row * WORDS + position] ?? 0;
    return [word(0), word(1), word(2), word(3)];
  }

  private isThere(row: number): boolean {
    return (this.ids[row] ?? 0) > 0;
  }

  private listedAt(row: number): Listed {
    return this.isThere(row) ? this.ticketAt(row) : "cancelled";
  }

  private ticketAt(row: number): ListedTicket {
    const paymentStatus = this.payments[row] ?? "";
    const owedCents = orNull(this.owed[row]);
    return {
      id: this.ids[row] ?? 0,
      fullName: this.names[row] ?? "",
      tableNumber: this.tables[row] ?? 0,
      paymentStatus,
      paymentGroup: paymentGroupOf(paymentStatus, owedCents),
      owedCents,
      invoiceNumber: this.invoices[row] ?? "",
      attendedAt: orNull(this.attended[row]),
      checkedInBy: this.scanners[row] || null,
      notes: this.notes[row] || null,
      markedAbsentAt: orNull(this.absent[row]),
    };
  }
}
