import { expect, test } from "vitest";
import { DoorTickets, type TicketRow, wordsOf } from "@/features/checkin/door-list/tickets";

/** 16 bytes that begin alike for every 100th ticket, so that places in the index collide. */
function hashBytes(id: number): Uint8Array {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setUint32(0, id % 100);
  new DataView(bytes.buffer).setUint32(12, id);
  return bytes;
}
const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

const row = (
  id: number,
  change: { name?: string; attendedAt?: number | null; by?: string } = {},
): TicketRow => [
  base64url(hashBytes(id)),
  id,
  change.name ?? `Guest ${id}`,
  id % 30,
  "paid",
  id % 2 === 0 ? null : 4500,
  `INV-${id}`,
  change.attendedAt ?? null,
  change.by ?? null,
];
const find = (tickets: DoorTickets, id: number) => tickets.find(wordsOf(hashBytes(id)));

test("4.list.6 every ticket is found by its hash, and no other hash finds one", () => {
  const tickets = DoorTickets.of(Array.from({ length: 1000 }, (_, id) => row(id + 1)));
  expect(tickets.size).toBe(1000);
  for (const id of [1, 99, 100, 101, 500, 1000]) expect(find(tickets, id)?.id).toBe(id);
  expect(find(tickets, 1001)).toBeNull();
  expect(find(tickets, 0)).toBeNull();
  expect(find(tickets, 7)).toEqual({
    id: 7,
    fullName: "Guest 7",
    tableNumber: 7,
    paymentStatus: "paid",
    owedCents: 4500,
    invoiceNumber: "INV-7",
    attendedAt: null,
    checkedInBy: null,
  });
});

test("4.list.6 an empty list finds nothing", () => {
  const tickets = new DoorTickets(new DoorTickets().pack());
  expect(tickets.size).toBe(0);
  expect(find(tickets, 1)).toBeNull();
  expect(tickets.search("a", 5)).toEqual({ tickets: [], found: 0 });
});

test("4.list.7 of the tickets that were asked for, the answered ones change and the others are gone", () => {
  const tickets = DoorTickets.of([row(1), row(101), row(201)]);
  tickets.apply([1, 101, 301], [row(1, { attendedAt: 1000, by: "Olive" }), row(301)]);
  expect(tickets.size).toBe(3);
  expect(find(tickets, 1)).toMatchObject({ attendedAt: 1000, checkedInBy: "Olive" });
  expect(find(tickets, 101)).toBeNull();
  // It stands behind the one that is gone.
  expect(find(tickets, 201)?.id).toBe(201);
  expect(find(tickets, 301)?.id).toBe(301);
  tickets.apply([1], [row(1)]);
  expect(find(tickets, 1)).toMatchObject({ attendedAt: null, checkedInBy: null });
});

test("4.list.7 a ticket whose QR text changed is found by the new one alone", () => {
  const tickets = DoorTickets.of([row(1), row(2)]);
  const [, ...rest] = row(1);
  tickets.apply([1], [[base64url(hashBytes(900)), ...rest]]);
  expect(find(tickets, 1)).toBeNull();
  expect(find(tickets, 900)?.id).toBe(1);
  expect(tickets.size).toBe(2);
});

test("4.list.8 what was packed comes back, without the tickets that are gone", () => {
  const tickets = DoorTickets.of([row(1), row(2, { attendedAt: 5 }), row(3)]);
  tickets.apply([1], []);
  const again = new DoorTickets(structuredClone(tickets.pack()));
  expect(again.size).toBe(2);
  expect(find(again, 1)).toBeNull();
  expect([find(again, 2), find(again, 3)]).toEqual([find(tickets, 2), find(tickets, 3)]);
});

test("4.list.9 a guest is found by a part of the name, in any case and accent, or of the invoice number", () => {
  const tickets = DoorTickets.of([row(1, { name: "Zoë Ångström" }), row(2, { name: "Zoe Smith" }), row(3)]);
  const names = (text: string) => tickets.search(text, 5).tickets.map(({ fullName }) => fullName);
  expect(names("zoe")).toEqual(["Zoë Ångström", "Zoe Smith"]);
  expect(names("ANGST")).toEqual(["Zoë Ångström"]);
  expect(names(" inv-3 ")).toEqual(["Guest 3"]);
  expect(names("")).toEqual([]);
  expect(tickets.search("z", 1)).toMatchObject({ found: 2, tickets: [{ id: 1 }] });
  tickets.apply([2], [row(2, { name: "Renamed" })]);
  expect(names("smith")).toEqual([]);
});
