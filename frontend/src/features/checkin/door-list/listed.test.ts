import { expect, test } from "vitest";
import type { Facts } from "@/features/checkin/decision/facts";
import { listed } from "@/features/checkin/door-list/listed";
import { qrHashes } from "@/features/checkin/door-list/qr-hash";
import { DoorTickets } from "@/features/checkin/door-list/tickets";

const ADA = "DL1.7.0123456789ABCDEFGHJKMNPQRS";
const BOB = "DL1.7.0123456789ABCDEFGHJKMNPQRT";

test("4.list.11 a ticket is looked up by its whole hash, by the half that is listed, or by the attendee", async () => {
  const { half, whole } = await qrHashes(ADA);
  const row = [half, 3, "Ada Byron", 7, "paid", 0, "INV-1", 500, "Gate B"] as const;
  const list = { asOf: 900, tickets: DoorTickets.of([row]) };
  const says = {
    asOf: 900,
    ticket: { id: 3, fullName: "Ada Byron", attendedAt: 500, checkedInBy: "Gate B" },
  };
  const names = [
    { hash: whole, attendeeId: null },
    { hash: half, attendeeId: null },
    { hash: null, attendeeId: 3 },
  ];
  for (const name of names) {
    const facts: Facts["list"] = listed(list, name);
    expect(facts).toMatchObject(says);
  }
  const others = [
    { hash: (await qrHashes(BOB)).whole, attendeeId: null },
    // The code that was read counts, not a guest of the same number.
    { hash: (await qrHashes(BOB)).whole, attendeeId: 3 },
    { hash: null, attendeeId: 4 },
    { hash: null, attendeeId: null },
  ];
  for (const name of others) expect(listed(list, name)).toEqual({ asOf: 900, ticket: null });

  list.tickets.apply([3], []);
  for (const name of names) expect(listed(list, name).ticket).toBe("cancelled");
});
