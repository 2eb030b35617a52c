import { expect, type Page } from "@playwright/test";
import { newRecords, type Records, unique } from "./api";
import { expectVerdict } from "./door";
import { qrPicture } from "./film";
import { SAM } from "./server";
import { countRequests } from "./steps";
import { AS_SAM, SIGNED_OUT, test } from "./test";

/** Every screen works by keyboard alone. Only on the laptop, as phones have no keyboard. */
test.describe.configure({ mode: "default" });

/** The address of a screen, and its content once it is complete. */
interface Screen {
  path: (records: Records) => string;
  ready: (page: Page) => Promise<void>;
  who?: "nobody" | "sam";
}

const shows =
  (role: "button" | "link" | "heading" | "img", name: string | RegExp) =>
  async (page: Page): Promise<void> =>
    expect(page.getByRole(role, { name }).first()).toBeVisible();

const SCREENS: Record<string, Screen> = {
  "/auth": { path: () => "/auth", ready: shows("button", "Sign In"), who: "nobody" },
  "the 404 page": { path: () => "/nowhere", ready: shows("heading", "Page Not Found"), who: "nobody" },
  "/": { path: () => "/", ready: shows("heading", "Your Events") },
  "/create-event": { path: () => "/create-event", ready: shows("button", "Choose a date") },
  "/edit-event": {
    path: ({ event }) => `/edit-event/${event.id}`,
    ready: async (page) => {
      await shows("button", "Delete Event")(page);
      // The ticket types load after the page.
      await shows("button", "Add ticket type")(page);
    },
  },
  "/add-attendee": { path: () => "/add-attendee", ready: shows("button", /Add Attendee/) },
  "/scan-attendees": {
    path: () => "/scan-attendees",
    ready: async (page) => {
      await expect(page.getByRole("button", { name: "Start" })).toBeVisible();
      // Parts that come after the page.
      await expect(page.getByLabel("Name of this door")).toBeVisible();
      await expect(page.getByRole("button", { name: "Check this device" })).toBeVisible();
    },
  },
  "/manage-attendees": {
    path: ({ guest }) => `/manage-attendees?search=${encodeURIComponent(guest.fullName)}`,
    ready: async (page) => expect(page.getByRole("listitem")).toHaveCount(1),
  },
  "/attendee-details": {
    path: ({ guest }) => `/attendee-details/${guest.id}`,
    ready: async (page) => {
      await shows("img", /^Ticket of/)(page);
      // The history loads last, and has links.
      await expect(page.getByText(/ added /)).toBeVisible();
    },
  },
  "/qr-review": {
    path: ({ guest }) => `/qr-review/${guest.id}`,
    ready: async (page) => expect(page.getByRole("button", { name: "Share" })).toBeEnabled(),
  },
  "/print-door-list": {
    path: ({ event }) => `/print-door-list?eventId=${event.id}`,
    ready: async (page) => expect(page.getByRole("button", { name: "Print" })).toBeEnabled(),
  },
  "/print-tickets": {
    path: ({ guest }) => `/print-tickets?ids=${guest.id}`,
    ready: async (page) => expect(page.getByRole("button", { name: "Print" })).toBeEnabled(),
  },
  "/backup-restore": {
    path: () => "/backup-restore",
    ready: async (page) => {
      await expect(page.getByText("Automatic backups")).toBeVisible();
      await expect(page.getByText(/There is no backup yet|^(Daily|Manual)/).first()).toBeVisible();
      await expect(page.getByText("Loading imports...")).toHaveCount(0);
    },
    who: "sam",
  },
  "/user-management": {
    path: () => "/user-management",
    ready: async (page) => {
      await shows("heading", /Olive Organizer/)(page);
      await expect(page.getByLabel("Second factor: who must have one")).toBeVisible();
    },
    who: "sam",
  },
};

const VISITORS = { nobody: SIGNED_OUT, sam: AS_SAM };

async function open(page: Page, { path, ready }: Screen, records: Records): Promise<void> {
  const requests = countRequests(page);
  await page.goto(path(records));
  await ready(page);
  // Cards whose content comes last have controls too.
  await expect.poll(requests, { intervals: [300] }).toEqual({ open: 0, changed: 0 });
}

/** Marks in the page the controls that are in view and not disabled. Returns their number. */
const noteControls = (page: Page) =>
  page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, [tabindex='0']",
    );
    const controls = [...all].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.matches(":disabled, [aria-hidden=true] *, [inert] *"),
    );
    Object.assign(window, { controls });
    return controls.length;
  });

/** A form may have taken the focus; the walk begins above everything. */
const beginAtTheTop = (page: Page) =>
  page.evaluate(() => {
    const top = document.createElement("span");
    top.tabIndex = -1;
    document.body.prepend(top);
    top.focus();
  });

/** The marked control that has the focus, and how the focus shows. */
const look = (page: Page) =>
  page.evaluate(() => {
    const { controls } = window as unknown as { controls: HTMLElement[] };
    const element = document.activeElement as HTMLElement;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    return {
      index: controls.indexOf(element),
      html: element.outerHTML.slice(0, 120),
      onPage: element !== document.body && element !== document.documentElement,
      marked:
        (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) ||
        (boxShadow !== "none" && element.matches(":focus-visible")),
      inView: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
      iconOnly:
        element.matches("button, a") && element.innerText.trim() === "" && !element.querySelector("img"),
    };
  });

for (const [name, screen] of Object.entries(SCREENS)) {
  test.describe("", () => {
    if (screen.who) test.use(VISITORS[screen.who]);

    test(`2.frame.8 ${name}: Tab reaches every control, shows where it is, and is caught nowhere`, {
      tag: "@desktop",
    }, async ({ page, office }) => {
      await open(page, screen, await newRecords(office));
      const count = await noteControls(page);
      expect(count).toBeGreaterThan(0);
      await beginAtTheTop(page);

      const reached = new Set<number>();
      let stays = 0;
      for (let presses = 0; presses < 4 * count + 8; presses++) {
        await page.keyboard.press("Tab");
        const at = await look(page);
        // Past the last control the browser itself has the focus, and begins anew.
        if (!at.onPage || (at.index === 0 && reached.size > 1)) break;
        expect(at.index, `a stop that is no control: ${at.html}`).toBeGreaterThanOrEqual(0);
        // The parts of a time (hours, minutes, am and pm) are stops of one control.
        stays = reached.has(at.index) ? stays + 1 : 0;
        expect(stays, `Tab is caught at ${at.html}`).toBeLessThan(4);
        if (reached.has(at.index)) continue;
        reached.add(at.index);
        expect(at.marked, `the focus shows on ${at.html}`).toBe(true);
        expect(at.inView, `the focus is in view on ${at.html}`).toBe(true);
        const focused = page.locator(":focus");
        await expect(focused).toHaveAccessibleName(/\S/);
        // Radix puts a tooltip's words where a screen reader finds them.
        if (at.iconOnly) await expect(page.getByRole("tooltip")).toHaveText(/\S/);
      }
      const missed = await page.evaluate(
        (seen) => {
          const { controls } = window as unknown as { controls: HTMLElement[] };
          return controls
            .filter((_, index) => !seen.includes(index))
            .map(({ outerHTML }) => outerHTML.slice(0, 120));
        },
        [...reached],
      );
      expect(missed, "controls that Tab did not reach").toEqual([]);
    });
  });
}

const DIALOGS = [
  { screen: "/edit-event", button: "Delete Event", dialog: "Delete Event" },
  { screen: "/", button: /change password/, dialog: "Change password" },
  { screen: "/backup-restore", button: "Import CSV/Excel", dialog: "Import CSV/Excel" },
  { screen: "/backup-restore", button: "Restore JSON", dialog: "Restore JSON" },
  { screen: "/user-management", button: "Add User", dialog: "Add User" },
  { screen: "/user-management", button: /^Edit.*Olive|^Edit$/, dialog: "Edit User" },
] as const;

for (const { screen, button, dialog } of DIALOGS) {
  test.describe("", () => {
    const { who } = SCREENS[screen] as Screen;
    if (who) test.use(VISITORS[who]);

    test(`${screen}: the dialog '${dialog}' keeps the focus, and Escape gives it back`, {
      tag: "@desktop",
    }, async ({ page, office }) => {
      await open(page, SCREENS[screen] as Screen, await newRecords(office));
      const opener = page.getByRole("button", { name: button }).first();
      await opener.focus();
      await page.keyboard.press("Enter");
      const opened = page.getByRole("dialog", { name: dialog });
      await expect(opened).toBeVisible();
      const stops = await opened.locator("button, input:visible, select").count();
      for (let presses = 0; presses < stops + 2; presses++) {
        // The dialog itself has it until there is something to work.
        await expect(page.locator("[role=dialog]:focus, [role=dialog] :focus")).toHaveCount(1);
        await page.keyboard.press("Tab");
      }
      await page.keyboard.press("Escape");
      // With the focus on a button with a tooltip, the first Escape closes the tooltip.
      if (await opened.isVisible()) await page.keyboard.press("Escape");
      await expect(opened).toHaveCount(0);
      await expect(opener).toBeFocused();
    });
  });
}

test("2.frame.10 the focus goes with the page, and Tab goes on from its heading", {
  tag: "@desktop",
}, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Create Event" }).first().focus();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("A");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Create Event" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Olive Organizer: change password" })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeFocused();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).not.toBeFocused();
});

test("an event is made without a mouse, its day picked from the calendar", { tag: "@desktop" }, async ({
  page,
  office,
}) => {
  const name = unique("By Keyboard");
  await page.goto("/");
  await page.getByRole("link", { name: "Create Event" }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Event Name").focus();
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  await page.keyboard.type("1 Dec 2037");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Choose a date" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").locator(":focus")).toHaveText("1");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Event Date")).toHaveValue("Wed 9 Dec 2037");
  await expect(page.getByRole("button", { name: "Choose a date" })).toBeFocused();
  await page.getByLabel("Event Name").focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
  expect((await office.events()).find((event) => event.name === name)).toMatchObject({ date: "2037-12-09" });
});

test("an attendee is found, chosen and deleted without a mouse", { tag: "@desktop" }, async ({
  page,
  office,
}) => {
  const guest = await office.attendee((await office.event()).id, { fullName: unique("Keyboard Guest") });
  await page.goto("/manage-attendees");
  await page.getByLabel("Search").focus();
  await page.keyboard.type(guest.fullName);
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("checkbox", { name: `Select ${guest.fullName}` }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Delete", exact: true })).toBeEnabled();
  await page.getByRole("button", { name: "Delete", exact: true }).focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No attendees match your filters")).toBeVisible();
  expect((await office.call.get(`/api/attendees/${guest.id}`)).status()).toBe(404);
});

test("a door is run without a mouse", { tag: ["@main", "@desktop"] }, async ({ page, office }) => {
  const guest = await office.attendee((await office.event()).id);
  await page.goto("/scan-attendees");
  // Chromium opens its own file dialog until Playwright's interception is on, which takes a moment on a busy machine.
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("switch", { name: "Rapid mode" }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("switch", { name: "Rapid mode" })).toBeChecked();
  await page.getByRole("button", { name: "Upload image" }).focus();
  await page.keyboard.press("Enter");
  const picture = { name: "photo.png", mimeType: "image/png", buffer: qrPicture(guest.qrCodeData) };
  const opened = await chooser;
  const isIn = expectVerdict(page, "Check-in Complete");
  await opened.setFiles(picture);
  await isIn;
});

test.describe("signed out", () => {
  test.use(SIGNED_OUT);

  test("signing in and out again needs no mouse", { tag: "@desktop" }, async ({ page }) => {
    await page.goto("/auth");
    await page.getByLabel("Username").focus();
    await page.keyboard.type(SAM.username);
    await page.keyboard.press("Tab");
    await page.keyboard.type(SAM.password);
    await page.keyboard.press("Enter");
    await page.waitForURL("/");
    await page.getByRole("banner").getByRole("button", { name: "Logout" }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/auth");
  });
});
