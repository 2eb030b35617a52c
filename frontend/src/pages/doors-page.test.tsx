import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { setStreamState } from "@/api/live/live-state";
import { recordHeartbeat } from "@/api/live/server-clock";
import type { Door, Doors, Event, ListFigures } from "@/api/types";
import * as doorBell from "@/features/door/scan/door-bell";
import { formatTimeOfDay, formatTimestamp } from "@/lib/event-date";
import { FAR_OFF, GALA, OLIVE } from "@/testing/cast";
import { eventually } from "@/testing/eventually";
import { openApp } from "@/testing/open-app";
import { json, serve } from "@/testing/server";

const NEXT: Event = { ...GALA, id: 8, name: "Summer Ball", date: "2099-12-30" };
const OVER: Event = { ...GALA, id: 9, name: "Spring Fair", date: "2001-03-01" };

const doorsOf = (facts: Partial<Doors>): Doors => ({
  eventId: GALA.id,
  asOf: "2026-11-28T19:10:00.000Z",
  arrived: 0,
  expected: 0,
  inside: null,
  left: null,
  leavers: null,
  possibleExtraPeople: 0,
  refused: 0,
  lastFiveMinutes: 0,
  openConflicts: 0,
  minutes: [],
  doors: [],
  latest: [],
  lists: [],
  ...facts,
});

const DOOR: Door = {
  door: "Gate B",
  checkIns: 12,
  refused: 1,
  lastScanAt: "2026-11-28T19:01:00.000Z",
  devices: 1,
  isOnline: true,
  lastContactAt: "2026-11-28T19:02:00.000Z",
  waiting: 0,
};

const serveDoors = (events: Event[]) =>
  serve({
    "GET /api/events": () => json(events),
    "GET /api/door/passes": () => json([]),
    "GET /api/doors": ({ query }) =>
      json(doorsOf({ eventId: Number(query.eventId), arrived: 88, expected: 175 })),
  });

test("2.doors.330 without a choice it is the next event; the address names another", async () => {
  serveDoors([OVER, NEXT]);
  const { unmount } = openApp("/doors", { as: OLIVE });
  expect(await screen.findByRole("heading", { name: "Summer Ball" })).toBeVisible();
  expect(await screen.findByText("88")).toBeVisible();
  unmount();
  const { user } = openApp("/doors?eventId=9", { as: OLIVE });
  expect(await screen.findByRole("heading", { name: "Spring Fair" })).toBeVisible();
  await user.selectOptions(screen.getByLabelText("Event"), "Summer Ball (Wed 30 Dec 2099)");
  expect(await screen.findByRole("heading", { name: "Summer Ball" })).toBeVisible();
  expect(window.location.search).toBe("?eventId=8");
});

test("2.doors.330 an event that is gone says so, and with no events the way to one shows", async () => {
  serveDoors([NEXT]);
  const { unmount } = openApp("/doors?eventId=5", { as: OLIVE });
  expect(await screen.findByText("This event was deleted")).toBeVisible();
  unmount();
  serveDoors([]);
  openApp("/doors", { as: OLIVE });
  expect(await screen.findByRole("link", { name: "Create Event" })).toBeVisible();
});

test("2.doors.335 each door says its count, its last scan, and since when it was not heard of", async () => {
  const at = (time: string) => formatTimeOfDay(`2026-11-28T${time}:00.000Z`);
  serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/door/passes": () => json([]),
    "GET /api/doors": () =>
      json(
        doorsOf({
          doors: [
            DOOR,
            { ...DOOR, door: "Gate C", isOnline: false, waiting: 3 },
            { ...DOOR, door: "Gate D", isOnline: false, lastContactAt: "2026-11-24T19:02:00.000Z" },
            { ...DOOR, door: "Gate E", isOnline: false, lastContactAt: null, lastScanAt: null },
            { ...DOOR, door: "Gate F", waiting: 2 },
            { ...DOOR, door: null, checkIns: 1200 },
          ],
        }),
      ),
  });
  openApp("/doors?eventId=7", { as: OLIVE });
  const table = within(await screen.findByRole("table", { name: "At the doors" }));
  await table.findByRole("row", { name: /Gate F/ });
  const rows = table.getAllByRole("row").map((row) => row.textContent);
  expect(rows).toEqual([
    "DoorCheck-insLast scanContact",
    `Gate B12${at("19:01")}Online`,
    `Gate C12${at("19:01")}No contact since ${at("19:02")} (3 waiting then)`,
    `Gate D12${at("19:01")}No contact since ${formatTimestamp("2026-11-24T19:02:00.000Z")}`,
    "Gate E12–No device",
    `Gate F12${at("19:01")}Online, 2 waiting`,
    `No door name1,200${at("19:01")}Online`,
  ]);
});

test("2.doors.333, 3.doors.330 what is refused, open or possibly too many stands beside the arrivals", async () => {
  serve({
    "GET /api/events": () => json([{ ...FAR_OFF, capacity: 100 }]),
    "GET /api/door/passes": () => json([]),
    "GET /api/doors": () =>
      json(
        doorsOf({
          arrived: 90,
          expected: 175,
          refused: 4,
          lastFiveMinutes: 17,
          openConflicts: 2,
          possibleExtraPeople: 1,
        }),
      ),
  });
  openApp("/doors?eventId=7", { as: OLIVE });
  const gala = within(await screen.findByRole("region", { name: "Midwinter Gala" }));
  await gala.findByText("Nearly full");
  expect(gala.getByText(/^Arrived/).closest("p")).toHaveTextContent("Arrived 90 of 175 · capacity 100");
  expect(screen.getByText("1 possible extra person")).toBeVisible();
  expect(screen.getByRole("link", { name: "2" })).toHaveAttribute("href", "/conflicts?eventId=7&state=open");
  expect(screen.getByText(/^Arrived: guests who are checked in\. People who have left/)).toBeVisible();
  expect(screen.getByText(/^Possible extra people: .* Never part of Arrived\.$/)).toBeVisible();
});

test("2.doors.900, 2.doors.902 where exits are counted it leads with the people inside, with who arrived and who left", async () => {
  serve({
    "GET /api/events": () => json([{ ...GALA, countsExits: true }]),
    "GET /api/door/passes": () => json([]),
    "GET /api/doors": () => json(doorsOf({ arrived: 88, expected: 175, inside: 60, left: 26, leavers: 2 })),
  });
  openApp("/doors?eventId=7", { as: OLIVE });
  const gala = within(await screen.findByRole("region", { name: "Midwinter Gala" }));
  expect(gala.getAllByRole("paragraph").map(({ textContent }) => textContent?.trim())).toContain("Inside –");
  await gala.findByText("60");
  const texts = gala.getAllByRole("paragraph").map(({ textContent }) => textContent?.trim());
  expect(texts.slice(1)).toEqual(["Inside 60", "Arrived 88 of 175", "Left 26"]);
  expect(
    screen.getByText(/^Inside: guests who are there now\. People who left without a scan are subtracted\.$/),
  ).toBeVisible();
  expect(screen.getByText(/^Left: guests who have left and have not come back\.$/)).toBeVisible();
});

test("2.exit.5 where exits are counted people who leave without a scan are counted on /doors too", async () => {
  localStorage.removeItem("doorlist.door.leavers");
  const calls = serve({
    "GET /api/events": () => json([{ ...GALA, countsExits: true }]),
    "GET /api/door/passes": () => json([]),
    "GET /api/doors": () => json(doorsOf({ arrived: 88, inside: 60, left: 26, leavers: 2 })),
    "POST /api/door/leavers": () => json({ inside: 59 }),
  });
  openApp("/doors?eventId=7", { as: OLIVE });
  await screen.findByText("2 left without a scan");
  await userEvent.click(screen.getByRole("button", { name: "One more left without a scan" }));
  await eventually(() =>
    expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({
      eventId: GALA.id,
      change: 1,
      scannedBy: OLIVE.id,
      device: null,
    }),
  );
});

test("2.doors.900, 2.doors.902 where exits are not counted nothing speaks of them", async () => {
  serveDoors([NEXT]);
  openApp("/doors", { as: OLIVE });
  await screen.findByText("88");
  expect(screen.queryByText(/Inside|^Left/)).toBeNull();
});

test("2.doors.901 where exits are counted the people inside fill it up, with one sound; who left makes room", async () => {
  const ring = vi.fn();
  vi.spyOn(doorBell, "openDoorBell").mockReturnValue({ unlock: async () => "running", ring, close() {} });
  let inside = 89;
  serve({
    "GET /api/events": () => json([{ ...FAR_OFF, countsExits: true, capacity: 100 }]),
    "GET /api/door/passes": () => json([]),
    "GET /api/doors": () => json(doorsOf({ arrived: 150, expected: 175, inside, left: 61 })),
  });
  openApp("/doors?eventId=7", { as: OLIVE });
  const gala = within(await screen.findByRole("region", { name: "Midwinter Gala" }));
  const turnsTo = async (next: number) => {
    inside = next;
    for (let beat = 0; beat < 3; beat++) {
      await act(async () => recordHeartbeat({ serverTime: 0, until: null }));
    }
    return gala.findByText(String(next));
  };
  expect((await gala.findByText("89")).closest("p")).toHaveTextContent("Inside 89 · capacity 100");
  expect(gala.queryByText(/full/i)).toBeNull();
  await turnsTo(90);
  expect(gala.getByText("Nearly full")).toBeVisible();
  await turnsTo(100);
  expect(gala.getByText("Full")).toBeVisible();
  expect(ring.mock.calls).toEqual([["full"]]);
  await turnsTo(80);
  expect(gala.queryByText(/full/i)).toBeNull();
});

const LIST: ListFigures = {
  id: 11,
  eventId: GALA.id,
  name: "Dinner",
  rule: "once",
  ticketTypeIds: null,
  capacity: null,
  needsEntrance: false,
  guests: 31,
  times: 31,
  inside: null,
  refused: 2,
  lastAt: "2026-11-28T19:05:00.000Z",
};

test("2.doors.903, 2.doors.905 each check-in list has its own figures, by its rule", async () => {
  const at = formatTimeOfDay("2026-11-28T19:05:00.000Z");
  const lists = [
    LIST,
    { ...LIST, id: 12, name: "Shuttle", rule: "every" as const, times: 74 },
    { ...LIST, id: 13, name: "Backstage", rule: "reentry" as const, inside: 12, lastAt: null },
  ];
  serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/door/passes": () => json([]),
    "GET /api/doors": () => json(doorsOf({ lists })),
  });
  openApp("/doors?eventId=7", { as: OLIVE });
  const card = async (name: string) => (await screen.findByRole("region", { name })).textContent;
  expect(await card("Dinner")).toBe(`DinnerGuests 31 Refused2Last check-in${at}`);
  expect(await card("Shuttle")).toBe(`ShuttleGuests 31 Check-ins74Refused2Last check-in${at}`);
  expect(await card("Backstage")).toBe("BackstageInside 12 Guests31Refused2Last check-in–");
  expect(screen.getByText(/^Check-in lists: .* Neither is part of Arrived\.$/)).toBeVisible();
});

test("2.doors.905 without a list nothing speaks of them", async () => {
  serveDoors([NEXT]);
  openApp("/doors", { as: OLIVE });
  await screen.findByText("88");
  expect(screen.queryByText(/check-in list/i)).toBeNull();
});

test("2.doors.904 the people at a list fill it up, with one sound", async () => {
  const ring = vi.fn();
  vi.spyOn(doorBell, "openDoorBell").mockReturnValue({ unlock: async () => "running", ring, close() {} });
  const dinner = { ...LIST, capacity: 40, guests: 35, times: 35 };
  const backstage = { ...LIST, id: 13, name: "Backstage", capacity: 10, inside: 8, guests: 30 };
  serve({
    "GET /api/events": () => json([FAR_OFF]),
    "GET /api/door/passes": () => json([]),
    "GET /api/doors": () => json(doorsOf({ lists: [dinner, { ...backstage, rule: "reentry" }] })),
  });
  openApp("/doors?eventId=7", { as: OLIVE });
  const card = within(await screen.findByRole("region", { name: "Dinner" }));
  const stage = within(screen.getByRole("region", { name: "Backstage" }));
  const turnsTo = async (guests: number, inside: number) => {
    Object.assign(dinner, { guests });
    Object.assign(backstage, { inside });
    for (let beat = 0; beat < 3; beat++) {
      await act(async () => recordHeartbeat({ serverTime: 0, until: null }));
    }
    return card.findByText(String(guests));
  };
  expect(card.getByText("35").closest("p")).toHaveTextContent("Guests 35 · capacity 40");
  expect(stage.getByText("8").closest("p")).toHaveTextContent("Inside 8 · capacity 10");
  expect(screen.queryByText(/full/i)).toBeNull();
  await turnsTo(36, 8);
  expect(card.getByText("Nearly full")).toBeVisible();
  await turnsTo(40, 9);
  expect(card.getByText("Full")).toBeVisible();
  expect(stage.getByText("Nearly full")).toBeVisible();
  expect(ring.mock.calls).toEqual([["full"]]);
});

test("2.doors.970 a past event has its capacity, and is neither nearly full nor full", async () => {
  serve({
    "GET /api/events": () => json([{ ...OVER, capacity: 100 }]),
    "GET /api/door/passes": () => json([]),
    "GET /api/doors": () =>
      json(doorsOf({ arrived: 104, expected: 104, lists: [{ ...LIST, capacity: 31 }] })),
  });
  openApp("/doors?eventId=9", { as: OLIVE });
  const fair = within(await screen.findByRole("region", { name: "Spring Fair" }));
  expect((await fair.findByText("104")).closest("p")).toHaveTextContent("Arrived 104 of 104 · capacity 100");
  const dinner = screen.getByRole("region", { name: "Dinner" });
  expect(dinner).toHaveTextContent("Guests 31 · capacity 31");
  expect(screen.queryByText(/full/i)).toBeNull();
});

test("2.doors.337, 9.doors.335 with every third beat the figures are read again, and not out of view", async () => {
  const calls = serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/door/passes": () => json([]),
    "GET /api/doors": () => json(doorsOf({})),
  });
  openApp("/doors?eventId=7", { as: OLIVE });
  await screen.findByText("No door has opened yet");
  const reads = () => calls.filter(({ path }) => path === "/api/doors").length;
  const beat = () => act(async () => recordHeartbeat({ serverTime: 0, until: null }));
  expect(reads()).toBe(1);
  await beat();
  await beat();
  expect(reads()).toBe(1);
  await beat();
  await waitFor(() => expect(reads()).toBe(2));
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  for (let count = 0; count < 6; count++) await beat();
  expect(reads()).toBe(2);
});

test("figures that cannot be read say so, with a way to try again", async () => {
  let isDown = true;
  serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/door/passes": () => json([]),
    "GET /api/doors": () =>
      isDown ? new Response("", { status: 503 }) : json(doorsOf({ arrived: 7, expected: 9 })),
  });
  const { user } = openApp("/doors?eventId=7", { as: OLIVE });
  expect(await screen.findByText("The numbers could not be loaded.")).toBeVisible();
  isDown = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("7")).toBeVisible();
});

test("2.frame.580 that the server is away is read out: the place stands before its text", async () => {
  serveDoors([NEXT]);
  openApp("/doors", { as: OLIVE });
  await screen.findByText("88");
  const places = screen.getAllByRole("status");
  act(() => setStreamState("silent"));
  const said = await screen.findByText(/^No contact with the server\./);
  expect(places).toContain(said.closest("[role=status]"));
  act(() => setStreamState("open"));
});
