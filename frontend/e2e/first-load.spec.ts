import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { test as bare, expect, type Page, type Request } from "@playwright/test";
import { openOffice, unique } from "./api";
import { SAM } from "./server";
import { expectToast, hold, signIn } from "./steps";
import { SIGNED_OUT, test } from "./test";

const BUILT = fileURLToPath(new URL("../dist/", import.meta.url));
const READER = /\.wasm$|\/assets\/decoder\.worker/;

const SCREENS = readdirSync(fileURLToPath(new URL("../src/pages/", import.meta.url))).flatMap(
  (file) => /^(.+)-page\.tsx$/.exec(file)?.[1] ?? [],
);

/** Scripts named in a screen's page, which the browser loads before it shows anything. */
function scriptsOf(screen: string): string[] {
  const page = readFileSync(`${BUILT}pages/${screen}.html`, "utf8");
  return [...page.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, script]) => String(script));
}

const gzipKiB = (file: string) => gzipSync(readFileSync(BUILT + file), { level: 9 }).length / 1024;

for (const screen of SCREENS) {
  bare(`the first load of ${screen} is under 150 KiB of JavaScript`, { tag: ["@main", "@desktop"] }, () => {
    const scripts = scriptsOf(screen);
    expect(scripts.length).toBeGreaterThan(1);
    const size = scripts.reduce((sum, script) => sum + gzipKiB(script), 0);
    expect(size, `KiB in gzip: ${scripts.join(" ")}`).toBeLessThan(150);
  });
}

bare(
  "2.ticket.11 a guest's ticket is under 20 KiB of script and style, and none of it is the staff's",
  {
    tag: ["@main", "@desktop"],
  },
  () => {
    const page = readFileSync(`${BUILT}ticket.html`, "utf8");
    const files = [...page.matchAll(/"\/(assets\/[^"]+)"/g)].map(([, file]) => String(file));
    expect(files.map((file) => file.replace(/-[\w-]{8}(?=\.\w+$)/, "")).sort()).toEqual([
      "assets/ticket/ticket.css",
      "assets/ticket/ticket.js",
    ]);
    const size = files.reduce((sum, file) => sum + gzipKiB(file), 0);
    expect(size, `KiB in gzip: ${files.join(" ")}`).toBeLessThan(20);
    for (const file of files) expect(readFileSync(BUILT + file, "utf8")).not.toMatch(/react|Sign In/i);
  },
);

/** Requests of a page until it is ready. */
async function loadedBy(page: Page, path: string): Promise<string[]> {
  const paths: string[] = [];
  const note = (request: { url(): string }) => paths.push(new URL(request.url()).pathname);
  page.on("request", note);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  page.off("request", note);
  return paths;
}

test("a screen asks for every script that its page names", { tag: "@desktop" }, async ({ page }) => {
  const loaded = (await loadedBy(page, "/manage-attendees")).map((path) => path.slice(1));
  expect(loaded).toEqual(expect.arrayContaining(scriptsOf("manage-attendees")));
});

test("the first view is 'Loading...' in the page itself, and the next is the screen", {
  tag: "@desktop",
}, async ({ page }) => {
  // React holds a screen back for 300 ms after it has shown a fallback.
  await page.addInitScript(() => {
    const views: string[] = [];
    Object.assign(window, { views });
    let last: Element | null = null;
    new MutationObserver(() => {
      const view = document.querySelector("#root > *");
      if (view?.textContent && view !== last) views.push(view.textContent);
      last = view;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto("/create-event");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const views = await page.evaluate(() => (window as unknown as { views: string[] }).views);
  expect(views[0]).toBe("Loading...");
  expect(views[1]).toContain("Event Name");
});

for (const [path, shown] of [
  ["/", /of 40$/],
  ["/manage-attendees", /^Showing/],
] as const) {
  test(`nothing moves while ${path} loads`, { tag: "@phone" }, async ({ openElsewhere }) => {
    const { page, elsewhere } = await openElsewhere("cast");
    const office = await openOffice(elsewhere.url, SAM);
    const event = await office.event({ date: "2037-05-17", ticketPriceCents: 4_500 });
    const attendees = Array.from({ length: 40 }, (_, at) => ({
      fullName: `Guest ${at}`,
      phone: `+61 4 ${10_000_000 + at}`,
      tableNumber: 1,
      paymentStatus: "unpaid",
    }));
    await office.call.post("/api/attendees/bulk-import", { data: { eventId: event.id, attendees } });
    await office.call.dispose();
    await signIn(page, SAM);
    await page.addInitScript(() => {
      Object.assign(window, { shifts: [] });
      const note = (list: PerformanceObserverEntryList) =>
        (window as unknown as { shifts: PerformanceEntry[] }).shifts.push(...list.getEntries());
      new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
    });
    // The data come after the frame, as on a slow line.
    await page.route("**/api/attendees**", async (route) => {
      await new Promise((done) => setTimeout(done, 300));
      return route.continue();
    });
    await page.goto(path);
    await expect(page.getByRole("main").getByText(shown).first()).toBeVisible();
    await page.waitForTimeout(500);
    const moved = await page.evaluate(() =>
      (window as unknown as { shifts: (PerformanceEntry & { value: number })[] }).shifts.reduce(
        (sum, { value }) => sum + value,
        0,
      ),
    );
    expect(moved).toBeLessThan(0.005);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
}

/** Two hundred files, one after the other. */
const KEPT_MS = 60_000;

/** Waits until a browser without a service worker has fetched the last file for its cache. */
function allKept(page: Page): Promise<unknown> {
  const files: string[] = JSON.parse(readFileSync(`${BUILT}app-files.json`, "utf8"));
  const last = String(files.at(-1));
  return page.waitForResponse(
    (response) => response.request().resourceType() === "fetch" && response.url().endsWith(last),
    { timeout: KEPT_MS },
  );
}

/** Opens a page, waits until all that comes later is there too, `part` among it, and takes the network away. */
async function openAndCutOff(page: Page, path: string, part: RegExp): Promise<void> {
  const underWay = new Set<Request>();
  const ended = (request: Request) => underWay.delete(request);
  page.on("request", (request) => request.url().includes("/assets/") && underWay.add(request));
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  const came = Promise.all([page.waitForResponse(part, { timeout: KEPT_MS }), allKept(page)]);
  await page.goto(path);
  await came;
  await expect.poll(() => underWay.size).toBe(0);
  await page.context().setOffline(true);
}

test("a form that stands works without a network: its rules, its calendar, its message", {
  tag: "@desktop",
}, async ({ page }) => {
  await openAndCutOff(page, "/create-event", /calendar-window/);
  const submit = page.getByRole("main").getByRole("button", { name: "Create Event" });
  await submit.click();
  await expect(page.getByLabel("Event Name")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Event Name")).toBeFocused();
  await page.getByLabel("Event Name").fill(unique("Offline"));
  await page.getByRole("button", { name: "Choose a date" }).click();
  await page.getByRole("dialog", { name: "Choose a date" }).getByRole("button", { name: /17/ }).click();
  await submit.click();
  await expectToast(page, "Error");
  await page.context().setOffline(false);
  await submit.click();
  await expect(page).toHaveURL("/");
});

test("4.shell.5 the way back from the scanner works without a network", { tag: "@phone" }, async ({
  page,
  watched,
}) => {
  watched.expectTrouble(/ERR_INTERNET_DISCONNECTED/);
  await openAndCutOff(page, "/scan-attendees", /print-tickets-page/);
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
});

test("an attendee that stands can be opened for an edit without a network", { tag: "@desktop" }, async ({
  page,
  office,
}) => {
  const attendee = await office.attendee((await office.event()).id, { fullName: unique("Guest") });
  await openAndCutOff(page, `/attendee-details/${attendee.id}`, /edit-attendee-form/);
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByLabel("Full Name")).toBeFocused();
  await page.getByLabel("Table Number").fill("0");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Table Number")).toBeFocused();
  await expect(page.getByLabel("Table Number")).toHaveAttribute("aria-invalid", "true");
});

/** The scripts of pages that ran; cached ones were only fetched. */
const pagesRun = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .filter(({ initiatorType, name }) => initiatorType !== "fetch" && /-page-[^/]+\.js$/.test(name))
      .map(({ name }) => new URL(name).pathname),
  );

test("4.shell.6 a screen runs the script of its own page alone", { tag: "@desktop" }, async ({ page }) => {
  const kept = allKept(page);
  await page.goto("/manage-attendees");
  await kept;
  expect(await pagesRun(page)).toEqual([expect.stringContaining("manage-attendees-page")]);
});

test.describe("signed out", () => {
  test.use(SIGNED_OUT);

  test("4.shell.6 /auth keeps no file of another screen", { tag: "@desktop" }, async ({ page, watched }) => {
    // The moved clock ends the time that the page gives its database.
    watched.expectTrouble(/could not be wiped from the device Error: The database did not answer/);
    await page.clock.install();
    const asked = await loadedBy(page, "/auth");
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.clock.runFor(20_000);
    await page.waitForLoadState("networkidle");
    expect(asked).not.toContain("/app-files.json");
    expect(asked.filter((path) => path.includes("-page-"))).toEqual([expect.stringContaining("auth-page")]);
  });

  test("the dashboard says 'Loading...' until the sign-in screen is there", async ({ page }) => {
    const { isOver, goOn } = hold();
    await page.route("**/assets/auth-page-*.js", async (route) => {
      await isOver;
      return route.continue();
    });
    await page.goto("/");
    await expect(page).toHaveURL(/\/auth$/);
    await expect(page.getByText("Loading...")).toBeVisible();
    goOn();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });
});

test("the QR reader is loaded at the door alone", { tag: "@phone" }, async ({ page }) => {
  for (const path of ["/", "/manage-attendees", "/add-attendee"]) {
    expect((await loadedBy(page, path)).filter((loaded) => READER.test(loaded))).toEqual([]);
  }
  const reader = page.waitForRequest(/\.wasm$/);
  await page.goto("/scan-attendees");
  await reader;
});

test("the QR reader comes compressed, and is kept for good", { tag: "@phone" }, async ({ page }) => {
  const reader = page.waitForResponse(/\.wasm$/);
  await page.goto("/scan-attendees");
  expect((await reader).headers()).toMatchObject({
    "content-type": "application/wasm",
    "content-encoding": "br",
    "cache-control": "public, max-age=31536000, immutable",
  });
});
