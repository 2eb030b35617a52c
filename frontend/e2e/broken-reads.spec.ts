import { expect, type Locator, type Page } from "@playwright/test";
import { newRecords, type Records } from "./api";
import { breakCall, type Call, expectAtRest, expectSomethingToRead, mend, waysOf } from "./breaking";
import { AS_SAM, test } from "./test";

/** Requests that screens read with, and the files of the app. */
interface Read {
  path: (records: Records) => string;
  call: Call;
  /** The message with a button to try again; none if the screen can do without the data. */
  says?: string;
  /** Content after the retry. */
  shows: (page: Page, records: Records) => Locator;
  sam?: boolean;
}

const EVENTS: Call = { method: "GET", path: /^\/api\/events$/ };
const EVENT: Call = { method: "GET", path: /^\/api\/events\/\d+$/ };
const GUESTS: Call = { method: "GET", path: /^\/api\/attendees$/, query: /limit=100/ };
const PRINTED_GUESTS: Call = { method: "GET", path: /^\/api\/attendees$/, query: /limit=500/ };
const GUEST_COUNT: Call = { method: "GET", path: /^\/api\/attendees$/, query: /limit=1(&|$)/ };
const GUEST: Call = { method: "GET", path: /^\/api\/attendees\/\d+$/ };
const USERS: Call = { method: "GET", path: /^\/api\/users$/ };

const READS: Record<string, Read> = {
  "/, the events": {
    path: () => "/",
    call: EVENTS,
    says: "The events could not be loaded",
    shows: (page, { event }) => page.getByRole("link", { name: event.name }),
  },
  "/, the number of attendees": {
    path: () => "/",
    call: GUEST_COUNT,
    says: "The attendees could not be counted.",
    shows: (page) => page.getByText("Total Attendees").locator("..").getByText(/\d/),
  },
  "/edit-event, the event": {
    path: ({ event }) => `/edit-event/${event.id}`,
    call: EVENT,
    says: "Failed to fetch event",
    shows: (page) => page.getByLabel("Event Name"),
  },
  "/add-attendee, the events": {
    path: () => "/add-attendee",
    call: EVENTS,
    says: "The events could not be loaded",
    shows: (page) => page.getByLabel("Full Name"),
  },
  "/scan-attendees, the events": {
    path: () => "/scan-attendees",
    call: EVENTS,
    shows: (page) => page.getByRole("button", { name: "Start" }),
  },
  "/manage-attendees, the list": {
    path: ({ guest }) => `/manage-attendees?search=${encodeURIComponent(guest.fullName)}`,
    call: GUESTS,
    says: "The attendees could not be loaded",
    shows: (page, { guest }) => page.getByRole("link", { name: guest.fullName }),
  },
  "/manage-attendees, the number of all": {
    path: ({ guest }) => `/manage-attendees?search=${encodeURIComponent(guest.fullName)}`,
    call: GUEST_COUNT,
    shows: (page, { guest }) => page.getByRole("link", { name: guest.fullName }),
  },
  "/manage-attendees, the events": {
    path: ({ guest }) => `/manage-attendees?search=${encodeURIComponent(guest.fullName)}`,
    call: EVENTS,
    shows: (page, { guest }) => page.getByRole("link", { name: guest.fullName }),
  },
  "/attendee-details, the attendee": {
    path: ({ guest }) => `/attendee-details/${guest.id}`,
    call: GUEST,
    says: "Failed to fetch attendee",
    shows: (page) => page.getByRole("button", { name: "Mark Present" }),
  },
  "/attendee-details, the events": {
    path: ({ guest }) => `/attendee-details/${guest.id}`,
    call: EVENTS,
    shows: (page) => page.getByRole("img", { name: /^Ticket of/ }),
  },
  "/qr-review, the attendee": {
    path: ({ guest }) => `/qr-review/${guest.id}`,
    call: GUEST,
    says: "Failed to fetch attendee",
    shows: (page) => page.getByRole("img", { name: /^QR code of/ }),
  },
  "/qr-review, the events": {
    path: ({ guest }) => `/qr-review/${guest.id}`,
    call: EVENTS,
    shows: (page) => page.getByRole("img", { name: /^QR code of/ }),
  },
  "/print-door-list, the events": {
    path: ({ event }) => `/print-door-list?eventId=${event.id}`,
    call: EVENTS,
    says: "The events could not be loaded",
    shows: (page, { guest }) => page.getByRole("cell", { name: guest.fullName }),
  },
  "/print-door-list, the attendees": {
    path: ({ event }) => `/print-door-list?eventId=${event.id}`,
    call: PRINTED_GUESTS,
    says: "The attendees could not be loaded",
    shows: (page, { guest }) => page.getByRole("cell", { name: guest.fullName }),
  },
  "/print-tickets, the attendees": {
    path: ({ event }) => `/print-tickets?eventId=${event.id}`,
    call: PRINTED_GUESTS,
    says: "The attendees could not be loaded",
    shows: (page) => page.getByRole("img", { name: /^QR code of/ }),
  },
  "/print-tickets, an attendee": {
    path: ({ guest }) => `/print-tickets?ids=${guest.id}`,
    call: GUEST,
    says: "The attendees could not be loaded",
    shows: (page) => page.getByRole("img", { name: /^QR code of/ }),
  },
  "/print-tickets, the events": {
    path: ({ guest }) => `/print-tickets?ids=${guest.id}`,
    call: EVENTS,
    says: "The events could not be loaded",
    shows: (page) => page.getByRole("img", { name: /^QR code of/ }),
  },
  "/backup-restore, the events": {
    path: () => "/backup-restore",
    call: EVENTS,
    says: "Not everything could be counted.",
    shows: (page) => page.getByText("Events", { exact: true }).locator("..").getByText(/\d/),
  },
  "/backup-restore, the number of attendees": {
    path: () => "/backup-restore",
    call: GUEST_COUNT,
    says: "Not everything could be counted.",
    shows: (page) => page.getByText("Attendees", { exact: true }).locator("..").getByText(/\d/),
  },
  "/backup-restore, the imports": {
    path: () => "/backup-restore",
    call: { method: "GET", path: /^\/api\/imports$/ },
    says: "The imports could not be loaded",
    shows: (page) => page.getByRole("region", { name: "Imports" }),
  },
  "/backup-restore, the protection status": {
    path: () => "/backup-restore",
    call: { method: "GET", path: /^\/api\/protection\/status$/ },
    says: "The protection status could not be loaded",
    shows: (page) => page.getByText("Automatic backups"),
    sam: true,
  },
  "/backup-restore, the backups": {
    path: () => "/backup-restore",
    call: { method: "GET", path: /^\/api\/backup\/list$/ },
    says: "The backups could not be loaded",
    shows: (page) => page.getByRole("heading", { name: "Backups on the server" }),
    sam: true,
  },
  "/user-management, the users": {
    path: () => "/user-management",
    call: USERS,
    says: "Failed to fetch users",
    shows: (page) => page.getByRole("heading", { name: /Olive Organizer/ }),
    sam: true,
  },
};

for (const [number, [name, { path, call, says, shows, sam }]] of Object.entries(READS).entries()) {
  test.describe("", () => {
    if (sam) test.use(AS_SAM);

    test(`8.toast.2 reading ${name}`, { tag: ["@desktop", "@soak"] }, async ({ page, office, watched }) => {
      watched.expectTrouble(/^500 from/);
      const records = await newRecords(office);
      for (const way of waysOf(number)) {
        await test.step(way, async () => {
          await breakCall(page, call, way);
          await page.goto(path(records));
          await expectSomethingToRead(page);
          if (says && way !== "a slow answer") {
            await expect(page.getByText(says, { exact: true })).toBeVisible();
            await expectAtRest(page);
            await mend(page);
            // Hidden if a live change has already reloaded it.
            const again = page.getByRole("button", { name: "Try again" });
            await again.or(shows(page, records)).first().waitFor();
            if (await again.isVisible()) await again.click({ timeout: 5_000 }).catch(() => undefined);
          }
          await expect(shows(page, records)).toBeVisible();
          await expectAtRest(page);
          await mend(page);
        });
      }
    });
  });
}

test("a screen whose file cannot be loaded says so, and comes with a fresh start", {
  tag: "@desktop",
}, async ({ page, watched }) => {
  watched.expectTrouble(/./);
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Create Event" })).toBeVisible();
  await page.route(/\/assets\/create-event-page.*\.js/, (route) => route.abort());
  await page.getByRole("link", { name: "Create Event" }).click();
  await expect(page.getByText("This page could not be shown")).toBeVisible();
  await expectAtRest(page);
  await mend(page);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { name: "Create New Event" })).toBeVisible();
});
