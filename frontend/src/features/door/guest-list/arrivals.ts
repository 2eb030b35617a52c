import { isSameList } from "@/features/door/core/decide";
import type { DoorList } from "@/features/door/guest-list/list-store";
import { decodeHash } from "@/features/door/guest-list/qr-hash";
import { type TicketStatus, ticketStatusOf } from "@/features/door/guest-list/ticket-status";
import type { DoorTickets } from "@/features/door/guest-list/tickets";
import type { OutboxRecord } from "@/features/door/outbox/record";
import {
  allRecords,
  findRecord,
  isUnsynced,
  onOutboxChange,
  undoOf,
} from "@/features/door/outbox/record-cache";

/** True if the list may not include the record's result yet. */
const isNews = (record: OutboxRecord | null, { asOf }: DoorList): boolean =>
  record !== null &&
  (record.result === null ||
    isUnsynced(record) ||
    record.result.receivedAt + (record.clockOffset ?? 0) >= asOf);

function differenceOf({ ticket, presence: { kind } }: TicketStatus): Arrived {
  const isListed = ticket.attendedAt !== null;
  return minus(
    countOf(kind !== "absent", kind === "inside"),
    countOf(isListed, isListed && ticket.leftAt === null),
  );
}

/** Only answered records depend on the age of the list. */
const isAnswered = (record: OutboxRecord | null): boolean => Boolean(record?.result);

function ticketOf({ tickets }: DoorList, { hash, attendeeId }: OutboxRecord): number | null {
  if (hash === null && attendeeId === null) return null;
  const listed = hash === null ? tickets.findId(attendeeId ?? 0) : tickets.find(decodeHash(hash));
  return listed === null || listed === "cancelled" ? null : listed.id;
}

/** Guests who came in at least once, and who are there now. */
export interface Arrived {
  arrived: number;
  inside: number;
}

const NO_DIFFERENCE: Arrived = { arrived: 0, inside: 0 };

const countOf = (isArrived: boolean, isInside: boolean): Arrived => ({
  arrived: Number(isArrived),
  inside: Number(isInside),
});

const atEntrance = (tickets: DoorTickets): Arrived => ({
  arrived: tickets.countArrived(),
  inside: tickets.countInside(),
});

const minus = (one: Arrived, other: Arrived): Arrived => ({
  arrived: one.arrived - other.arrived,
  inside: one.inside - other.inside,
});

/**
 * Counts arrived guests by the list and by this device's records (contract 2.scan.42). A guest is counted again only
 * after a change of a record, of the ticket, or of the list's age.
 */
export class Arrivals {
  private list: DoorList | null = null;
  private asOf = 0;
  /** Number of list changes counted. */
  private changesTo = 0;
  /** Keys changed since the last count; null means all. */
  private changed: Set<string> | null = null;
  /** Check-ins by ticket, and tickets by check-in. */
  private readonly recordsOf = new Map<number, Set<string>>();
  private readonly ticketsOf = new Map<string, readonly number[]>();
  private readonly unlisted = new Set<string>();
  /** Difference to the list by ticket; no entry for none. */
  private readonly beyond = new Map<number, Arrived>();
  private sum = NO_DIFFERENCE;
  /** The same object until a number changes. */
  private counted = NO_DIFFERENCE;
  private readonly ageing = new Set<number>();
  private readonly listId: number | null;

  /** At a check-in list; null for the entrance. */
  constructor(listId: number | null = null) {
    this.listId = listId;
  }

  /** Marks records as changed; null means all. */
  note(keys: readonly string[] | null): void {
    if (keys === null) this.changed = null;
    for (const key of keys ?? []) this.changed?.add(key);
  }

  count(list: DoorList): Arrived {
    if (this.isOtherThan(list)) this.changed = null;
    this.list = list;
    const due = new Set(list.asOf === this.asOf ? [] : this.ageing);
    this.asOf = list.asOf;
    for (const key of this.outdated(list, due)) this.place(key, list, due);
    for (const id of due) this.weigh(id, list);
    const { tickets } = list;
    const listed = this.listId === null ? atEntrance(tickets) : tickets.countAt(this.listId);
    const arrived = listed.arrived + this.sum.arrived;
    const inside = listed.inside + this.sum.inside;
    const isSame = arrived === this.counted.arrived && inside === this.counted.inside;
    if (!isSame) this.counted = { arrived, inside };
    return this.counted;
  }

  private isOtherThan({ tickets, event, asOf }: DoorList): boolean {
    const isSame = tickets === this.list?.tickets && event.id === this.list.event.id;
    return !isSame || asOf < this.asOf;
  }

  /** Returns the check-ins whose tickets must be found again. */
  private outdated({ tickets }: DoorList, due: Set<number>): Iterable<string> {
    const { changed, changesTo, recordsOf, ticketsOf, unlisted, beyond, ageing } = this;
    this.changed = new Set();
    this.changesTo = tickets.changes.length;
    if (changed === null) {
      this.sum = NO_DIFFERENCE;
      for (const part of [recordsOf, ticketsOf, unlisted, beyond, ageing]) part.clear();
      return [...allRecords()].map(({ key }) => key);
    }
    for (const id of tickets.changes.slice(changesTo)) {
      due.add(id);
      for (const key of recordsOf.get(id) ?? []) changed.add(key);
    }
    if (changesTo < this.changesTo) for (const key of unlisted) changed.add(key);
    return changed;
  }

  private place(key: string, list: DoorList, due: Set<number>): void {
    for (const id of this.ticketsOf.get(key) ?? []) {
      due.add(id);
      this.recordsOf.get(id)?.delete(key);
    }
    this.ticketsOf.delete(key);
    this.unlisted.delete(key);
    const record = findRecord(key);
    if (record?.kind !== "check_in" || !isSameList(record, { listId: this.listId })) return;
    const id = ticketOf(list, record);
    if (id === null) this.unlisted.add(key);
    // A restore may reassign ids, so the record's id may be another guest's.
    const ids = [...new Set([id, record.attendeeId])].filter((one) => one !== null);
    this.ticketsOf.set(key, ids);
    for (const known of ids) {
      due.add(known);
      const keys = this.recordsOf.get(known) ?? new Set();
      this.recordsOf.set(known, keys.add(key));
    }
  }

  private weigh(id: number, list: DoorList): void {
    const records = [...(this.recordsOf.get(id) ?? [])].flatMap((key) => findRecord(key) ?? []);
    const own = records.filter((record) => ticketOf(list, record) === id);
    const isHere = ({ eventId }: OutboxRecord) => eventId === null || eventId === list.event.id;
    const hasNews = own.some(
      (record) => isHere(record) && (isNews(record, list) || isNews(undoOf(record.key), list)),
    );
    const hash = own.find((record) => record.hash !== null)?.hash ?? null;
    const status = hasNews ? ticketStatusOf(list, { hash, attendeeId: id }, this.listId) : null;
    const next = status ? differenceOf(status) : NO_DIFFERENCE;
    this.sum = minus(this.sum, minus(this.beyond.get(id) ?? NO_DIFFERENCE, next));
    if (next.arrived === 0 && next.inside === 0) this.beyond.delete(id);
    else this.beyond.set(id, next);
    const isAgeing =
      hasNews && records.some((record) => isAnswered(record) || isAnswered(undoOf(record.key)));
    if (isAgeing) this.ageing.add(id);
    else this.ageing.delete(id);
  }
}

/** Counts by check-in list, of one event. */
const counts = new Map<number | null, Arrivals>();
let countedEvent: number | null = null;

/** Guests at a check-in list of the event, or with null at the entrance. The same object until a number changes. */
export function arrivalsAt(list: DoorList, listId: number | null): Arrived {
  if (countedEvent === null) onOutboxChange((keys) => counts.forEach((arrivals) => void arrivals.note(keys)));
  if (countedEvent !== list.event.id) counts.clear();
  countedEvent = list.event.id;
  const arrivals = counts.get(listId) ?? new Arrivals(listId);
  counts.set(listId, arrivals);
  return arrivals.count(list);
}
