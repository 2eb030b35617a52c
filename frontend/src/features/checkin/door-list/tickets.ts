/** A ticket as GET /api/door/list sends it; `hash` is base64url of 16 bytes (contract 7). */
export type TicketRow = readonly [
  hash: string,
  id: number,
  fullName: string,
  tableNumber: number,
  paymentStatus: string,
  owedCents: number | null,
  invoiceNumber: string,
  attendedAt: number | null,
  checkedInBy: string | null,
];

/** A ticket as the door reads it. Times are milliseconds since 1970. */
interface ListedTicket {
  id: number;
  fullName: string;
  tableNumber: number;
  paymentStatus: string;
  owedCents: number | null;
  invoiceNumber: string;
  attendedAt: number | null;
  checkedInBy: string | null;
}

/** All tickets in few values, so that they are saved and read back as one. */
export interface PackedTickets {
  /** Four numbers for each ticket. */
  hashes: Uint32Array;
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
}

const WORDS = 4;
const NUL = "\0";
const GONE = 0;
const LEAST_PLACES = 64;

type Hash = readonly [number, number, number, number];

const orNaN = (value: number | null) => value ?? Number.NaN;
const orNull = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);

/** The four numbers of a hash of 16 bytes. */
export function wordsOf(bytes: Uint8Array): Hash {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return [view.getUint32(0), view.getUint32(4), view.getUint32(8), view.getUint32(12)];
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUE_OF = new Uint8Array(128);
for (let value = 0; value < ALPHABET.length; value++) VALUE_OF[ALPHABET.charCodeAt(value)] = value;

const scratch = new Uint8Array(16);

/** Decodes 22 characters of base64url. By hand: `atob` and its text cost five times as much, 100,000 times over. */
function decodeHash(text: string): Hash {
  let bits = 0;
  let pending = 0;
  let filled = 0;
  for (let place = 0; place < text.length && filled < scratch.length; place++) {
    bits = ((bits << 6) | (VALUE_OF[text.charCodeAt(place)] ?? 0)) & 0xffff;
    pending += 6;
    if (pending < 8) continue;
    pending -= 8;
    scratch[filled++] = bits >> pending;
  }
  return wordsOf(scratch);
}

const ASCII = /^[ -~\0]*$/;

/** Names and what is typed are compared without case and accents. */
const folded = (text: string) =>
  (ASCII.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "")).toLowerCase();

/**
 * The tickets of one event, found by the hash of their QR text, or by a part of the name or invoice number. Columns
 * instead of objects, and an open-addressing index over them: 100,000 tickets load in a moment.
 */
export class DoorTickets {
  private readonly hashes: number[];
  private readonly ids: number[];
  private readonly tables: number[];
  private readonly owed: number[];
  private readonly attended: number[];
  private readonly names: string[];
  private readonly invoices: string[];
  private readonly payments: string[];
  private readonly scanners: string[];
  /** Folded once: a search must not hold up the camera. */
  private readonly searched: string[] = [];
  private readonly rowOfId: Map<number, number>;
  /** Row + 1 at the place that the hash says, or at the next free one; 0 is free. */
  private index = new Int32Array(0);

  constructor(packed?: PackedTickets) {
    const texts = (joined = "") => (packed?.ids.length ? joined.split(NUL) : []);
    this.hashes = Array.from(packed?.hashes ?? []);
    this.ids = Array.from(packed?.ids ?? []);
    this.tables = Array.from(packed?.tables ?? []);
    this.owed = Array.from(packed?.owedCents ?? []);
    this.attended = Array.from(packed?.attendedAt ?? []);
    this.names = texts(packed?.names);
    this.invoices = texts(packed?.invoices);
    this.payments = texts(packed?.payments);
    this.scanners = texts(packed?.checkedInBy);
    this.rowOfId = new Map(this.ids.map((id, row) => [id, row]));
    this.reindex();
  }

  static of(rows: readonly TicketRow[]): DoorTickets {
    const tickets = new DoorTickets();
    for (const row of rows) tickets.put(row);
    return tickets;
  }

  /** How many tickets are listed. */
  get size(): number {
    return this.rowOfId.size;
  }

  /** For saving, without the tickets that are gone. */
  pack(): PackedTickets {
    const isThere = (row: number) => this.ids[row] !== GONE;
    const isWhole = this.rowOfId.size === this.ids.length;
    const there = <Value>(column: readonly Value[]) =>
      isWhole ? column : column.filter((_value, row) => isThere(row));
    const texts = (column: readonly string[]) => there(column).join(NUL);
    const hashes = isWhole
      ? this.hashes
      : this.hashes.filter((_word, position) => isThere(Math.floor(position / WORDS)));
    return {
      hashes: Uint32Array.from(hashes),
      ids: Int32Array.from(there(this.ids)),
      tables: Int32Array.from(there(this.tables)),
      owedCents: Float64Array.from(there(this.owed)),
      attendedAt: Float64Array.from(there(this.attended)),
      names: texts(this.names),
      invoices: texts(this.invoices),
      payments: texts(this.payments),
      checkedInBy: texts(this.scanners),
    };
  }

  /** Takes in what the server says now of the tickets that were asked for. One that it leaves out is gone. */
  apply(asked: readonly number[], rows: readonly TicketRow[]): void {
    const answered = new Set(rows.map(([, id]) => id));
    for (const id of asked) if (!answered.has(id)) this.drop(id);
    for (const row of rows) this.put(row);
  }

  /** The ticket whose QR text has this hash, or null. */
  find(hash: Hash): ListedTicket | null {
    const mask = this.index.length - 1;
    for (let place = hash[0] & mask; this.index[place]; place = (place + 1) & mask) {
      const row = (this.index[place] ?? 0) - 1;
      if (this.hasHash(row, hash) && this.ids[row] !== GONE) return this.ticketAt(row);
    }
    return null;
  }

  /** The first tickets whose name or invoice number holds the text, and how many there are in all. */
  search(text: string, limit: number): { tickets: ListedTicket[]; found: number } {
    const wanted = folded(text.trim());
    const hits: number[] = [];
    if (wanted === "") return { tickets: [], found: 0 };
    for (const row of this.rowOfId.values()) if (this.searchedText(row).includes(wanted)) hits.push(row);
    return { tickets: hits.slice(0, limit).map((row) => this.ticketAt(row)), found: hits.length };
  }

  private searchedText(row: number): string {
    this.searched[row] ??= folded(`${this.names[row]}${NUL}${this.invoices[row]}`);
    return this.searched[row];
  }

  private put(ticket: TicketRow): void {
    const [text, id, fullName, tableNumber, paymentStatus, owedCents, invoiceNumber, attendedAt, by] = ticket;
    const hash = decodeHash(text);
    const known = this.rowOfId.get(id);
    const isSame = known !== undefined && this.hasHash(known, hash);
    if (!isSame) this.drop(id);
    const row = isSame ? known : this.ids.length;
    this.ids[row] = id;
    this.tables[row] = tableNumber;
    this.owed[row] = orNaN(owedCents);
    this.attended[row] = orNaN(attendedAt);
    this.names[row] = fullName;
    this.invoices[row] = invoiceNumber;
    this.payments[row] = paymentStatus;
    this.scanners[row] = by ?? "";
    delete this.searched[row];
    if (isSame) return;
    this.hashes.push(...hash);
    this.rowOfId.set(id, row);
    if (this.ids.length * 2 > this.index.length) this.reindex();
    else this.enter(row);
  }

  private drop(id: number): void {
    const row = this.rowOfId.get(id);
    if (row === undefined) return;
    // Its place in the index stays taken, so that the search for others goes on past it.
    this.ids[row] = GONE;
    this.rowOfId.delete(id);
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

  private hasHash(row: number, hash: Hash): boolean {
    const first = row * WORDS;
    return hash.every((word, position) => this.hashes[first + position] === word);
  }

  private ticketAt(row: number): ListedTicket {
    return {
      id: this.ids[row] ?? 0,
      fullName: this.names[row] ?? "",
      tableNumber: this.tables[row] ?? 0,
      paymentStatus: this.payments[row] ?? "",
      owedCents: orNull(this.owed[row]),
      invoiceNumber: this.invoices[row] ?? "",
      attendedAt: orNull(this.attended[row]),
      checkedInBy: this.scanners[row] || null,
    };
  }
}
