import { createHash } from "node:crypto";
import { IDBObjectStore } from "fake-indexeddb";
import { expect, test, vi } from "vitest";
import { migrateLegacyScans } from "@/features/door/outbox/migrate-legacy-scans";
import { unsyncedRecords } from "@/features/door/outbox/record-cache";

const KEPT = "doorlist.door.kept";
const TICKET = "DL1.7.00000000000000000000000003";
const scan = (key: string, readAt: number) => ({ qrData: TICKET, idempotencyKey: key, eventId: 7, readAt });
const hash = createHash("sha256").update(TICKET).digest("base64url");

test("4.outbox.19 what an older release kept in the tab is taken over once, under its keys, without its text", async () => {
  sessionStorage.setItem(KEPT, JSON.stringify([scan("b", 2000), scan("a", 1000), { nonsense: true }]));
  await migrateLegacyScans(1);
  await migrateLegacyScans(1);
  const common = { userId: 1, eventId: 7, hash, text: null, shown: "undecided", result: null };
  expect(unsyncedRecords()).toMatchObject([
    { ...common, key: "a", at: 1000 },
    { ...common, key: "b", at: 2000 },
  ]);
  expect(JSON.stringify(unsyncedRecords())).not.toContain(TICKET);
  expect(sessionStorage.getItem(KEPT)).toBeNull();
});

test("4.outbox.19 it stays where it is while the device takes nothing", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const disk = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("The disk is full", "QuotaExceededError");
  });
  sessionStorage.setItem(KEPT, JSON.stringify([scan("a", 1000)]));
  await migrateLegacyScans(1);
  expect(sessionStorage.getItem(KEPT)).toContain("a");
  disk.mockRestore();
  await migrateLegacyScans(1);
  expect(unsyncedRecords()).toHaveLength(1);
  expect(sessionStorage.getItem(KEPT)).toBeNull();
});
