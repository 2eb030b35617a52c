import type { Attendee, TicketTypeRef } from "@/api/types";
import type { TicketRow } from "@/features/door/guest-list/api";
import { HashIndex } from "@/features/door/guest-list/hash-index";
import {
  noTickets,
  type PackedTickets,
  packing,
  ROWS_AT_ONCE,
  type TicketColumns,
  unpacking,
  withRows,
} from "@/features/door/guest-list/packed-tickets";
import { paymentGroupOf } from "@/features/door/guest-list/payment-group";
import { decodeHash, encodeHash, type Hash } from "@/features/door/guest-list/qr-hash";
import { blank, orNaN, orNull, typeOf } from "@/features/door/guest-list/row-values";
import { searchWords } from "@/features/door/guest-list/search-form";
import { TextIndex } from "@/features/door/guest-list/text-index";

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
  ticketType: TicketTypeRef | null;
}

/** `cancelled` is a ticket that the list had, and that the server has deleted since. */
export type Listed = ListedTicket | "cancelled";

/**
 * The tickets of one event, found by the hash of their QR text, by id, or by words of the name and invoice number. Columns
 * instead of objects: 100,000 tickets load in a moment. No row is ever removed: a deleted ticket leaves its hash.
 */
export class DoorTickets {
  private readonly hashes: HashIndex;
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
  private readonly types: string[];
  private readonly searched = new TextIndex((row) => [this.names[row] ?? "", this.invoices[row] ?? ""]);
  /** By the number in `ids`: of a cancelled ticket that is -id. */
  private readonly rowOfId: Map<number, number>;
  /** The ids of changed tickets, in order, one for each change on this page. */
  readonly changes: number[] = [];
  /** Counts replaced and removed names, invoice numbers and notes. */
  overwritten = 0;
  private inCount: number;
  private cancelledCount: number;

  constructor(columns: TicketColumns = noTickets()) {
    this.hashes = new HashIndex(columns.hashes);
    this.ids = columns.ids;
    this.tables = columns.tables;
    this.owed = columns.owedCents;
    this.attended = columns.attendedAt;
    this.absent = columns.absentAt;
    this.names = columns.names;
    this.invoices = columns.invoices;
    this.payments = columns.payments;
    this.scanners = columns.checkedInBy;
    this.notes = columns.notes;
    this.types = columns.types;
    this.rowOfId = new Map(this.ids.map((id, row) => [id, row]));
    this.cancelledCount = this.ids.filter((id) => id < 0).length;
    this.inCount = this.ids.filter((_, row) => this.isIn(row)).length;
  }

  /** From the disk, a part at a time. */
  static *unpacking(packed: PackedTickets): Generator<undefined, DoorTickets> {
    return new DoorTickets(yield* unpacking(packed));
  }

  static *ofParts(parts: Iterable<readonly TicketRow[]>): Generator<undefined, DoorTickets> {
    const tickets = new DoorTickets();
    for (const rows of parts) {
      for (const row of rows) tickets.put(row);
      yield;
    }
    tickets.changes.length = 0;
    return tickets;
  }

  static of(rows: readonly TicketRow[]): DoorTickets {
    const tickets = new DoorTickets();
    tickets.apply([], rows);
    tickets.changes.length = 0;
    return tickets;
  }

  /** How many tickets are listed. */
  get size(): number {
    return this.ids.length - this.cancelledCount;
  }

  /** How many of them the list has as in. */
  countIn(): number {
    return this.inCount;
  }

  /** For saving, a part at a time. */
  packing(): Generator<undefined, PackedTickets> {
    return packing(this.columns());
  }

  /** The tickets with these ids alone. */
  packingOf(ids: readonly number[]): Generator<undefined, PackedTickets> {
    return packing(
      withRows(
        this.columns(),
        ids.flatMap((id) => this.rowOfId.get(id) ?? []),
      ),
    );
  }

  /** Takes in tickets that were saved apart. */
  takeIn(saved: DoorTickets): void {
    for (const row of saved.ids.keys()) this.put(saved.rowAt(row));
  }

  /** Takes in what the server says now of the tickets that were asked for. One that it leaves out is cancelled. */
  apply(asked: readonly number[], rows: readonly TicketRow[]): void {
    const answered = new Set(rows.map(([, id]) => id));
    for (const id of asked) if (!answered.has(id)) this.cancel(id);
    for (const row of rows) this.put(row);
  }

  /** Takes over from an older list of the event which tickets it had, or knew as cancelled, that are not on this one. */
  *notingCancelled(older: DoorTickets): Generator<undefined, void> {
    for (let row = 0; row < older.ids.length; row++) {
      if (row % ROWS_AT_ONCE === 0) yield;
      const hash = older.hashes.at(row);
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
    return row === undefined ? null : encodeHash(this.hashes.at(row));
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
    this.changes.push(id);
    const known = this.rowOfId.get(id);
    if (known !== undefined && this.hashes.has(known, hash)) {
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
    const [, id, fullName, tableNumber, paymentStatus, owedCents, invoiceNumber, ...more] = ticket;
    const [attendedAt, by, notes, absent, type] = more;
    const isNew = row === this.ids.length;
    this.inCount -= Number(this.isIn(row));
    const isFound = this.names[row] === fullName && this.invoices[row] === invoiceNumber;
    if (!isFound) this.searched.outdate(row);
    if (!isNew && !(isFound && (this.notes[row] ?? "") === (notes ?? ""))) this.overwritten += 1;
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
    this.types[row] = type ? JSON.stringify(type) : "";
    this.rowOfId.set(id, row);
    this.inCount += Number(this.isIn(row));
    if (isNew) this.hashes.add(hash);
  }

  /** Keeps the hash alone: a guest who is deleted leaves no name behind. */
  private cancel(id: number): void {
    const row = this.rowOfId.get(id);
    if (row === undefined) return;
    this.changes.push(id);
    this.rowOfId.delete(id);
    this.write(row, blank(-id), this.hashes.at(row));
    this.cancelledCount += 1;
  }

  /** The row with this hash; of several, one that is not cancelled. */
  private rowOf(hash: Hash): number | null {
    return this.hashes.rowOf(hash, (row) => this.isThere(row));
  }

  private columns(): TicketColumns {
    const { ids, tables, owed: owedCents, attended: attendedAt, scanners: checkedInBy } = this;
    const { names, invoices, payments, notes, types, absent: absentAt } = this;
    const texts = { names, invoices, payments, checkedInBy, notes, types };
    return { hashes: this.hashes.words, ids, tables, owedCents, attendedAt, absentAt, ...texts };
  }

  /** As the server sends it. */
  private rowAt(row: number): TicketRow {
    const { id, fullName, tableNumber, paymentStatus, owedCents, invoiceNumber, ...more } =
      this.ticketAt(row);
    const { attendedAt, checkedInBy, notes, markedAbsentAt, ticketType } = more;
    const hash = encodeHash(this.hashes.at(row));
    const known = [hash, id, fullName, tableNumber, paymentStatus, owedCents, invoiceNumber] as const;
    const type = ticketType && ([ticketType.id, ticketType.name, ticketType.color] as const);
    return [...known, attendedAt, checkedInBy, notes, markedAbsentAt, type];
  }

  private isThere(row: number): boolean {
    return (this.ids[row] ?? 0) > 0;
  }

  private isIn(row: number): boolean {
    return this.isThere(row) && !Number.isNaN(this.attended[row]);
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
      ticketType: typeOf(this.types[row]),
    };
  }
}
