import { afterEach, expect, test } from "vitest";
import { recordGeneration } from "@/features/door/outbox/data-generation";
import { inOrder, isCounted, type OutboxRecord } from "@/features/door/outbox/record";
import {
  allRecords,
  cacheRecords,
  clearCache,
  evictRecords,
  findRecord,
  isUnsynced,
  lastSequence,
  onOutboxChange,
  selectionOf,
  unansweredRecords,
  unsyncedRecords,
  waitingRecords,
} from "@/features/door/outbox/record-cache";
import { keptRecord } from "@/testing/outbox";
import { seeded } from "@/testing/seeded";

afterEach(clearCache);

const answered = (receivedAt: number): OutboxRecord["result"] => ({
  kind: "admitted",
  attendedAt: null,
  checkedInBy: null,
  detail: null,
  receivedAt,
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  "4.outbox.540 selections are the result of a full search (seed %d)",
  (seed) => {
    const { below, isSo, oneOf } = seeded(seed);
    let sequence = 0;
    const scan = () => {
      sequence += 1;
      const shown = oneOf(["admitted", "invalid", null] as const);
      cacheRecords(
        keptRecord({ key: `${sequence}`, sequence, hash: "A".repeat(43), at: below(50), shown, eventId: 7 }),
      );
    };
    const change = (record: OutboxRecord) => {
      const lineage = { epoch: "one", restored: oneOf(["1", "2"]), at: below(9) };
      const undo = { key: `undo of ${record.key}`, kind: "undo", undoes: record.key } as const;
      oneOf([
        () => cacheRecords({ ...record, shown: "admitted", shownAt: below(99), lineage }),
        () => cacheRecords({ ...record, result: answered(below(99)) }),
        () => evictRecords([record.key]),
        () => cacheRecords(keptRecord({ ...record, ...undo, sequence: ++sequence })),
      ])();
    };
    const search = (takes: (record: OutboxRecord) => boolean) => inOrder([...allRecords()].filter(takes));
    for (let step = 0; step < 200; step++) {
      const records = [...allRecords()];
      if (records.length === 0 || isSo(0.4)) scan();
      else if (isSo(0.05)) recordGeneration(7, { epoch: "one", restored: oneOf(["1", "2"]) });
      else change(oneOf(records));
      expect(unsyncedRecords()).toEqual(search(isUnsynced));
      expect(unansweredRecords()).toEqual(search(({ result }) => result === null));
      expect(waitingRecords.all()).toEqual(search((record) => isCounted(record) && isUnsynced(record)));
      expect(waitingRecords.size).toBe(waitingRecords.all().length);
      expect(lastSequence()).toBe(Math.max(0, ...[...allRecords()].map((record) => record.sequence)));
    }
  },
);

test("4.outbox.540 one more record looks at none of the earlier ones", () => {
  let looks = 0;
  const letIn = selectionOf(({ shown }) => {
    looks += 1;
    return shown === "admitted";
  });
  for (let n = 1; n <= 1000; n++)
    cacheRecords(keptRecord({ key: `${n}`, sequence: n, at: n, shown: "admitted" }));
  expect(letIn.size).toBe(1000);
  looks = 0;
  const told: (readonly string[] | null)[] = [];
  const stop = onOutboxChange((changed) => void told.push(changed));
  cacheRecords(keptRecord({ key: "next", sequence: 1001, at: 1001, shown: "admitted" }));
  cacheRecords(keptRecord({ key: "undo", kind: "undo", undoes: "next", sequence: 1002, at: 1002 }));
  stop();
  expect(told).toEqual([["next"], ["undo", "next"]]);
  expect(looks).toBe(3);
  expect(findRecord("next")).toBe(letIn.all().at(-1));
});
