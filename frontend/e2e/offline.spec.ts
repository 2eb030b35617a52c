import { expect, type Page } from "@playwright/test";
import { openOffice } from "./api";
import { expectLoadedAhead, stage } from "./door";
import { startProxy } from "./proxy";
import { serveReleases } from "./releases";
import { OLIVE } from "./server";
import { chooseEvent, expectAccessible, expectNoSidewaysScroll, signIn } from "./steps";
import { NO_MEMORY, test } from "./test";

/** The door while its server is gone or frozen. */

const FAKE_CAMERA = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"];
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
  await expect(offline(page)).toBeVisible({ timeout: 20_000 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  elsewhere.thaw();
  await expect(offline(page)).toHaveCount(0, { timeout: 15_000 });

  await elsewhere.stop();
  await expect(offline(page)).toBeVisible({ timeout: 20_000 });
});

test("7.live.26 behind a proxy that lost the server 'Offline' goes as soon as the server is back", {
  tag: "@desktop",
}, async ({ browser, openElsewhere, watched }) => {
  watched.expectTrouble(
    /502|could not be loaded|reader is not available|ERR_EMPTY|ERR_INCOMPLETE|ERR_CONNECTION|ERR_ABORTED|ERR_CONTENT_LENGTH/,
  );
  const { elsewhere } = await openElsewhere("cast");
  const proxy = await startProxy(elsewhere.port);
  const context = await browser.newContext({ baseURL: proxy.url, storageState: NO_MEMORY });
  watched.follow(context, new URL(proxy.url).host);
  try {
    const page = await context.newPage();
    // The longest pauses between attempts: after 20 s of refusals the next one is 20 s away.
    await page.addInitScript(() => {
      Math.random = () => 1;
    });
    await signIn(page, OLIVE);
    const isLive = page.waitForResponse((answer) => answer.url().includes("/api/live"));
    await page.goto("/scan-attendees");
    await isLive;
    await expectLoadedAhead(page);
    proxy.swallow();
    await expect(offline(page)).toBeVisible({ timeout: 20_000 });
    proxy.refuse();
    await page.waitForTimeout(20_000);
    await expect(offline(page)).toBeVisible();
    proxy.pass();
    await expect(offline(page)).toHaveCount(0, { timeout: 12_000 });
  } finally {
    await context.close();
    await proxy.stop();
  }
});

test("2.scan.37 beside what the camera does 'Offline' is whole, and nothing covers it", async ({
  openDoor,
  viewport,
}) => {
  const page = await openDoor({ args: FAKE_CAMERA });
  if (viewport) await page.setViewportSize(viewport);
  await page.route("**/api/live**", (route) => route.abort());
  await page.goto("/scan-attendees");
  await page.getByRole("button", { name: "Start" }).click();
  await expect(stage(page).getByText("Scanning...", { exact: true })).toBeVisible();
  await expect(offline(page)).toBeVisible({ timeout: 15_000 });
  const pill = await offline(page).boundingBox();
  const search = await page.getByRole("button", { name: "Find guest" }).boundingBox();
  const isApart =
    (pill?.x ?? 0) + (pill?.width ?? 0) <= (search?.x ?? 0) ||
    (pill?.y ?? 0) >= (search?.y ?? 0) + (search?.height ?? 0);
  expect(isApart, `the pill at ${JSON.stringify(pill)}, the button at ${JSON.stringify(search)}`).toBe(true);
});

test("4.find.1 while the server is frozen a guest is found on the list of the device", {
  tag: "@phone-first",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(/ERR_/);
  const { page, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, OLIVE);
  const event = await office.event();
  await office.attendee(event.id, { fullName: "Zoë Ångström-Featherstonehaugh", tableNumber: 12 });
  const inside = await office.attendee(event.id, { fullName: "Zoe Smith", paymentStatus: "unpaid" });
  await office.scan(inside.qrCodeData);
  await office.call.dispose();
  await signIn(page, OLIVE);
  await page.goto("/scan-attendees");
  const isRead = page.waitForResponse((answer) => answer.url().includes("/api/door/list"));
  await chooseEvent(page, event.id);
  await isRead;
  await expectLoadedAhead(page);
  elsewhere.freeze();
  await expect(offline(page)).toBeVisible({ timeout: 15_000 });

  await page.getByRole("button", { name: "Find guest" }).click();
  await page.getByRole("searchbox").fill("zoe");
  await expect(page.getByText("Phone numbers can't be searched offline.")).toBeVisible();
  const guests = page.getByRole("dialog").getByRole("listitem");
  await expect(guests).toHaveText([
    /Zoë Ångström-Featherstonehaugh.*Table 12.*Check in$/,
    /Zoe Smith.*Arrived at/,
  ]);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("searchbox").fill(inside.invoiceNumber.toLowerCase());
  await expect(guests).toHaveText([/Zoe Smith/]);
  elsewhere.thaw();
});

test.describe("where the browser allows a service worker", () => {
  test.use({ serviceWorkers: "allow" });
  const GONE =
    /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|ERR_ABORTED|ERR_CONTENT_LENGTH/;

  const untilKept = (page: Page) =>
    expect
      .poll(
        () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state),
        // The service worker registers once the page is idle, which takes long on a busy machine.
        { timeout: 60_000 },
      )
      .toBe("activated");
  const scanner = (page: Page) => page.getByRole("button", { name: "Start" });

  test("4.shell.1, 4.shell.2 the scanner opens without its server, in a new tab too, and goes on when it is back", {
    tag: ["@main", "@phone"],
  }, async ({ openElsewhere, watched }) => {
    watched.expectTrouble(GONE);
    const { page, elsewhere } = await openElsewhere("cast");
    await signIn(page, OLIVE);
    await page.goto("/scan-attendees");
    await untilKept(page);
    elsewhere.freeze();
    await page.reload();
    await expect(scanner(page)).toBeVisible();
    await expect(offline(page)).toBeVisible({ timeout: 20_000 });
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
    // The page looks for a list in the places where other screens have theirs, and says what is missing.
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

  test("4.shell.3 a tab keeps its release through an update, and the next one opens once the last tab is closed", {
    tag: "@desktop",
  }, async ({ browser, memoryOf, watched }) => {
    watched.expectTrouble(GONE);
    watched.expectTrouble(/^503 from .*\/api\//);
    const releases = await serveReleases();
    // Olive's stored session, at this address.
    const origins = (await memoryOf(OLIVE)).origins.map((kept) => ({ ...kept, origin: releases.url }));
    const context = await browser.newContext({
      baseURL: releases.url,
      serviceWorkers: "allow",
      storageState: { cookies: [], origins },
    });
    watched.follow(context, new URL(releases.url).host);
    const startOf = (page: Page) => page.locator("script[type=module][src]").getAttribute("src");
    const goTo = async (page: Page, name: string) => {
      await page.getByRole("link", { name }).first().click();
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    };
    const caches = (page: Page) => page.evaluate(() => window.caches.keys());
    try {
      const first = await context.newPage();
      await first.goto("/");
      await untilKept(first);
      // The next page is the worker's to open.
      await first.reload();
      expect(await startOf(first)).toBe(releases.first);

      releases.deploySecond();
      const second = await context.newPage();
      await second.goto("/");
      expect(await startOf(second)).toBe(releases.second);
      const isWaiting = () =>
        second.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state);
      await expect.poll(isWaiting, { timeout: 60_000 }).toBe("installed");
      expect(await caches(second)).toHaveLength(2);

      await releases.stop();
      // Screens that neither tab has seen yet, each from the tab's release.
      await goTo(first, "Scan Attendees");
      await goTo(second, "Create Event");
      await first.reload();
      expect(await startOf(first)).toBe(releases.first);
      await expect(scanner(first)).toBeVisible();

      await first.close();
      await second.close();
      await expect(async () => {
        const next = await context.newPage();
        await next.goto("/scan-attendees");
        const start = await startOf(next);
        if (start !== releases.second) await next.close();
        expect(start).toBe(releases.second);
        await expect(scanner(next)).toBeVisible();
        await expect.poll(() => caches(next)).toEqual(["doorlist-shell-second"]);
      }).toPass();
    } finally {
      await context.close();
      await releases.stop();
    }
  });

  test("2.ready.17, 4.list.1, 4.list.4 the check says that this device is ready without a network; signing out wipes", {
    tag: "@phone",
  }, async ({ page, office }) => {
    const event = await office.event({ date: "2031-05-17" });
    const guest = await office.attendee(event.id);
    await page.goto("/scan-attendees");
    await untilKept(page);
    await chooseEvent(page, event.id);
    await page.getByRole("button", { name: "Check this device" }).click();
    const line = page.getByRole("dialog").getByRole("listitem").filter({ hasText: "Without a network" });
    await expect(line).toContainText("Ready, also after a reload.");
    await expect(line).toContainText("OK");
    await expectAccessible(page);
    expect(await savedText(page)).toContain(guest.fullName);
    expect(await savedText(page)).not.toContain(guest.phone);
    expect(await savedText(page)).not.toContain(guest.qrCodeData);
    await page.keyboard.press("Escape");
    await chooseEvent(page, null);
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
