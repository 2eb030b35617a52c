import type { DoorList } from "@/features/door/guest-list/list-store";
import { decodeHash } from "@/features/door/guest-list/qr-hash";
import { standingOf } from "@/features/door/guest-list/ticket-status";
import type { OutboxRecord } from "@/features/door/outbox/record";
import { allRecords, isUnsettled, recordWith, undoOf } from "@/features/door/outbox/record-cache";

/** Whether the list may not know yet what came of a record. */
const isNews = (record: OutboxRecord | null, { asOf }: DoorList): boolean =>
  record !== null &&
  (record.result === null ||
    isUnsettled(record) ||
    record.result.receivedAt + (record.clockOffset ?? 0) >= asOf);

/** The age of the list matters only for answered records. */
const isAnswered = (record: OutboxRecord | null): boolean => Boolean(record?.result);

/** The listed ticket of a check-in, or null. */
function ticketOf({ tickets }: DoorList, { hash, attendeeId }: OutboxRecord): number | null {
  if (hash === null && attendeeId === null) return null;
  const listed = hash === null ? tickets.findId(attendeeId ?? 0) : tickets.find(decodeHash(hash));
  return listed === null || listed === "cancelled" ? null : listed.id;
}

/**
 * Counts the guests who are in by the list, and by this device's decisions since (contract 2.scan.42). It weighs a guest
 * again only after a change: of a record, of their ticket, or of the age of the list.
 */
export class Arrivals {
  private list: DoorList | null = null;
  private asOf = 0;
  /** The number of list changes counted so far. */
  private changesTo = 0;
  /** The records changed since the last count; null means all. */
  private changed: Set<string> | null = null;
  /** The check-ins of each ticket, and the tickets of each check-in. */
  private readonly recordsOf = new Map<number, Set<string>>();
  private readonly ticketsOf = new Map<string, readonly number[]>();
  /** Check-ins whose ticket is not on the list. */
  private readonly unlisted = new Set<string>();
  /** The difference to the list for each ticket: 1, -1, or no entry. */
  private readonly beyond = new Map<number, number>();
  private sum = 0;
  /** Tickets that the age of the list may change. */
  private readonly ageing = new Set<number>();

  /** Notes changed records by their keys; null means all. */
  note(keys: readonly string[] | null): void {
    if (keys === null) this.changed = null;
    for (const key of keys ?? []) this.changed?.add(key);
  }

  count(list: DoorList): number {
    if (this.isOtherThan(list)) this.changed = null;
    this.list = list;
    const due = new Set(list.asOf === this.asOf ? [] : this.ageing);
    this.asOf = list.asOf;
    for (const key of this.outdated(list, due)) this.place(key, list, due);
    for (const id of due) this.weigh(id, list);
    return list.tickets.countIn() + this.sum;
  }

  private isOtherThan({ tickets, event, asOf }: DoorList): boolean {
    const isSame = tickets === this.list?.tickets && event.id === this.list.event.id;
    return !isSame || asOf < this.asOf;
  }

  /** The check-ins whose tickets must be found again. */
  private outdated({ tickets }: DoorList, due: Set<number>): Iterable<string> {
    const { changed, changesTo, recordsOf, ticketsOf, unlisted, beyond, ageing } = this;
    this.changed = new Set();
    this.changesTo = tickets.changes.length;
    if (changed === null) {
      this.sum = 0;
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
    const record = recordWith(key);
    if (record?.kind !== "check_in") return;
    const id = ticketOf(list, record);
    if (id === null) this.unlisted.add(key);
    // Ids may be given anew by a restore: one that the record has may be another guest's by now.
    const ids = [...new Set([id, record.attendeeId])].filter((one) => one !== null);
    this.ticketsOf.set(key, ids);
    for (const known of ids) {
      due.add(known);
      const keys = this.recordsOf.get(known) ?? new Set();
      this.recordsOf.set(known, keys.add(key));
    }
  }

  /** Counts one ticket again. */
  private weigh(id: number, list: DoorList): void {
    const records = [...(this.recordsOf.get(id) ?? [])].flatMap((key) => recordWith(key) ?? []);
    const own = records.filter((record) => ticketOf(list, record) === id);
    const isHere = ({ eventId }: OutboxRecord) => eventId === null || eventId === list.event.id;
    const hasNews = own.some(
      (record) => isHere(record) && (isNews(record, list) || isNews(undoOf(record.key), list)),
    );
    const hash = own.find((record) => record.hash !== null)?.hash ?? null;
    const standing = hasNews ? standingOf(list, { hash, attendeeId: id }) : null;
    const next = standing ? Number(standing.since !== null) - Number(standing.ticket.attendedAt !== null) : 0;
    this.sum += next - (this.beyond.get(id) ?? 0);
    if (next === 0) this.beyond.delete(id);
    else this.beyond.set(id, next);
    const isAgeing =
      hasNews && records.some((record) => isAnswered(record) || isAnswered(undoOf(record.key)));
    if (isAgeing) this.ageing.add(id);
    else this.ageing.delete(id);
  }
}
