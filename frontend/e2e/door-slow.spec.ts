import { expect } from "@playwright/test";
import { openOffice } from "./api";
import { openScanner } from "./door";
import { GONE } from "./outage";
import { startProxy } from "./proxy";
import { OLIVE, SAM } from "./server";
import { chooseEvent, signIn } from "./steps";
import { NO_MEMORY, test } from "./test";

/** A door on a slow line. */

const GUESTS = 2500;
/** Slow enough that the whole list takes longer than the pause after which a door asks for it again. */
const BYTES_PER_SECOND = 3000;

test("4.list.520 a list that takes longer than the pause between two tries becomes current", {
  tag: "@phone",
}, async ({ browser, openElsewhere, watched }) => {
  watched.expectTrouble(GONE);
  const { elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const event = await office.event({ date: "2031-05-17" });
  const attendees = Array.from({ length: GUESTS }, (_, number) => ({
    fullName: `Guest ${Math.sin(number).toString(36).slice(3)}`,
    phone: `0400 ${number}`,
    tableNumber: 1 + (number % 20),
  }));
  await office.call.post("/api/attendees/bulk-import", { data: { eventId: event.id, attendees } });
  const proxy = await startProxy(elsewhere.port);
  const context = await browser.newContext({ baseURL: proxy.url, storageState: NO_MEMORY });
  watched.follow(context, new URL(proxy.url).host);
  try {
    const page = await context.newPage();
    await signIn(page, OLIVE);
    await openScanner(page);
    await chooseEvent(page, event.id);
    await expect(page.getByText(`Arrived 0 of ${GUESTS}`)).toBeVisible();
    await page.goto("about:blank");
    await office.attendee(event.id);
    proxy.slow(BYTES_PER_SECOND);
    const isWhole = (url: string) => url.endsWith(`/api/door/list?eventId=${event.id}`);
    const isRead = page.waitForEvent("requestfinished", {
      predicate: (request) => isWhole(request.url()),
      timeout: 75_000,
    });
    await page.goto("/scan-attendees", { timeout: 60_000 });
    await isRead;
    await expect(page.getByText(`Arrived 0 of ${GUESTS + 1}`)).toBeVisible();
  } finally {
    await context.close();
    await proxy.stop();
    await office.call.dispose();
  }
});
