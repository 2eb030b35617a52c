import { expect, type Page } from "@playwright/test";
import { stage } from "./door";
import { OLIVE } from "./server";
import { expectAccessible, expectNoSidewaysScroll, signIn } from "./steps";
import { test } from "./test";

/** The door while its server is gone or frozen. */

const offline = (page: Page) => stage(page).getByText("Offline", { exact: true });

test("2.scan.37, 7.live.21 a frozen server is offline as much as one that is gone, until it answers again", {
  tag: "@phone",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(
    /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET/,
  );
  const { page, elsewhere } = await openElsewhere("cast");
  await signIn(page, OLIVE);
  const isLive = page.waitForResponse((answer) => answer.url().includes("/api/live"));
  await page.goto("/scan-attendees");
  await isLive;
  await expect(page.getByRole("button", { name: "Start" })).toBeVisible();
  // Longer than any silence: beats alone keep it online.
  await page.waitForTimeout(9000);
  await expect(offline(page)).toHaveCount(0);

  elsewhere.freeze();
  await expect(offline(page)).toBeVisible({ timeout: 10_000 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  elsewhere.thaw();
  await expect(offline(page)).toHaveCount(0, { timeout: 15_000 });

  await elsewhere.stop();
  await expect(offline(page)).toBeVisible({ timeout: 10_000 });
});

test.describe("where the browser allows a service worker", () => {
  test.use({ serviceWorkers: "allow" });
  const GONE =
    /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|ERR_ABORTED/;

  const untilKept = (page: Page) =>
    expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state))
      .toBe("activated");
  const scanner = (page: Page) => page.getByRole("button", { name: "Start" });

  test("4.shell.1, 4.shell.2 the scanner opens without its server, in a new tab too, and goes on when it is back", {
    tag: "@phone",
  }, async ({ openElsewhere, watched }) => {
    watched.expectTrouble(GONE);
    const { page, elsewhere } = await openElsewhere("cast");
    await signIn(page, OLIVE);
    await page.goto("/scan-attendees");
    await untilKept(page);
    elsewhere.freeze();
    await page.reload();
    await expect(scanner(page)).toBeVisible();
    await expect(offline(page)).toBeVisible({ timeout: 10_000 });
    elsewhere.thaw();
    await expect(offline(page)).toHaveCount(0, { timeout: 15_000 });

    await elsewhere.stop();
    await page.reload();
    await expect(scanner(page)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const other = await page.context().newPage();
    await other.goto("/scan-attendees");
    await expect(scanner(other)).toBeVisible();
    // It looks for a list in the places where other screens have theirs, and says what is missing.
    await other.goto("/manage-attendees");
    await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
    expect(
      await page.evaluate(async () => {
        const kept = await caches.keys();
        const urls = await Promise.all(kept.map(async (name) => (await caches.open(name)).keys()));
        return urls.flat().filter(({ url }) => new URL(url).pathname.startsWith("/api")).length;
      }),
    ).toBe(0);
  });

  test("2.ready.17, 4.list.1, 4.list.4 the check says that this device is ready without a network; signing out wipes", {
    tag: "@phone",
  }, async ({ page, office }) => {
    const event = await office.event({ date: "2031-05-17" });
    const guest = await office.attendee(event.id);
    await page.goto("/scan-attendees");
    await untilKept(page);
    await page.getByLabel("Event").selectOption({ value: String(event.id) });
    await page.getByRole("button", { name: "Check this device" }).click();
    const line = page.getByRole("dialog").getByRole("listitem").filter({ hasText: "Without a network" });
    await expect(line).toContainText("Ready, also after a reload.");
    await expect(line).toContainText("In order");
    await expectAccessible(page);
    expect(await savedText(page)).toContain(guest.fullName);
    expect(await savedText(page)).not.toContain(guest.phone);
    expect(await savedText(page)).not.toContain(guest.qrCodeData);
    await page.keyboard.press("Escape");
    await page.getByLabel("Event").selectOption("");
    await expect.poll(() => savedText(page)).toBe("[]");
  });
});

/** All that the list's database holds, as text. */
const savedText = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open("doorlist.door-list");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction("lists").objectStore("lists").getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(all.result));
          };
        };
      }),
  );
