import { byDoorTime, type OutboxRecord } from "@/features/door/outbox/record";

/**
 * Records that meet a condition, oldest first. Only changed records are checked again, so a scan costs the same after
 * 3,000 offline check-ins as after none.
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

  /** The same array until a record in it changes. */
  all(): readonly OutboxRecord[] {
    this.copy ??= [...this.ordered];
    return this.copy;
  }

  /** Adds, moves or removes a changed record; null if it was deleted. */
  note(key: string, record: OutboxRecord | null): void {
    const before = this.taken.get(key);
    const next = record && this.takes(record) ? record : null;
    if (!before && !next) return;
    this.copy = null;
    const { ordered } = this;
    // Most changes are to the newest records.
    if (before) ordered.splice(ordered.lastIndexOf(before), 1);
    if (next) {
      ordered.splice(ordered.findLastIndex((other) => byDoorTime(other, next) <= 0) + 1, 0, next);
      this.taken.set(key, next);
    } else this.taken.delete(key);
  }

  clear(): void {
    this.ordered.length = 0;
    this.taken.clear();
    this.copy = null;
  }
}
