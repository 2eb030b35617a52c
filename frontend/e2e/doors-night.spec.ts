import { expect, type Page } from "@playwright/test";
import type { components } from "../src/api/schema";
import { openOffice } from "./api";
import { OLIVE } from "./server";
import { signIn } from "./steps";
import { test } from "./test";

/** Minutes of the evening: a whole one in `make soak`. The page's clock runs ahead of the machine's. */
const MINUTES = process.env.DOORLIST_SOAK ? 8 * 60 : 6;
const CHANGES_PER_SECOND = 2;
/** Minutes until the compiler has finished with the script. Its output stays in memory. */
const WARM_UP_MINUTES = process.env.DOORLIST_SOAK ? 20 : 2;
/** Maximum growth of the page's memory over the night. A kept answer is 10 KiB, and there is one a second. */
const GROWTH_MAX_KIB = 1024;
const MADE_PER_STEP_MS = 1000;

interface Night {
  begin(eventId: number): void;
  end(): void;
  readings: number;
}
declare global {
  interface Window {
    night: Night;
  }
}

/**
 * In the page, between the browser and the application: the stream has changes and heartbeats by the page's clock, and
 * the figures are of an evening that has gone on for three hours. Before and after, it is the server's own.
 */
function layNight(changesPerSecond: number): void {
  const [Source, ask] = [window.EventSource, window.fetch];
  const open = new Set<EventSource>();
  let lastId = "";
  window.EventSource = class extends Source {
    constructor(url: string | URL) {
      super(url);
      open.add(this);
      this.addEventListener("hello", ({ lastEventId }) => {
        lastId = lastEventId;
      });
    }
    override close() {
      open.delete(this);
      super.close();
    }
  };
  let eventId: number | null = null;
  let arrived = 20_000;
  let timers: ReturnType<typeof setInterval>[] = [];
  const moment = (ago: number) => new Date(Date.now() - ago).toISOString();
  const figures = (id: number): components["schemas"]["DoorsOut"] => ({
    eventId: id,
    asOf: moment(0),
    arrived,
    expected: 100_000,
    inside: null,
    leavers: null,
    left: null,
    lists: [],
    possibleExtraPeople: 0,
    refused: arrived % 97,
    lastFiveMinutes: 600,
    openConflicts: arrived % 3,
    minutes: Array.from({ length: 180 }, (_, ago) => ({
      minute: moment(ago * 60_000),
      count: 60 + ((arrived + ago * 7) % 60),
    })),
    doors: Array.from({ length: 40 }, (_, number) => ({
      door: `Gate ${number}`,
      checkIns: arrived + number,
      refused: 0,
      lastScanAt: moment(number * 500),
      devices: 1,
      isOnline: (arrived + number) % 50 > 0,
      lastContactAt: moment(number * 300),
      waiting: 0,
    })),
    latest: Array.from({ length: 8 }, (_, ago) => ({
      id: arrived - ago,
      fullName: `Guest ${arrived - ago}`,
      tableNumber: 7,
      at: moment(ago * 500),
      door: "Gate 1",
    })),
  });
  const tell = (type: string, data: object) => {
    const event = new MessageEvent(type, { data: JSON.stringify(data), lastEventId: lastId });
    for (const source of open) source.dispatchEvent(event);
  };
  window.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (eventId === null || !url.includes("/api/doors?")) return ask(input, init);
    window.night.readings += 1;
    return new Response(JSON.stringify(figures(eventId)), {
      headers: { "Content-Type": "application/json" },
    });
  };
  window.night = {
    readings: 0,
    begin(id) {
      eventId = id;
      const change = () => {
        arrived += 1;
        tell("message", { attendees: [arrived], attendeesOf: [id] });
      };
      timers = [
        setInterval(change, 1000 / changesPerSecond),
        setInterval(() => tell("beat", { now: Date.now() }), 5000),
      ];
    },
    end() {
      eventId = null;
      for (const timer of timers) clearInterval(timer);
    },
  };
}

interface Held {
  kib: number;
  nodes: number;
  listeners: number;
}

/** The page's memory after a garbage collection. */
async function heldBy(page: Page): Promise<Held> {
  const browser = await page.context().newCDPSession(page);
  // A finaliser may let go of more.
  for (let round = 0; round < 3; round++) await browser.send("HeapProfiler.collectGarbage");
  const { usedSize } = await browser.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await browser.send("Memory.getDOMCounters");
  await browser.detach();
  return { kib: Math.round(usedSize / 1024), nodes, listeners: jsEventListeners };
}

async function passMinutes(page: Page, minutes: number): Promise<void> {
  for (let second = 0; second < minutes * 60; second++) await page.clock.runFor(MADE_PER_STEP_MS);
}

test(
  "2.doors.531 /doors stands open all night, holds no more at its end, and is right after an outage",
  {
    tag: "@desktop",
  },
  async ({ openElsewhere, watched }, info) => {
    test.setTimeout(60_000 + MINUTES * 30_000);
    watched.expectTrouble(/Failed to load resource|ERR_/);
    const { page, elsewhere } = await openElsewhere("cast");
    const office = await openOffice(elsewhere.url, OLIVE);
    const event = await office.event();
    const letIn = async () => {
      const { qrCodeData } = await office.attendee(event.id);
      await office.scan(qrCodeData);
    };
    await letIn();
    await page.addInitScript(layNight, CHANGES_PER_SECOND);
    await page.clock.install();
    await page.goto("/auth");
    await signIn(page, OLIVE);
    await page.goto(`/doors?eventId=${event.id}`);
    const arrived = page.getByRole("paragraph").filter({ hasText: /^Arrived \S/ });
    await expect(arrived).toHaveText("Arrived 1 of 1");
    let loads = 0;
    page.on("framenavigated", () => {
      loads += 1;
    });

    await page.evaluate((id) => window.night.begin(id), event.id);
    await passMinutes(page, WARM_UP_MINUTES);
    const beginning = await heldBy(page);
    await passMinutes(page, MINUTES / 2);
    const middle = await heldBy(page);
    await passMinutes(page, MINUTES / 2);
    const end = await heldBy(page);
    await expect(arrived).toHaveText(/^Arrived \d\d,\d{3} of 100,000$/);
    const readings = await page.evaluate(() => window.night.readings);
    info.annotations.push({
      type: "held",
      description: JSON.stringify({ readings, beginning, middle, end }),
    });
    expect(readings, "readings of the figures").toBeGreaterThan(MINUTES * 30);
    for (const later of [middle, end]) {
      expect(later.kib - beginning.kib, JSON.stringify({ beginning, later })).toBeLessThan(GROWTH_MAX_KIB);
      expect(later.nodes - beginning.nodes).toBeLessThan(200);
      expect(later.listeners - beginning.listeners).toBeLessThan(20);
    }

    await page.evaluate(() => window.night.end());
    await letIn();
    elsewhere.freeze();
    await page.clock.runFor(9000);
    await expect(page.getByText(/^No contact with the server/)).toBeVisible();
    elsewhere.thaw();
    await expect(arrived).toHaveText("Arrived 2 of 2", { timeout: 40_000 });
    await elsewhere.restart({ kill: true });
    await letIn();
    await expect(arrived).toHaveText("Arrived 3 of 3", { timeout: 40_000 });
    await expect(page.getByText(/^No contact with the server/)).toHaveCount(0);
    expect(loads, "loads of the page").toBe(0);
    await office.call.dispose();
  },
);
