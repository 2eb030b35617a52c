import type { Attendee, TicketTypeRef } from "@/api/types";
import type { ListedCheckIn, TicketRow } from "@/features/door/guest-list/api";
import { HashIndex } from "@/features/door/guest-list/hash-index";
import { checkInsOf, ListCounts } from "@/features/door/guest-list/list-counts";
import {
  blank,
  noTickets,
  orNaN,
  orNull,
  type PackedTickets,
  packing,
  ROWS_AT_ONCE,
  type TicketColumns,
  typeOf,
  unpacking,
  withRows,
} from "@/features/door/guest-list/packed-tickets";
import { paymentGroupOf } from "@/features/door/guest-list/payment-group";
import { decodeHash, encodeHash, type Hash } from "@/features/door/guest-list/qr-hash";
import { searchWords } from "@/features/door/guest-list/search-form";
import { TextIndex } from "@/features/door/guest-list/text-index";

/** Times are ms since 1970. */
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
  markedAbsentAt: number | null;
  ticketType: TicketTypeRef | null;
  leftAt: number | null;
  /** At further check-in lists than the entrance. */
  checkIns: readonly ListedCheckIn[] | null;
}

/** `cancelled`: deleted on the server after the list had it. */
export type Listed = ListedTicket | "cancelled";

/**
 * The tickets of one event, found by hash, by id, or by words of name and invoice number. Columns instead of objects,
 * so that 100,000 tickets load fast. Rows are never removed: the hash of a deleted ticket distinguishes it from an
 * unknown one.
 */
export class DoorTickets {
  private readonly hashes: HashIndex;
  private readonly columns: TicketColumns;
  private readonly searched = new TextIndex((row) => [
    this.columns.names[row] ?? "",
    this.columns.invoices[row] ?? "",
  ]);
  /** Keyed by `ids`: -id for a cancelled ticket. */
  private readonly rowOfId: Map<number, number>;
  /** Ids of changed tickets, one entry per change. */
  readonly changes: number[] = [];
  /** Counts replaced and removed names, invoice numbers and notes. */
  overwritten = 0;
  private arrivedCount: number;
  private insideCount: number;
  private cancelledCount: number;
  private readonly atLists = new ListCounts();

  constructor(columns: TicketColumns = noTickets()) {
    this.hashes = new HashIndex(columns.hashes);
    this.columns = columns;
    this.rowOfId = new Map(this.columns.ids.map((id, row) => [id, row]));
    this.cancelledCount = this.columns.ids.filter((id) => id < 0).length;
    this.arrivedCount = this.columns.ids.filter((_, row) => this.hasArrived(row)).length;
    this.insideCount = this.columns.ids.filter((_, row) => this.isInside(row)).length;
    for (const text of this.columns.checkIns) this.atLists.change(text, 1);
  }

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

  get size(): number {
    return this.columns.ids.length - this.cancelledCount;
  }

  /** Guests who came in, and who are there now. */
  countArrived = (): number => this.arrivedCount;
  countInside = (): number => this.insideCount;

  /** Guests who came in at a check-in list, and who are there now. */
  countAt(listId: number): { arrived: number; inside: number } {
    return this.atLists.of(listId);
  }

  /** For saving, in parts. */
  packing(): Generator<undefined, PackedTickets> {
    return packing(this.columns);
  }

  packingOf(ids: readonly number[]): Generator<undefined, PackedTickets> {
    return packing(
      withRows(
        this.columns,
        ids.flatMap((id) => this.rowOfId.get(id) ?? []),
      ),
    );
  }

  /** Adds tickets that were saved apart. */
  takeIn(saved: DoorTickets): void {
    for (const row of saved.columns.ids.keys()) this.put(saved.rowAt(row));
  }

  /** Applies the server's current rows. A ticket asked for but missing is cancelled. */
  apply(asked: readonly number[], rows: readonly TicketRow[]): void {
    const answered = new Set(rows.map(([, id]) => id));
    for (const id of asked) if (!answered.has(id)) this.cancel(id);
    for (const row of rows) this.put(row);
  }

  /** Copies the cancelled tickets of an older list. */
  *notingCancelled(older: DoorTickets): Generator<undefined, void> {
    for (let row = 0; row < older.columns.ids.length; row++) {
      if (row % ROWS_AT_ONCE === 0) yield;
      const hash = older.hashes.at(row);
      if (this.rowOf(hash) !== null) continue;
      this.write(this.columns.ids.length, blank(-Math.abs(older.columns.ids[row] ?? 0)), hash);
      this.cancelledCount += 1;
    }
  }

  /** The ticket with this hash; null if the list never had it. */
  find(hash: Hash): Listed | null {
    const row = this.rowOf(hash);
    return row === null ? null : this.listedAt(row);
  }

  /** The ticket of an attendee; null if the list never had it. */
  findId(id: number): Listed | null {
    const row = this.rowOfId.get(id) ?? this.rowOfId.get(-id);
    return row === undefined ? null : this.listedAt(row);
  }

  /** The listed hash of an attendee's ticket, or null. */
  hashOf(id: number): string | null {
    const row = this.rowOfId.get(id);
    return row === undefined ? null : encodeHash(this.hashes.at(row));
  }

  /** Tickets whose name or invoice number contains each word, and the number of all matches. */
  search(text: string, limit: number): { tickets: ListedTicket[]; found: number } {
    const words = searchWords(text);
    if (words.length === 0) return { tickets: [], found: 0 };
    const isThere = (row: number) => this.isThere(row);
    const isFirst = (row: number) => Number.isNaN(this.columns.attendedAt[row]);
    const { rows, found } = this.searched.search(words, {
      count: this.columns.ids.length,
      limit,
      isThere,
      isFirst,
    });
    return { tickets: rows.map((row) => this.ticketAt(row)), found };
  }

  foldAhead(isTimeUp: () => boolean): boolean {
    return this.searched.foldAhead(isTimeUp, this.columns.ids.length);
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
    // A new QR text: the old one stops working.
    this.cancel(id);
    const before = this.rowOf(hash);
    const isBack = before !== null && !this.isThere(before);
    if (isBack) {
      this.rowOfId.delete(this.columns.ids[before] ?? 0);
      this.cancelledCount -= 1;
    }
    this.write(isBack ? before : this.columns.ids.length, ticket, hash);
  }

  private write(row: number, ticket: TicketRow, hash: Hash): void {
    const [, id, fullName, tableNumber, paymentStatus, owedCents, invoiceNumber, ...more] = ticket;
    const [attendedAt, by, notes, absent, type, leftAt, checkIns] = more;
    const isNew = row === this.columns.ids.length;
    this.arrivedCount -= Number(this.hasArrived(row));
    this.insideCount -= Number(this.isInside(row));
    const isFound = this.columns.names[row] === fullName && this.columns.invoices[row] === invoiceNumber;
    if (!isFound) this.searched.outdate(row);
    if (!isNew && !(isFound && (this.columns.notes[row] ?? "") === (notes ?? ""))) this.overwritten += 1;
    this.columns.ids[row] = id;
    this.columns.tables[row] = tableNumber;
    this.columns.owedCents[row] = orNaN(owedCents);
    this.columns.attendedAt[row] = orNaN(attendedAt);
    this.columns.absentAt[row] = orNaN(absent ?? null);
    this.columns.leftAt[row] = orNaN(leftAt ?? null);
    this.columns.names[row] = fullName;
    this.columns.invoices[row] = invoiceNumber;
    this.columns.payments[row] = paymentStatus;
    this.columns.checkedInBy[row] = by ?? "";
    this.columns.notes[row] = notes ?? "";
    this.columns.types[row] = type ? JSON.stringify(type) : "";
    this.atLists.change(this.columns.checkIns[row] ?? "", -1);
    this.columns.checkIns[row] = checkIns?.length ? JSON.stringify(checkIns) : "";
    this.atLists.change(this.columns.checkIns[row], 1);
    this.rowOfId.set(id, row);
    this.arrivedCount += Number(this.hasArrived(row));
    this.insideCount += Number(this.isInside(row));
    if (isNew) this.hashes.add(hash);
  }

  /** Keeps only the hash, so that no name of a deleted guest remains. */
  private cancel(id: number): void {
    const row = this.rowOfId.get(id);
    if (row === undefined) return;
    this.changes.push(id);
    this.rowOfId.delete(id);
    this.write(row, blank(-id), this.hashes.at(row));
    this.cancelledCount += 1;
  }

  /** Prefers a row that is not cancelled. */
  private rowOf(hash: Hash): number | null {
    return this.hashes.rowOf(hash, (row) => this.isThere(row));
  }

  private rowAt(row: number): TicketRow {
    const { id, fullName, tableNumber, paymentStatus, owedCents, invoiceNumber, ...more } =
      this.ticketAt(row);
    const { attendedAt, checkedInBy, notes, markedAbsentAt, ticketType, leftAt, checkIns } = more;
    const hash = encodeHash(this.hashes.at(row));
    const known = [hash, id, fullName, tableNumber, paymentStatus, owedCents, invoiceNumber] as const;
    const type = ticketType && ([ticketType.id, ticketType.name, ticketType.color] as const);
    return [...known, attendedAt, checkedInBy, notes, markedAbsentAt, type, leftAt, checkIns];
  }

  private isThere(row: number): boolean {
    return (this.columns.ids[row] ?? 0) > 0;
  }

  private hasArrived(row: number): boolean {
    return this.isThere(row) && !Number.isNaN(this.columns.attendedAt[row]);
  }

  private isInside(row: number): boolean {
    return this.hasArrived(row) && Number.isNaN(this.columns.leftAt[row]);
  }

  private listedAt(row: number): Listed {
    return this.isThere(row) ? this.ticketAt(row) : "cancelled";
  }

  private ticketAt(row: number): ListedTicket {
    const paymentStatus = this.columns.payments[row] ?? "";
    const owedCents = orNull(this.columns.owedCents[row]);
    return {
      id: this.columns.ids[row] ?? 0,
      fullName: this.columns.names[row] ?? "",
      tableNumber: this.columns.tables[row] ?? 0,
      paymentStatus,
      paymentGroup: paymentGroupOf(paymentStatus, owedCents),
      owedCents,
      invoiceNumber: this.columns.invoices[row] ?? "",
      attendedAt: orNull(this.columns.attendedAt[row]),
      checkedInBy: this.columns.checkedInBy[row] || null,
      notes: this.columns.notes[row] || null,
      markedAbsentAt: orNull(this.columns.absentAt[row]),
      ticketType: typeOf(this.columns.types[row]),
      leftAt: orNull(this.columns.leftAt[row]),
      checkIns: checkInsOf(this.columns.checkIns[row]),
    };
  }
}
