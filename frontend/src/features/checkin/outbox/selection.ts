import { byDoorTime, type OutboxRecord } from "@/features/checkin/outbox/record";

/**
 * The records that meet a condition, oldest first. Only a record that changes is checked again, so a scan costs the same
 * after 3,000 check-ins without a network as after none.
 */
export class Selection {
  private readonly takes: (record: OutboxRecord) => boolean;
  private readonly ordered: OutboxRecord[] = [];
  private readonly taken = new Map<string, OutboxRecord>();
  private copy: readonly OutboxRecord[] | null = null;

  constructor(takes: (record: OutboxRecord) => boolean) {
    this.takes = takes;
  }

  get size(): number {
    return this.ordered.length;
  }

  /** The same array until one of them changes. */
  all(): readonly OutboxRecord[] {
    this.copy ??= [...this.ordered];
    return this.copy;
  }

  /** Takes a changed record in or out; null where it was deleted. */
  note(key: string, record: OutboxRecord | null): void {
    const before = this.taken.get(key);
    const next = record && this.takes(record) ? record : null;
    if (!before && !next) return;
    this.copy = null;
    if (before)
      this.ordered.splice(
        this.placeOf(before, ({ key: other }) => other !== key),
        1,
      );
    if (next) {
      this.ordered.splice(
        this.placeOf(next, () => true),
        0,
        next,
      );
      this.taken.set(key, next);
    } else this.taken.delete(key);
  }

  clear(): void {
    this.ordered.length = 0;
    this.taken.clear();
    this.copy = null;
  }

  /** Finds the place of a record by door time, and then past records of the same moment while `isPassed`. */
  private placeOf(record: OutboxRecord, isPassed: (other: OutboxRecord) => boolean): number {
    const { ordered } = this;
    let [place, end] = [0, ordered.length];
    while (place < end) {
      const middle = (place + end) >> 1;
      const other = ordered[middle];
      if (other && byDoorTime(other, record) < 0) place = middle + 1;
      else end = middle;
    }
    for (let other = ordered[place]; other && byDoorTime(other, record) === 0; other = ordered[place]) {
      if (!isPassed(other)) break;
      place += 1;
    }
    return place;
  }
}
