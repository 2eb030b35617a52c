import { expect, test, vi } from "vitest";
import { networkError } from "@/api/api-error";
import { recordsOf } from "@/features/checkin/door/records";
import { takeScan } from "@/features/checkin/door/take-scan";
import { DoorTickets } from "@/features/checkin/door-list/tickets";
import { recordWith } from "@/features/checkin/outbox/outbox";

const LISTED = "AAAAAAAAAAAAAAAAAAAAEg";
const list = {
  event: { id: 7, name: "Spring Gala", date: "2026-11-20", time: null },
  asOf: 1,
  etag: null,
  tickets: DoorTickets.of([[LISTED, 3, "Ada Lovelace", 7, "paid", 0, "INV-1", null, null, null]]),
};

test("4.outbox.20 a guest who was found by name is kept with the hash of the list", async () => {
  const records = recordsOf({ userId: 1, grantId: null, device: null });
  const desk = {
    send: () => Promise.reject(networkError(new Error("offline"))),
    userId: 1,
    device: null,
    rereadUserId: () => Promise.resolve(1),
    newKey: () => "another",
  };
  const show = vi.fn();
  const place = {
    desk,
    records,
    isOffline: () => true,
    isThere: () => true,
    listOf: () => list,
    eventOf: () => null,
  };
  await takeScan({ attendeeId: 3, idempotencyKey: "found", eventId: 7, readAt: Date.now() }, place, show);
  await takeScan(
    { qrData: "read", idempotencyKey: "read", eventId: 7, readAt: Date.now() },
    { ...place, listOf: () => null },
    show,
  );
  expect(recordWith("found")).toMatchObject({ attendeeId: 3, listedHash: LISTED });
  expect(recordWith("read")).not.toHaveProperty("listedHash");
});
