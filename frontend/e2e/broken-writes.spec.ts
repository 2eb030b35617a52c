import { expect, type Page } from "@playwright/test";
import { type Event, newRecords, type Records, unique } from "./api";
import { breakCall, type Call, expectAtRest, expectSomethingToRead, mend, WAYS, waysOf } from "./breaking";
import { expectVerdict, stage, upload } from "./door";
import { qrPicture } from "./film";
import { SAM } from "./server";
import { csv } from "./spreadsheet";
import { chooseEvent, failureIn, fillSignIn, forgetSignIn, hold, signInAs, toasts } from "./steps";
import { AS_SAM, SIGNED_OUT, test } from "./test";

/** Requests that screens write with, and the door's. */
interface Write {
  call: Call;
  /** Up to the button. */
  prepare: (page: Page, records: Records) => Promise<void>;
  /** The button; again, when it failed. */
  act: (page: Page, records: Records) => Promise<void>;
  says: string;
  /** Typed values by label. */
  typed?: string[];
  done: (page: Page, records: Records) => Promise<void>;
  /** Sam signs in anew where a test signs him out: the session that all tests share stays. */
  who?: "nobody" | "sam" | "sam, anew";
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
    who: "sam, anew",
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
    // The server refuses, so that every password stays as it is.
    done: async (page) => expect(page.getByLabel("Current password")).toHaveAttribute("aria-invalid", "true"),
  },
  "creating an event": {
    call: { method: "POST", path: /^\/api\/events$/ },
    prepare: async (page) => {
      await page.goto("/create-event");
      await page.getByLabel("Event Name").fill(unique("Storm Night"));
      await page.getByLabel("Event Date").fill("2037-12-31");
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
      await chooseEvent(page, event.id);
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
    act: (page) => press(page, "Export CSV (1)"),
    says: "Export Failed",
    typed: ["Search"],
    done: async (page) => expect(page.getByRole("button", { name: "Export CSV (1)" })).toBeEnabled(),
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
    done: expectChecked,
  },
  "beginning an import": {
    call: { method: "POST", path: /^\/api\/attendees\/import$/ },
    prepare: async (page, records) => {
      await openImport(page, records);
      await chooseGuests(page);
      await expectChecked(page);
    },
    act: (page) => press(page, "Import 1 attendee"),
    says: "Failed to import attendees",
    done: async (page, { event }) => {
      await expectImported(page);
      await expectGuests(page, event, 2);
    },
  },
  "undoing an import": {
    call: { method: "DELETE", path: /^\/api\/imports\/\d+$/ },
    prepare: async (page, records) => {
      await openImport(page, records);
      await chooseGuests(page);
      await expectChecked(page);
      await press(page, "Import 1 attendee");
      await expectImported(page);
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

/** The server reads files and imports in a process of low priority: a busy machine takes long for both. */
const IMPORT_TIMEOUT = { timeout: 60_000 };

async function expectChecked(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Import 1 attendee" })).toBeEnabled(IMPORT_TIMEOUT);
}

async function expectImported(page: Page): Promise<void> {
  await expect(toasts(page)).toContainText("Import Complete", IMPORT_TIMEOUT);
}

async function expectGuests(page: Page, event: Event, count: number): Promise<void> {
  const guests = await page.request.get("/api/attendees", { params: { eventId: event.id } });
  expect(await guests.json()).toHaveLength(count);
}

/** A picker of many events is a button. */
const shownIn = (field: Element) =>
  field instanceof HTMLButtonElement ? field.textContent : (field as HTMLInputElement).value;

const valuesOf = (page: Page, labels: readonly string[]) =>
  Promise.all(labels.map((label) => page.getByLabel(label, { exact: true }).last().evaluate(shownIn)));

for (const [number, [name, write]] of Object.entries(WRITES).entries()) {
  const { call, prepare, act, says, typed = [], done, who } = write;
  test.describe("", () => {
    if (who) test.use(who === "sam" ? AS_SAM : SIGNED_OUT);

    test(`8.toast.1, 8.toast.2 ${name}`, { tag: ["@desktop", "@soak"] }, async ({
      page,
      office,
      watched,
    }) => {
      test.slow();
      watched.expectTrouble(/^500 from/);
      for (const way of waysOf(number)) {
        await test.step(way, async () => {
          const records = await newRecords(office);
          if (who === "nobody") await forgetSignIn(page);
          if (who === "sam, anew") await signInAs(page, SAM);
          await prepare(page, records);
          const before = await valuesOf(page, typed);
          const { isOver, goOn } = hold();
          await breakCall(page, call, way, () => isOver);
          await act(page, records);
          await expectSomethingToRead(page);
          if (way === "a slow answer") {
            await expect(page.locator(".animate-spin, progress").first()).toBeVisible();
            goOn();
          } else {
            // Once: in the dialog that is open, or as a toast (8.toast.1).
            const told = toasts(page).or(failureIn(page));
            await expect(told).toContainText(says);
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

const SCANS = /^\/api\/(attendees\/scan|door\/scans)$/;

/** The door also sends a scan again without being asked: mended before the click, the call could take its button away. */
async function mendWithNextClick(page: Page): Promise<void> {
  await page.evaluate(() => {
    const note = () => {
      document.documentElement.dataset.clicked = "yes";
    };
    document.addEventListener("click", note, { capture: true, once: true });
  });
  await page.route(
    (url) => SCANS.test(url.pathname),
    async (route) => {
      const isMended = await page.evaluate(() => document.documentElement.dataset.clicked === "yes");
      return isMended ? route.continue() : route.fallback();
    },
  );
}

test("4.scan.14, 4.scan.15 checking in", { tag: "@desktop" }, async ({ page, office, watched }) => {
  watched.expectTrouble(/^500 from/);
  for (const way of WAYS) {
    await test.step(way, async () => {
      const { guest } = await newRecords(office);
      await page.goto("/scan-attendees");
      const { isOver, goOn } = hold();
      await breakCall(page, { method: "POST", path: SCANS }, way, () => isOver);
      await upload(page, qrPicture(guest.qrCodeData));
      if (way === "a slow answer") {
        await expect(stage(page)).toContainText("Checking the ticket...");
      } else {
        const title = way === "no connection" ? "Connection Issue" : "Temporary Issue";
        await expect(stage(page).getByRole("heading", { name: title })).toBeVisible();
        await expect(stage(page)).toContainText("Not checked in yet");
        await mendWithNextClick(page);
      }
      const isIn = expectVerdict(page, "Check-in Complete");
      if (way === "a slow answer") goOn();
      else await stage(page).getByRole("button", { name: "Try again" }).click();
      await isIn;
      await expectAtRest(page);
      await mend(page);
    });
  }
});
