import { expect, type Locator, type Page } from "@playwright/test";
import { type Attendee, type Event, type Office, unique } from "./api";
import { stage, upload } from "./door";
import { qrPicture } from "./film";
import { SAM } from "./server";
import { csv } from "./spreadsheet";
import { fillSignIn, signIn, toasts } from "./steps";
import { SIGNED_OUT, test } from "./test";

/**
 * Every call of every screen, broken in three ways. The page is never blank, nothing turns for ever, what was typed
 * stays, and there is a way on that works as soon as the network does.
 */
const WAYS = ["no connection", "an error 500", "a slow answer"] as const;
type Way = (typeof WAYS)[number];
const SLOW_MS = 700;

interface Call {
  method: string;
  path: RegExp;
  /** Tells two calls of one path apart. */
  query?: RegExp;
}

interface Records {
  event: Event;
  guest: Attendee;
}

async function breakCall(page: Page, { method, path, query = /^/ }: Call, way: Way): Promise<void> {
  await page.route(
    (url) => path.test(url.pathname) && query.test(url.search),
    async (route) => {
      if (route.request().method() !== method) return route.fallback();
      if (way === "no connection") return route.abort();
      if (way === "an error 500") return route.fulfill({ status: 500, body: "" });
      await new Promise((done) => setTimeout(done, SLOW_MS));
      return route.continue();
    },
  );
}

const mend = (page: Page) => page.unrouteAll({ behavior: "wait" });

async function expectSomethingToRead(page: Page): Promise<void> {
  // Not by its role: a dialog takes the rest of the page from whoever listens to it.
  await expect(page.locator("main")).toContainText(/\w/);
}

async function expectAtRest(page: Page): Promise<void> {
  await expect(page.locator(".animate-spin, [aria-busy=true]")).toHaveCount(0);
  await expect(page.getByText(/^(Loading|Reading|Checking \w).*\.\.\.$/)).toHaveCount(0);
}

const newRecords = async (office: Office): Promise<Records> => {
  const event = await office.event();
  return { event, guest: await office.attendee(event.id) };
};

const asSam = async (page: Page): Promise<void> => {
  await page.context().clearCookies();
  await page.goto("/nowhere");
  await page.evaluate(() => localStorage.clear());
  await signIn(page, SAM);
};

// --- What screens read ---------------------------------------------------------------------------------------------

interface Read {
  path: (records: Records) => string;
  call: Call;
  /** What the screen says, with a button to try again; a screen that can do without says nothing. */
  says?: string;
  /** What stands there at the end. */
  shows: (page: Page, records: Records) => Locator;
  sam?: boolean;
}

const EVENTS: Call = { method: "GET", path: /^\/api\/events$/ };
const EVENT: Call = { method: "GET", path: /^\/api\/events\/\d+$/ };
const GUESTS: Call = { method: "GET", path: /^\/api\/attendees$/, query: /limit=100/ };
const GUEST_COUNT: Call = { method: "GET", path: /^\/api\/attendees$/, query: /limit=1(&|$)/ };
const GUEST: Call = { method: "GET", path: /^\/api\/attendees\/\d+$/ };
const USERS: Call = { method: "GET", path: /^\/api\/users$/ };

const READS: Record<string, Read> = {
  "/, the events": {
    path: () => "/",
    call: EVENTS,
    says: "Failed to fetch events",
    shows: (page, { event }) => page.getByRole("link", { name: event.name }),
  },
  "/, the number of attendees": {
    path: () => "/",
    call: GUEST_COUNT,
    shows: (page) => page.getByRole("link", { name: "Create Event" }),
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
  "/backup-restore, the events": {
    path: () => "/backup-restore",
    call: EVENTS,
    shows: (page) => page.getByRole("button", { name: "Events CSV" }),
  },
  "/backup-restore, the number of attendees": {
    path: () => "/backup-restore",
    call: GUEST_COUNT,
    shows: (page) => page.getByRole("button", { name: "Attendees CSV" }),
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

for (const [name, { path, call, says, shows, sam }] of Object.entries(READS)) {
  test(`8.toast.2 reading ${name}`, { tag: "@desktop" }, async ({ page, office, watched }) => {
    watched.expectTrouble(/^500 from/);
    const records = await newRecords(office);
    if (sam) await asSam(page);
    for (const way of WAYS) {
      await test.step(way, async () => {
        await breakCall(page, call, way);
        await page.goto(path(records));
        await expectSomethingToRead(page);
        if (says && way !== "a slow answer") {
          await expect(page.getByText(says, { exact: true })).toBeVisible();
          await expectAtRest(page);
          await mend(page);
          await page.getByRole("button", { name: "Try again" }).click();
        }
        await expect(shows(page, records)).toBeVisible();
        await expectAtRest(page);
        await mend(page);
      });
    }
  });
}

// --- What screens write --------------------------------------------------------------------------------------------

interface Write {
  call: Call;
  /** Up to the button. */
  prepare: (page: Page, records: Records) => Promise<void>;
  /** The button; again, when it failed. */
  act: (page: Page, records: Records) => Promise<void>;
  says: string;
  /** What was typed, by label. */
  typed?: string[];
  done: (page: Page, records: Records) => Promise<void>;
  who?: "nobody" | "sam";
}

const press = async (page: Page, name: string | RegExp): Promise<void> =>
  page
    .getByRole("button", { name, exact: typeof name === "string" })
    .last()
    .click();
const onDashboard = async (page: Page): Promise<void> => expect(page).toHaveURL("/");

async function newColleague(page: Page): Promise<string> {
  const fullName = unique("Colleague");
  const username = fullName.toLowerCase().replaceAll(" ", "-");
  const data = { username, fullName, role: "organizer", password: "seven lamps in a row" };
  expect((await page.request.post("/api/users", { data })).status()).toBe(201);
  return fullName;
}

let colleague = "";

const WRITES: Record<string, Write> = {
  "signing in": {
    call: { method: "POST", path: /^\/api\/login$/ },
    who: "nobody",
    prepare: async (page) => {
      await page.goto("/auth");
      await fillSignIn(page, SAM);
    },
    act: (page) => press(page, "Sign In"),
    says: "Login failed",
    typed: ["Username", "Password"],
    done: onDashboard,
  },
  "signing out": {
    call: { method: "POST", path: /^\/api\/logout$/ },
    who: "sam",
    prepare: async (page) => void (await page.goto("/create-event")),
    act: (page) => press(page, "Logout"),
    says: "Logout failed",
    done: async (page) => expect(page).toHaveURL("/auth"),
  },
  "changing one's password": {
    call: { method: "PUT", path: /^\/api\/me\/password$/ },
    prepare: async (page) => {
      await page.goto("/");
      await press(page, /change password/);
      await page.getByLabel("Current password").fill("not the present one");
      await page.getByLabel("New password", { exact: true }).fill("a lantern in the rain");
      await page.getByLabel("Repeat new password").fill("a lantern in the rain");
    },
    act: (page) => press(page, "Change password"),
    says: "Failed to change password",
    typed: ["Current password", "New password", "Repeat new password"],
    // The server answers; that it refuses leaves everybody's password as it is.
    done: async (page) => expect(page.getByLabel("Current password")).toHaveAttribute("aria-invalid", "true"),
  },
  "creating an event": {
    call: { method: "POST", path: /^\/api\/events$/ },
    prepare: async (page) => {
      await page.goto("/create-event");
      await page.getByLabel("Event Name").fill(unique("Storm Night"));
      await page.getByLabel("Event Date").fill("2026-12-31");
      await page.getByLabel("Event Time (Optional)").fill("20:15");
    },
    act: (page) => press(page, "Create Event"),
    says: "Failed to create event",
    typed: ["Event Name", "Event Date", "Event Time (Optional)"],
    done: onDashboard,
  },
  "changing an event": {
    call: { method: "PUT", path: /^\/api\/events\/\d+$/ },
    prepare: async (page, { event }) => {
      await page.goto(`/edit-event/${event.id}`);
      await page.getByLabel("Event Name").fill(unique("Renamed"));
    },
    act: (page) => press(page, "Update Event"),
    says: "Failed to update event",
    typed: ["Event Name"],
    done: onDashboard,
  },
  "deleting an event": {
    call: { method: "DELETE", path: /^\/api\/events\/\d+$/ },
    prepare: async (page, { event }) => {
      await page.goto(`/edit-event/${event.id}`);
      await page.getByLabel("Event Name").fill("Half a thought");
    },
    act: async (page) => {
      await press(page, "Delete Event");
      await page.getByRole("dialog").getByRole("button", { name: "Delete Event" }).click();
    },
    says: "Failed to delete event",
    typed: ["Event Name"],
    done: onDashboard,
  },
  "registering an attendee": {
    call: { method: "POST", path: /^\/api\/attendees$/ },
    prepare: async (page, { event }) => {
      await page.goto("/add-attendee");
      await page.getByLabel("Event", { exact: true }).selectOption(String(event.id));
      await page.getByLabel("Full Name").fill(unique("Storm Guest"));
      await page.getByLabel("Phone Number").fill("0400 000 000");
      await page.getByLabel("Table Number").fill("12");
    },
    act: (page) => press(page, "Add Attendee & Generate QR Code"),
    says: "Failed to add attendee",
    typed: ["Event", "Full Name", "Phone Number", "Table Number", "Payment Status"],
    done: async (page, { event }) => {
      await expect(page.getByRole("button", { name: "Add Another Attendee" })).toBeVisible();
      await expectGuests(page, event, 2);
    },
  },
  "deleting attendees": {
    call: { method: "DELETE", path: /^\/api\/attendees\/\d+$/ },
    prepare: async (page, { guest }) => {
      await page.goto(`/manage-attendees?search=${encodeURIComponent(guest.fullName)}`);
      await page.getByRole("checkbox", { name: `Select ${guest.fullName}` }).check();
    },
    act: async (page) => {
      await press(page, "Delete");
      await page.getByRole("dialog").getByRole("button", { name: "Delete 1" }).click();
    },
    says: "Failed to delete attendees",
    typed: ["Search"],
    done: async (page) => expect(page.getByText("No attendees match your filters")).toBeVisible(),
  },
  "exporting the list": {
    call: { method: "GET", path: /^\/api\/attendees\/export\/csv$/ },
    prepare: async (page, { guest }) => {
      await page.goto(`/manage-attendees?search=${encodeURIComponent(guest.fullName)}`);
      await expect(page.getByRole("link", { name: guest.fullName })).toBeVisible();
    },
    act: (page) => press(page, "Export CSV"),
    says: "Export Failed",
    typed: ["Search"],
    done: async (page) => expect(page.getByRole("button", { name: "Export CSV" })).toBeEnabled(),
  },
  "asking what an import would do": {
    call: { method: "POST", path: /^\/api\/attendees\/import$/ },
    prepare: openImport,
    act: async (page) => {
      const again = page.getByRole("button", { name: "Try again" });
      if (await again.isVisible()) return again.click();
      await chooseGuests(page);
    },
    says: "Failed to import attendees",
    done: async (page) => expect(page.getByRole("button", { name: "Import 1 attendee" })).toBeEnabled(),
  },
  "beginning an import": {
    call: { method: "POST", path: /^\/api\/attendees\/import$/ },
    prepare: async (page, records) => {
      await openImport(page, records);
      await chooseGuests(page);
      await expect(page.getByRole("button", { name: "Import 1 attendee" })).toBeEnabled();
    },
    act: (page) => press(page, "Import 1 attendee"),
    says: "Failed to import attendees",
    done: async (page, { event }) => {
      await expect(toasts(page)).toContainText("Import Complete");
      await expectGuests(page, event, 2);
    },
  },
  "undoing an import": {
    call: { method: "DELETE", path: /^\/api\/imports\/\d+$/ },
    prepare: async (page, records) => {
      await openImport(page, records);
      await chooseGuests(page);
      await press(page, "Import 1 attendee");
      await expect(toasts(page)).toContainText("Import Complete");
      await expect(page.getByRole("button", { name: /^Undo import/ })).toBeVisible();
    },
    act: async (page) => {
      await press(page, /^Undo import/);
      await page.getByRole("dialog").getByRole("button", { name: "Undo import" }).click();
    },
    says: "The import was not undone",
    done: async (page, { event }) => {
      await expect(toasts(page)).toContainText("Import undone");
      await expectGuests(page, event, 1);
    },
  },
  "exporting everything": {
    call: { method: "GET", path: /^\/api\/export\/all\.csv$/ },
    prepare: async (page) => void (await page.goto("/backup-restore")),
    act: (page) => press(page, "Export All Data CSV"),
    says: "Export Failed",
    done: async (page) => expect(page.getByRole("button", { name: "Export All Data CSV" })).toBeEnabled(),
  },
  "making a backup": {
    call: { method: "POST", path: /^\/api\/backup\/create$/ },
    who: "sam",
    prepare: async (page) => void (await page.goto("/backup-restore")),
    act: (page) => press(page, "Create backup"),
    says: "Backup Failed",
    done: async (page) => expect(toasts(page)).toContainText("Backup created"),
  },
  "changing an attendee": {
    call: { method: "PUT", path: /^\/api\/attendees\/\d+$/ },
    prepare: async (page, { guest }) => {
      await page.goto(`/attendee-details/${guest.id}`);
      await press(page, "Edit");
      await page.getByLabel("Full Name").fill(unique("Renamed Guest"));
    },
    act: (page) => press(page, "Save"),
    says: "Failed to update attendee",
    typed: ["Full Name", "Phone Number", "Table Number"],
    done: async (page) => expect(page.getByRole("button", { name: "Edit" })).toBeVisible(),
  },
  "marking somebody present": {
    call: { method: "PATCH", path: /^\/api\/attendees\/\d+\/attendance$/ },
    prepare: async (page, { guest }) => void (await page.goto(`/attendee-details/${guest.id}`)),
    act: (page) => press(page, "Mark Present"),
    says: "Failed to update attendance",
    done: async (page) => expect(page.getByRole("button", { name: "Mark Absent" })).toBeEnabled(),
  },
  "adding a user": {
    call: { method: "POST", path: /^\/api\/users$/ },
    who: "sam",
    prepare: async (page) => {
      await page.goto("/user-management");
      await press(page, "Add User");
      colleague = unique("Newcomer");
      await page.getByLabel("Full Name").fill(colleague);
      await page.getByLabel("Username").fill(colleague.toLowerCase().replaceAll(" ", "-"));
      await page.getByLabel("Password", { exact: true }).fill("seven lamps in a row");
    },
    act: (page) => press(page, "Add User"),
    says: "Failed to add user",
    typed: ["Full Name", "Username", "Password"],
    done: async (page) => expect(page.getByRole("heading", { name: colleague })).toBeVisible(),
  },
  "changing a user": {
    call: { method: "PUT", path: /^\/api\/users\/\d+$/ },
    who: "sam",
    prepare: async (page) => {
      colleague = await newColleague(page);
      await page.goto("/user-management");
      await press(page, `Edit ${colleague}`);
      await page.getByLabel("Full Name").fill(`${colleague} Junior`);
    },
    act: (page) => press(page, "Save"),
    says: "Failed to update user",
    typed: ["Full Name", "Username"],
    done: async (page) => expect(page.getByRole("heading", { name: `${colleague} Junior` })).toBeVisible(),
  },
  "deactivating a user": {
    call: { method: "DELETE", path: /^\/api\/users\/\d+$/ },
    who: "sam",
    prepare: async (page) => {
      colleague = await newColleague(page);
      await page.goto("/user-management");
    },
    act: async (page) => {
      await press(page, `Deactivate ${colleague}`);
      await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
    },
    says: "Failed to deactivate user",
    done: async (page) => expect(page.getByRole("button", { name: `Reactivate ${colleague}` })).toBeVisible(),
  },
  "reactivating a user": {
    call: { method: "POST", path: /^\/api\/users\/\d+\/reactivate$/ },
    who: "sam",
    prepare: async (page) => {
      colleague = await newColleague(page);
      await page.goto("/user-management");
      await press(page, `Deactivate ${colleague}`);
      await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
      await expect(page.getByRole("button", { name: `Reactivate ${colleague}` })).toBeVisible();
    },
    act: (page) => press(page, `Reactivate ${colleague}`),
    says: "Failed to reactivate user",
    done: async (page) => expect(page.getByRole("button", { name: `Edit ${colleague}` })).toBeVisible(),
  },
};

async function openImport(page: Page, { event }: Records): Promise<void> {
  await page.goto(`/manage-attendees?eventId=${event.id}`);
  await press(page, "Import CSV");
}

async function chooseGuests(page: Page): Promise<void> {
  const file = csv("guests.csv", [
    ["Name", "Phone"],
    [unique("Storm Guest"), "0400 000 000"],
  ]);
  await page.getByLabel("Spreadsheet with attendees").setInputFiles(file);
}

async function expectGuests(page: Page, event: Event, count: number): Promise<void> {
  const guests = await page.request.get("/api/attendees", { params: { eventId: event.id } });
  expect(await guests.json()).toHaveLength(count);
}

const valuesOf = (page: Page, labels: readonly string[]) =>
  Promise.all(labels.map((label) => page.getByLabel(label, { exact: true }).last().inputValue()));

for (const [name, { call, prepare, act, says, typed = [], done, who }] of Object.entries(WRITES)) {
  test.describe("", () => {
    if (who) test.use(SIGNED_OUT);

    test(`8.toast.1, 8.toast.2 ${name}`, { tag: "@desktop" }, async ({ page, office, watched }) => {
      test.slow();
      watched.expectTrouble(/^500 from/);
      for (const way of WAYS) {
        await test.step(way, async () => {
          const records = await newRecords(office);
          if (who === "nobody") await page.context().clearCookies();
          if (who === "nobody")
            await page.goto("/nowhere").then(() => page.evaluate(() => localStorage.clear()));
          if (who === "sam") await asSam(page);
          await prepare(page, records);
          const before = await valuesOf(page, typed);
          await breakCall(page, call, way);
          await act(page, records);
          await expectSomethingToRead(page);
          if (way === "a slow answer") {
            await expect(page.locator(".animate-spin, progress").first()).toBeVisible();
          } else {
            await expect(toasts(page)).toContainText(says);
            await expect(toasts(page)).toHaveCount(1);
            await expectAtRest(page);
            expect(await valuesOf(page, typed)).toEqual(before);
            await mend(page);
            await act(page, records);
          }
          await done(page, records);
          await expectAtRest(page);
          await mend(page);
        });
      }
    });
  });
}

// --- The door, and the files of the app -----------------------------------------------------------------------------

test("4.scan.14, 4.scan.15 checking in", { tag: "@desktop" }, async ({ page, office, watched }) => {
  watched.expectTrouble(/^500 from/);
  for (const way of WAYS) {
    await test.step(way, async () => {
      const { guest } = await newRecords(office);
      await page.goto("/scan-attendees");
      await breakCall(page, { method: "POST", path: /^\/api\/attendees\/scan$/ }, way);
      await upload(page, qrPicture(guest.qrCodeData));
      if (way === "a slow answer") {
        await expect(stage(page)).toContainText("Checking the ticket...");
      } else {
        const title = way === "no connection" ? "Connection Issue" : "Temporary Issue";
        await expect(stage(page).getByRole("heading", { name: title })).toBeVisible();
        await expect(stage(page)).toContainText("not checked in yet");
        await mend(page);
        await stage(page).getByRole("button", { name: "Try again" }).click();
      }
      await expect(stage(page).getByRole("heading", { name: "Check-in Complete" })).toBeVisible();
      await expectAtRest(page);
      await mend(page);
    });
  }
});

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
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Create New Event" })).toBeVisible();
});
