import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { TicketRow } from "@/features/door/guest-list/api";
import type { PackedTickets } from "@/features/door/guest-list/packed-tickets";
import { hashWords } from "@/features/door/guest-list/qr-hash";
import { searchForm } from "@/features/door/guest-list/search-form";
import { DoorTickets } from "@/features/door/guest-list/tickets";

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
  change: { name?: string; attendedAt?: number | null; by?: string; notes?: string } = {},
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
  change.notes ?? null,
];
/** As a list is saved, in one go. */
function toTheEnd<Result>(parts: Generator<undefined, Result>): Result {
  for (;;) {
    const part = parts.next();
    if (part.done) return part.value;
  }
}
const packed = (tickets: DoorTickets) => toTheEnd(tickets.packing());
const unpacked = (saved: PackedTickets) => toTheEnd(DoorTickets.unpacking(saved));

/** The same whole numbers each time, each below what is asked for. */
function drawing(seed: number) {
  let last = seed;
  return (below: number) => {
    last = (last * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((last / 2 ** 31) * below);
  };
}
const SEARCH_VECTORS: {
  guests: { fullName: string; invoiceNumber: string }[];
  finds: [string, string[]][];
} = JSON.parse(
  readFileSync(
    new URL("../../../../../backend/tests/attendees/search_vectors.json", import.meta.url),
    "utf8",
  ),
);
const find = (tickets: DoorTickets, id: number) => tickets.find(hashWords(hashBytes(id)));

test("4.list.6 the list tells the hash that it has for an attendee", () => {
  const ids = [1, 77, 0x7fffffff];
  const tickets = DoorTickets.of(ids.map((id) => row(id)));
  expect(ids.map((id) => tickets.hashOf(id))).toEqual(ids.map((id) => base64url(hashBytes(id))));
  expect(tickets.hashOf(2)).toBeNull();
});

test("4.list.6 every ticket is found by its hash, and no other hash finds one", () => {
  const tickets = DoorTickets.of(Array.from({ length: 1000 }, (_, id) => row(id + 1)));
  expect(tickets.size).toBe(1000);
  for (const id of [1, 99, 100, 101, 500, 1000]) expect(find(tickets, id)).toMatchObject({ id });
  expect(find(tickets, 1001)).toBeNull();
  expect(find(tickets, 0)).toBeNull();
  expect(find(tickets, 7)).toEqual({
    id: 7,
    fullName: "Guest 7",
    tableNumber: 7,
    paymentStatus: "paid",
    paymentGroup: "owed",
    owedCents: 4500,
    invoiceNumber: "INV-7",
    attendedAt: null,
    checkedInBy: null,
    notes: null,
    markedAbsentAt: null,
    ticketType: null,
    leftAt: null,
    checkIns: null,
  });
});

test("4.list.6 an empty list finds nothing", () => {
  const tickets = unpacked(packed(new DoorTickets()));
  expect(tickets.size).toBe(0);
  expect(find(tickets, 1)).toBeNull();
  expect(tickets.search("a", 5)).toEqual({ tickets: [], found: 0 });
});

test("4.list.7 of the tickets that were asked for, the answered ones change and the others are cancelled", () => {
  const tickets = DoorTickets.of([row(1), row(101), row(201)]);
  tickets.apply([1, 101, 301], [row(1, { attendedAt: 1000, by: "Olive" }), row(301)]);
  expect(tickets.size).toBe(3);
  expect(find(tickets, 1)).toMatchObject({ attendedAt: 1000, checkedInBy: "Olive" });
  expect(find(tickets, 101)).toBe("cancelled");
  // In the index this ticket comes after the removed one.
  expect(find(tickets, 201)).toMatchObject({ id: 201 });
  expect(find(tickets, 301)).toMatchObject({ id: 301 });
  tickets.apply([1], [row(1)]);
  expect(find(tickets, 1)).toMatchObject({ attendedAt: null, checkedInBy: null });
});

test("4.list.7 a ticket whose QR text changed is found by the new one alone", () => {
  const tickets = DoorTickets.of([row(1), row(2)]);
  const [, ...rest] = row(1);
  tickets.apply([1], [[base64url(hashBytes(900)), ...rest]]);
  expect(find(tickets, 1)).toBe("cancelled");
  expect(find(tickets, 900)).toMatchObject({ id: 1 });
  expect(tickets.findId(1)).toMatchObject({ id: 1 });
  expect(tickets.size).toBe(2);
});

test("4.list.8 what was packed comes back, and of the cancelled tickets the hash alone", () => {
  const tickets = DoorTickets.of([row(1, { name: "Olga", by: "Olive" }), row(2, { attendedAt: 5 }), row(3)]);
  tickets.apply([1], []);
  const stored = structuredClone(packed(tickets));
  expect(JSON.stringify(stored)).not.toMatch(/Olga|INV-1|Olive/);
  const again = unpacked(stored);
  expect(again.size).toBe(2);
  expect([find(again, 1), again.findId(1)]).toEqual(["cancelled", "cancelled"]);
  expect([find(again, 2), find(again, 3)]).toEqual([find(tickets, 2), find(tickets, 3)]);
  expect(again.search("olga", 5).found).toBe(0);
});

test("4.list.10 a cancelled ticket is told from one that the list never had, over a whole new reading too", () => {
  const older = DoorTickets.of([row(1), row(101), row(201), row(4)]);
  older.apply([1], []);
  const newer = DoorTickets.of([row(201), row(301)]);
  toTheEnd(newer.notingCancelled(older));
  for (const id of [1, 101, 4]) {
    expect([find(newer, id), newer.findId(id)]).toEqual(["cancelled", "cancelled"]);
  }
  for (const id of [201, 301]) expect(find(newer, id)).toEqual(newer.findId(id));
  expect([find(newer, 501), newer.findId(501)]).toEqual([null, null]);
  expect(newer.size).toBe(2);
  // Once more, through the disk: nothing is noted twice.
  const third = DoorTickets.of([row(301)]);
  toTheEnd(third.notingCancelled(unpacked(packed(newer))));
  expect(packed(third).ids).toHaveLength(5);
  expect(find(third, 1)).toBe("cancelled");
});

test("4.list.10 a cancelled ticket that the server has again is listed again", () => {
  const tickets = DoorTickets.of([row(1), row(101)]);
  tickets.apply([1], []);
  tickets.apply([1], [row(1, { name: "Back again" })]);
  expect(find(tickets, 1)).toMatchObject({ fullName: "Back again" });
  // A restored backup gives it another id.
  tickets.apply([101], []);
  const [hash, , ...rest] = row(101);
  tickets.apply([7], [[hash, 7, ...rest]]);
  expect(find(tickets, 101)).toMatchObject({ id: 7 });
  expect(tickets.findId(101)).toBeNull();
  expect(tickets.size).toBe(2);
  expect(packed(tickets).ids).toHaveLength(2);
  // Here the other id is applied before the old one is removed.
  tickets.apply([8], [[hash, 8, ...rest]]);
  tickets.apply([7], []);
  expect(find(tickets, 101)).toMatchObject({ id: 8 });
});

test("4.list.10 of many tickets that come and go, the list is what the last answer said", () => {
  const tickets = new DoorTickets();
  const there = new Map<number, number | null>();
  const ever = new Set<number>();
  const next = drawing(7);
  for (let turn = 0; turn < 4000; turn++) {
    const id = next(300) + 1;
    const attendedAt = next(2) === 0 ? null : turn;
    if (next(3) === 0) {
      tickets.apply([id], []);
      there.delete(id);
    } else {
      tickets.apply([id], [row(id, { attendedAt })]);
      there.set(id, attendedAt);
      ever.add(id);
    }
  }
  const again = unpacked(packed(tickets));
  for (const list of [tickets, again]) {
    expect(list.size).toBe(there.size);
    for (let id = 1; id <= 301; id++) {
      const says = there.has(id) ? { id, attendedAt: there.get(id) } : ever.has(id) ? "cancelled" : null;
      if (typeof says === "object" && says) expect(find(list, id)).toMatchObject(says);
      else expect(find(list, id)).toBe(says);
      expect(list.findId(id)).toEqual(find(list, id));
    }
  }
});

test("4.list.9 a guest is found by the words that the server finds them by, but the phone", () => {
  const { guests, finds } = SEARCH_VECTORS;
  const tickets = DoorTickets.of(
    guests.map(({ fullName, invoiceNumber }, at) => {
      const [hash, id, , table, payment, owed, , ...rest] = row(at + 1);
      return [hash, id, fullName, table, payment, owed, invoiceNumber, ...rest];
    }),
  );
  const names = (text: string) => tickets.search(text, 9).tickets.map(({ fullName }) => fullName);
  for (const [query, found] of finds) expect([query, names(query).sort()]).toEqual([query, found.sort()]);
  expect(names(" '- ")).toEqual([]);
  expect(tickets.search("anna", 1)).toMatchObject({ found: 2, tickets: [{ id: 3 }] });
  tickets.apply([1], [row(1, { name: "Renamed" })]);
  expect(names("sof pap")).toEqual([]);
});

test("4.find.4 names are folded ahead a part at a time, and what changes meanwhile is found all the same", () => {
  const tickets = DoorTickets.of(
    Array.from({ length: 1000 }, (_, id) => row(id + 1, { name: `Zoë ${id + 1}` })),
  );
  const parts: boolean[] = [];
  while (parts.at(-1) !== true) {
    let looks = 0;
    parts.push(tickets.foldAhead(() => looks++ > 2));
  }
  expect(parts.length).toBeGreaterThan(5);
  tickets.apply([5, 6], [row(5, { name: "Renamed" })]);
  tickets.apply([2000], [row(2000, { name: "Late Ángel" })]);
  expect(tickets.search("zoe", 1).found).toBe(998);
  expect(tickets.search("renamed", 1).found).toBe(1);
  expect(tickets.search("angel", 1).found).toBe(1);
});

test("4.list.9 of many tickets that change, each query finds the rows that hold its words, and no other", () => {
  const next = drawing(3);
  const draw = () => Array.from({ length: next(6) }, () => ["a", "b", "Ä", " ", "ﬁ"][next(5)]).join("");
  const names = new Map<number, string>();
  const tickets = DoorTickets.of([]);
  for (let round = 0; round < 60; round++) {
    const rows = Array.from({ length: 10 }, () => row(next(300) + 1, { name: draw() }));
    const gone = next(300) + 1;
    const put = rows.filter(([, id]) => id !== gone);
    tickets.apply([gone, ...put.map(([, id]) => id)], put);
    names.delete(gone);
    for (const [, id, name] of put) names.set(id, name);
    for (const words of ["a", "ab", "ba b", "fi", "bb ab inv1", "inv1"]) {
      const holds = ([id, name]: [number, string]) =>
        words.split(" ").every((word) => `${searchForm(name)}\0inv${id}`.includes(word));
      const wanted = [...names].filter(holds).map(([id]) => id);
      const { tickets: found, found: count } = tickets.search(words, 1000);
      expect(found.map(({ id }) => id).sort()).toEqual(wanted.sort());
      expect(count).toBe(wanted.length);
    }
  }
});

test("4.list.8 what changes while a list is packed is packed as it was or as it is, and never half of each", () => {
  const tickets = DoorTickets.of(Array.from({ length: 2500 }, (_, id) => row(id + 1)));
  const parts = tickets.packing();
  parts.next();
  const changes = [1, 2400].map((id) =>
    row(id, { name: "Renamed", attendedAt: 5, by: "Olive", notes: "Vegan" }),
  );
  tickets.apply([1, 2, 2401, 2400, 9000], [...changes, row(9000)]);
  let part = parts.next();
  while (!part.done) part = parts.next();
  const again = unpacked(structuredClone(part.value));
  expect(again.findId(1)).toMatchObject({
    fullName: "Guest 1",
    attendedAt: null,
    checkedInBy: null,
    notes: null,
    markedAbsentAt: null,
    ticketType: null,
    leftAt: null,
    checkIns: null,
  });
  expect(again.findId(2)).toMatchObject({ fullName: "Guest 2" });
  expect(again.findId(2400)).toEqual(tickets.findId(2400));
  expect(again.findId(2400)).toMatchObject({ fullName: "Renamed", checkedInBy: "Olive", notes: "Vegan" });
  expect(again.findId(2401)).toBe("cancelled");
  expect(again.findId(9000)).toBeNull();
  expect(again.size).toBe(2499);
});

test("4.list.13 the notes of a guest are listed, change, and go with the guest", () => {
  const tickets = DoorTickets.of([row(1), row(2, { notes: "Wheelchair:\nramp at Gate B" }), row(3)]);
  const again = unpacked(structuredClone(packed(tickets)));
  for (const list of [tickets, again]) {
    expect(find(list, 2)).toMatchObject({ notes: "Wheelchair:\nramp at Gate B" });
    expect([1, 3].map((id) => find(list, id))).toMatchObject([{ notes: null }, { notes: null }]);
  }
  again.apply([1, 2], [row(1, { notes: "Vegan" }), row(2)]);
  expect([1, 2].map((id) => find(again, id))).toMatchObject([{ notes: "Vegan" }, { notes: null }]);
  again.apply([1], []);
  expect(JSON.stringify(packed(again))).not.toContain("Vegan");
});

test("4.list.13 a list that an earlier release saved has no notes until the server has told them", () => {
  const { notes, ...saved } = packed(DoorTickets.of([row(1), row(2), row(3, { by: "Olive" })]));
  expect(notes).toBeDefined();
  const tickets = unpacked(structuredClone(saved));
  expect([1, 2, 3].map((id) => find(tickets, id))).toMatchObject([
    { id: 1, notes: null },
    { id: 2, notes: null },
    { id: 3, notes: null, checkedInBy: "Olive" },
  ]);
  tickets.apply([3], [row(3, { notes: "Vegan" })]);
  const again = unpacked(packed(tickets));
  expect([1, 2, 3].map((id) => find(again, id))).toMatchObject([
    { notes: null },
    { notes: null },
    { notes: "Vegan" },
  ]);
});
