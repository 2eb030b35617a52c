import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { type MadeApart, sendApart } from "../e2e/apart";
import { chooseFile, csv } from "../e2e/spreadsheet";
import { fillSignIn, unfold } from "../e2e/steps";
import { type Evening, newColleague, STAFF } from "./evening";
import { answerWith, cut, hold, press, type Screen, says } from "./screen";
import { eventWithLists } from "./wall-screens";

const signInAs = (person: { username: string; password: string }) => async (page: Page) => {
  await fillSignIn(page, person);
  await press("Sign In")(page);
};

const openAccount = async (page: Page) => {
  await page.getByRole("button", { name: /change password/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
};

const fillGuest = async (page: Page, event: { id: number }) => {
  await page.getByLabel("Event", { exact: true }).selectOption(String(event.id));
  await page.getByLabel("Full Name").fill("Amélie Laurent");
  await page.getByLabel("Phone Number").fill("0491 570 156");
  await page.getByLabel("Table Number").fill("12");
  await press("Add Attendee & Generate QR Code")(page);
  await page.getByRole("img", { name: /^Ticket of/ }).waitFor();
};

const downloaded = (button: string) => async (page: Page) => {
  const download = page.waitForEvent("download");
  await press(button)(page);
  return readFileSync(await (await download).path());
};

const select = async (page: Page, count: number) => {
  const boxes = page.getByRole("checkbox", { name: /^Select (?!all)/ });
  for (let index = 0; index < count; index++) await boxes.nth(index).check();
};

const GUESTS = csv("Supper guests.csv", [
  ["Guest", "Mobile", "Table", "Paid?"],
  ["Marguerite Dubois", "0491 571 010", 3, "paid"],
  ["Hiroshi Tanaka", "0491 571 011", 3, "paid"],
  ["Leila Haddad", "0491 571 012", "", "comp"],
  ["", "0491 571 013", 4, "paid"],
  ["Oskar Lindqvist", "0491 571 014", "by the window", "paid"],
  ["Ruth Adeyemi", "0491 571 015", 4, "unpaid"],
  ["Ruth Adeyemi", "0491 571 015", 4, "unpaid"],
]);

const NO_TABLE = Buffer.from("{}");

/** A button that on a phone is behind another. */
const pressFolded = (name: string | RegExp) => async (page: Page) => {
  await unfold(page, "More actions");
  await press(name)(page);
};

const importGuests = async (page: Page) => {
  await unfold(page, "More actions");
  const dialog = await chooseFile(page, "Import CSV", GUESTS);
  const submit = dialog.getByRole("button", { name: /^Import \d attendees?$/ });
  await submit.waitFor();
  // Another picture has imported the same file before.
  if (await submit.isDisabled())
    await dialog.getByRole("checkbox", { name: "Import duplicates too" }).check();
  await submit.click();
  await says(page, "Import Complete");
};

const edit = press(/^Edit/);
const idOf = (page: Page) => page.url().split("/").pop();

const SIGN_IN: Record<string, Screen> = {
  "auth: empty": { who: "nobody", path: "/auth" },
  "auth: wrong password": {
    who: "nobody",
    path: "/auth",
    act: signInAs({ username: "olive", password: "not the password" }),
  },
  "auth: first sign-in": {
    who: "nobody",
    path: "/auth",
    act: async (page, evening) => {
      await signInAs(await newColleague(evening))(page);
      await says(page, "Choose your own password");
    },
  },
  "auth: first sign-in, errors": {
    who: "nobody",
    path: "/auth",
    act: async (page, evening) => {
      await signInAs(await newColleague(evening))(page);
      await page.getByLabel("New password", { exact: true }).fill("short");
      await press("Change password")(page);
    },
  },
};

const HOME: Record<string, Screen> = {
  "home: organizer": { path: "/" },
  "home: super admin": { who: "sam", path: "/" },
  "home: no events": { empty: true, path: "/" },
  "home: loading": { path: "/", before: hold("**/api/events"), loading: true },
  "home: arrivals not to be read": { path: "/", before: cut("**/api/attendees/figures*") },
  "home: people inside, nearly full": {
    path: "/",
    before: answerWith("**/api/attendees/figures*", { tickets: 220, attended: 198, inside: 171, left: 27 }),
  },
  "home: not to be read": { path: "/", before: cut("**/api/events") },
  "home: welcome": {
    who: "nobody",
    path: "/auth",
    act: async (page) => {
      await signInAs(STAFF.olive)(page);
      await says(page, "Your Events");
    },
  },
  "home: change password": { path: "/", act: openAccount },
  "home: second factor": {
    path: "/",
    act: async (page) => {
      await openAccount(page);
      await page.getByRole("button", { name: "Set up: Second factor" }).click();
    },
  },
};

const conflictsOf = new WeakMap<Evening, Promise<void>>();

/** Check-ins of two doors without a connection, once per demo. */
function withConflicts(_: Page, evening: Evening): Promise<void> {
  const known = conflictsOf.get(evening) ?? makeConflicts(evening);
  conflictsOf.set(evening, known);
  return known;
}

async function makeConflicts({ office, samsOffice, tonight, newGuest, now }: Evening): Promise<void> {
  const [twice, again, away, gone] = [await newGuest(), await newGuest(), await newGuest(), await newGuest()];
  const door = { eventId: tonight.id, device: "Gate B" };
  for (const { qrCodeData } of [twice, again]) {
    await samsOffice.call.post("/api/attendees/scan", {
      data: { qrData: qrCodeData, eventId: tonight.id, device: "Main entrance" },
    });
  }
  await office.call.delete(`/api/attendees/${gone.id}`);
  const made = [
    { qrData: twice.qrCodeData, minutesAgo: 6 },
    { qrData: again.qrCodeData, minutesAgo: 4 },
    { qrData: away.qrCodeData, minutesAgo: 5, shown: "not_on_list" },
    { qrData: gone.qrCodeData, minutesAgo: 9 },
    { qrData: "DL1.1.NOBODYS", minutesAgo: 2, certainty: "text" },
  ] satisfies MadeApart[];
  await sendApart(office.call, door, made, now().getTime());
  const { items } = await (await office.call.get("/api/door/conflicts")).json();
  const [closed] = items.filter(({ kind }: { kind: string }) => kind === "cancelled");
  const decision = {
    state: "dismissed",
    version: closed.version,
    note: "Swapped for a new ticket at the desk.",
  };
  await office.call.patch(`/api/door/conflicts/${closed.id}`, { data: decision });
}

const openConflict = (name: RegExp) => async (page: Page) => {
  await press(name)(page);
  await expect(page.getByRole("dialog")).toBeVisible();
};

const CONFLICTS: Record<string, Screen> = {
  "home: conflicts": { path: "/", before: withConflicts },
  "conflicts: list": { path: "/conflicts", before: withConflicts },
  "conflicts: one": { path: "/conflicts", before: withConflicts, act: openConflict(/Let in twice/) },
  "conflicts: closed": {
    path: "/conflicts",
    before: withConflicts,
    act: openConflict(/Let in with a cancelled/),
  },
  "conflicts: selection": { path: "/conflicts", before: withConflicts, act: (page) => select(page, 2) },
  "conflicts: none": { empty: true, path: "/conflicts" },
  "analytics: extra people": { who: "sam", path: "/analytics", before: withConflicts },
};

const EVENTS: Record<string, Screen> = {
  "create-event: form": { path: "/create-event" },
  "create-event: copy": { path: ({ later }) => `/create-event?copyOf=${later.id}` },
  "create-event: errors": { path: "/create-event", act: press("Create Event") },
  "create-event: calendar": { path: "/create-event", act: press("Choose a date") },
  "create-event: people leaving": {
    path: "/create-event",
    act: (page) => page.getByRole("switch", { name: "Count people leaving" }).click(),
  },
  "create-event: price": { path: "/create-event", act: press("Add a ticket price") },
  "edit-event: form": { path: ({ tonight }) => `/edit-event/${tonight.id}` },
  "edit-event: super admin": { who: "sam", path: ({ later }) => `/edit-event/${later.id}` },
  "edit-event: delete": { path: ({ tonight }) => `/edit-event/${tonight.id}`, act: press("Delete Event") },
  "edit-event: two editors": {
    path: ({ later }) => `/edit-event/${later.id}`,
    act: async (page, { later, samsOffice }) => {
      await page.getByLabel("Event Name").fill(`${later.name} & Dance`);
      const theirs = { name: later.name, date: later.date, time: "19:15" };
      await samsOffice.call.put(`/api/events/${later.id}`, { data: theirs });
      await press("Update Event")(page);
      await page.getByRole("dialog").waitFor();
    },
  },
  "edit-event: check-in lists": { path: async (evening) => `/edit-event/${await eventWithLists(evening)}` },
  "edit-event: check-in list": {
    path: async (evening) => `/edit-event/${await eventWithLists(evening)}`,
    act: press("Edit Backstage"),
  },
  "edit-event: not found": { path: "/edit-event/999999" },
};

const TICKETS: Record<string, Screen> = {
  "add-attendee: form": { path: "/add-attendee" },
  "add-attendee: errors": {
    path: "/add-attendee",
    act: async (page) => {
      await page.getByLabel("Event", { exact: true }).selectOption({ index: 0 });
      await page.getByLabel("Table Number").fill("0");
      await page.getByLabel("Payment Status").fill("");
      await press("Add Attendee & Generate QR Code")(page);
    },
  },
  "add-attendee: amount": { path: "/add-attendee", act: press("Amount paid") },
  "add-attendee: result": { path: "/add-attendee", act: (page, { tonight }) => fillGuest(page, tonight) },
  "add-attendee: no events": { empty: true, path: "/add-attendee" },
  "ticket: 800x1200": {
    path: "/add-attendee",
    act: async (page, { tonight }) => {
      await fillGuest(page, tonight);
      return downloaded("View/Download")(page);
    },
  },
  "ticket: 600x800": {
    path: async ({ newGuest }) => `/attendee-details/${(await newGuest()).id}`,
    act: downloaded("View/Download"),
  },
  "ticket: 800x1200, long words": {
    path: async ({ newGuest, office }) => {
      const name = "The Annual Midwinter Benefit Supper of the Harbour Conservation Society";
      const event = await office.event({ name, date: "2027-07-03", time: null });
      const fullName = "Maximiliana Wolfeschlegelsteinhausen-Bergerdorff of Upper Kensington";
      return `/attendee-details/${(await newGuest({ eventId: event.id, fullName, tableNumber: 104 })).id}`;
    },
    act: async (page, { office }) => {
      const picture = await downloaded("View/Download")(page);
      const { eventId } = await office.findAttendee(Number(idOf(page)));
      await office.call.delete(`/api/events/${eventId}`);
      return picture;
    },
  },
  "qr-review: code": { path: async ({ newGuest }) => `/qr-review/${(await newGuest()).id}` },
  "qr-review: picture": {
    path: async ({ newGuest }) => `/qr-review/${(await newGuest()).id}`,
    act: downloaded("Download QR"),
  },
  "qr-review: not found": { path: "/qr-review/999999" },
  "ticket page: guest": {
    who: "nobody",
    path: async ({ newGuest }) => `/ticket#${(await newGuest()).qrCodeData}`,
  },
  "ticket page: no connection": {
    who: "nobody",
    path: async ({ newGuest }) => `/ticket#${(await newGuest()).qrCodeData}`,
    before: cut("**/api/ticket"),
  },
  "ticket page: no longer valid": { who: "nobody", path: "/ticket#DL1.1.0123456789ABCDEFGHJKMNPQRS" },
  "attendee-success: moment": { path: async ({ newGuest }) => `/attendee-success/${(await newGuest()).id}` },
};

const LIST: Record<string, Screen> = {
  "manage-attendees: everybody": { path: "/manage-attendees", endless: true },
  "manage-attendees: tonight": {
    path: ({ tonight }) => `/manage-attendees?eventId=${tonight.id}`,
    endless: true,
    front: { name: "desk", device: "desktop" },
  },
  "manage-attendees: filtered": {
    path: ({ tonight }) => `/manage-attendees?eventId=${tonight.id}&search=nguyen`,
  },
  "manage-attendees: unfolded": {
    path: ({ tonight }) => `/manage-attendees?eventId=${tonight.id}&payment=unpaid`,
    act: async (page) => {
      await unfold(page, "Filters");
      await unfold(page, "More actions");
    },
    only: "phone",
  },
  "manage-attendees: no match": { path: "/manage-attendees?search=nobody+of+this+name" },
  "manage-attendees: did you mean": {
    path: ({ tonight }) => `/manage-attendees?eventId=${tonight.id}&search=ngyuen`,
    act: (page) => says(page, "Did you mean"),
  },
  "manage-attendees: nobody yet": { empty: true, path: "/manage-attendees" },
  "manage-attendees: selection": {
    path: ({ tonight }) => `/manage-attendees?eventId=${tonight.id}`,
    act: (page) => select(page, 3),
    endless: true,
  },
  "manage-attendees: change": {
    path: ({ tonight }) => `/manage-attendees?eventId=${tonight.id}`,
    act: async (page) => {
      await select(page, 3);
      await press("Change")(page);
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  "manage-attendees: delete": {
    path: ({ tonight }) => `/manage-attendees?eventId=${tonight.id}`,
    act: async (page) => {
      await select(page, 3);
      await press("Delete")(page);
    },
  },
  "manage-attendees: print": {
    path: ({ tonight }) => `/manage-attendees?eventId=${tonight.id}`,
    act: pressFolded(/^Print$/),
  },
  "manage-attendees: keyboard shortcuts": {
    path: "/manage-attendees",
    act: (page) => page.getByRole("button", { name: "Keyboard shortcuts" }).click(),
    only: "desktop",
  },
  "manage-attendees: loading": {
    path: "/manage-attendees",
    before: hold(/\/api\/attendees\?/),
    loading: true,
  },
  "manage-attendees: not to be read": { path: "/manage-attendees", before: cut(/\/api\/attendees\?/) },
};

const PAPER: Record<string, Screen> = {
  "print: door list by name": {
    path: ({ tonight }) => `/print-door-list?eventId=${tonight.id}`,
    endless: true,
  },
  "print: door list by table": {
    path: ({ tonight }) => `/print-door-list?eventId=${tonight.id}&by=table`,
    endless: true,
  },
  "print: choose an event": { path: "/print-door-list" },
  "print: tickets": { path: ({ later }) => `/print-tickets?eventId=${later.id}`, endless: true },
};

const DETAILS: Record<string, Screen> = {
  "attendee-details: absent": { path: async ({ newGuest }) => `/attendee-details/${(await newGuest()).id}` },
  "attendee-details: present": {
    path: async ({ newGuest, office }) => {
      const guest = await newGuest({ paymentStatus: "unpaid" });
      await office.scan(guest.qrCodeData);
      return `/attendee-details/${guest.id}`;
    },
  },
  "attendee-details: left": {
    path: async ({ newGuest }) => `/attendee-details/${(await newGuest()).id}`,
    before: answerWith(/\/api\/attendees\/\d+$/, {
      attended: true,
      attendedAt: "2026-11-21T08:42:00.000Z",
      inside: false,
      leftAt: "2026-11-21T09:01:00.000Z",
    }),
  },
  "attendee-details: check-in lists": {
    path: async (evening) => {
      const [guest] = await evening.office.attendees(await eventWithLists(evening));
      return `/attendee-details/${guest?.id}`;
    },
  },
  "attendee-details: edit": {
    path: async ({ newGuest }) => `/attendee-details/${(await newGuest()).id}`,
    act: edit,
  },
  "attendee-details: two editors": {
    path: async ({ newGuest }) => `/attendee-details/${(await newGuest()).id}`,
    act: async (page, { samsOffice }) => {
      await edit(page);
      await page.getByLabel("Full Name").fill("Amélie Laurent-Okri");
      await samsOffice.call.put(`/api/attendees/${idOf(page)}`, { data: { tableNumber: 14 } });
      await press("Save")(page);
      await page.getByRole("dialog").waitFor();
    },
  },
  "attendee-details: super admin": {
    who: "sam",
    path: async ({ newGuest }) => `/attendee-details/${(await newGuest()).id}`,
    act: (page) => says(page, "Erase this guest"),
  },
  "attendee-details: erase": {
    who: "sam",
    path: async ({ newGuest }) => `/attendee-details/${(await newGuest()).id}`,
    act: async (page) => {
      await press("Erase this guest")(page);
      await page.getByLabel("Type ERASE to confirm").fill("ERASE");
    },
  },
  "attendee-details: erased": {
    who: "sam",
    path: async ({ newGuest, office, samsOffice }) => {
      const guest = await newGuest();
      await office.scan(guest.qrCodeData);
      await samsOffice.call.post(`/api/attendees/${guest.id}/erase`);
      return `/attendee-details/${guest.id}`;
    },
    act: (page) => says(page, "Open in Activity"),
  },
  "qr-review: erased": {
    path: async ({ newGuest, samsOffice }) => {
      const guest = await newGuest();
      await samsOffice.call.post(`/api/attendees/${guest.id}/erase`);
      return `/qr-review/${guest.id}`;
    },
  },
  "attendee-details: not found": { path: "/attendee-details/999999" },
};

const IMPORTS: Record<string, Screen> = {
  "import: no spreadsheet": {
    path: ({ tonight }) => `/manage-attendees?eventId=${tonight.id}`,
    act: async (page) => {
      await unfold(page, "More actions");
      const file = { name: "poster.xlsx", mimeType: "application/octet-stream", buffer: NO_TABLE };
      await chooseFile(page, "Import CSV", file);
      await says(page, "Failed to parse CSV file");
    },
  },
  "import: choose a file": {
    path: ({ later }) => `/manage-attendees?eventId=${later.id}`,
    act: pressFolded("Import CSV"),
  },
  "import: preview": {
    path: ({ later }) => `/manage-attendees?eventId=${later.id}`,
    act: async (page) => {
      await unfold(page, "More actions");
      await chooseFile(page, "Import CSV", GUESTS);
      await says(page, /^Import \d attendees$/);
    },
  },
  "import: columns": {
    path: "/backup-restore",
    act: async (page) => {
      const odd = csv("odd.csv", [
        ["Wer", "Nummer", "Sitz"],
        ["Ada Byron", "0491 571 020", 31],
      ]);
      const dialog = await chooseFile(page, "Import CSV/Excel", odd);
      await dialog.getByLabel("Column with the name").selectOption("0");
    },
  },
  "import: done": {
    path: ({ later }) => `/manage-attendees?eventId=${later.id}`,
    act: importGuests,
    endless: true,
  },
  "import: undo": {
    path: ({ later }) => `/manage-attendees?eventId=${later.id}`,
    act: async (page) => {
      await importGuests(page);
      await page
        .getByRole("button", { name: /^Undo import/ })
        .first()
        .click();
      await page.getByRole("dialog").waitFor();
    },
  },
};

const askToDeleteBackup = async (page: Page) => {
  await press(/^Delete backup/)(page);
  await page.getByRole("dialog").waitFor();
};

const SUPER_ADMIN: Record<string, Screen> = {
  "settings: form": { who: "sam", path: "/settings" },
  "user-management: cards": { who: "sam", path: "/user-management" },
  "user-management: add": { who: "sam", path: "/user-management", act: press("Add User") },
  "user-management: add, errors": {
    who: "sam",
    path: "/user-management",
    act: async (page) => {
      await press("Add User")(page);
      await page.getByRole("dialog").getByRole("button", { name: "Add User" }).click();
    },
  },
  "user-management: edit": { who: "sam", path: "/user-management", act: edit },
  "user-management: deactivate": {
    who: "sam",
    path: "/user-management",
    act: (page) =>
      page
        .getByRole("listitem")
        .filter({ hasText: "Olive" })
        .getByRole("button", { name: "Deactivate" })
        .click(),
  },
  "backup-restore: organizer": { path: "/backup-restore" },
  "backup-restore: super admin": {
    who: "sam",
    path: "/backup-restore",
    act: async (page) => {
      await press("Create backup")(page);
      await says(page, "Backup created");
      await page.reload();
    },
  },
  "backup-restore: restore a backup": {
    who: "sam",
    path: "/backup-restore",
    act: press(/^Restore doorlist/),
  },
  "backup-restore: the keeping period": {
    who: "sam",
    path: "/backup-restore",
    act: async (page) => {
      await press("Change")(page);
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Days after the event").fill("1");
      await dialog.getByRole("button", { name: "Preview" }).click();
      await dialog.getByRole("button", { name: /^Erase after/ }).waitFor();
    },
  },
  "backup-restore: delete a backup": {
    who: "sam",
    path: "/backup-restore",
    act: askToDeleteBackup,
  },
  "backup-restore: delete the last good backup": {
    who: "sam",
    path: "/backup-restore",
    act: async (page) => {
      const detail =
        "This is the only tested backup. Create another one, wait until it is tested, then delete this one.";
      await page.route("**/api/backup/doorlist-*", (route) =>
        route.fulfill({
          status: 409,
          contentType: "application/problem+json",
          json: { status: 409, code: "last_good_backup", detail },
        }),
      );
      await askToDeleteBackup(page);
      await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
      await says(page, detail);
    },
  },
  "backup-restore: no backup": {
    who: "sam",
    path: "/backup-restore",
    act: async (page) => {
      await chooseFile(page, "Restore JSON", {
        name: "poster.json",
        mimeType: "application/json",
        buffer: NO_TABLE,
      });
      await says(page, "Choose another file");
    },
  },
  "backup-restore: restore a file": {
    who: "sam",
    path: "/backup-restore",
    act: async (page, { office }) => {
      const text = await (await office.call.get("/api/export/backup.json")).text();
      const file = { name: "doorlist-backup.json", mimeType: "application/json", buffer: Buffer.from(text) };
      await chooseFile(page, "Restore JSON", file);
      await says(page, /^Type RESTORE/);
    },
  },
  "analytics: one event": { who: "sam", path: ({ tonight }) => `/analytics?eventId=${tonight.id}` },
  "analytics: people inside": {
    who: "sam",
    path: ({ tonight }) => `/analytics?eventId=${tonight.id}`,
    before: answerWith("**/api/attendees/figures*", { inside: 68, left: 6 }),
  },
  "analytics: all events": { who: "sam", path: "/analytics?eventId=all" },
  "analytics: nothing yet": { who: "sam", empty: true, path: "/analytics" },
  "analytics: not to be read": { who: "sam", path: "/analytics", before: cut("**/api/analytics/**") },
};

const ELSEWHERE: Record<string, Screen> = {
  "404: signed in": { path: "/nowhere" },
  "error: a page that cannot be shown": {
    path: "/create-event",
    before: cut("**/assets/create-event-page*"),
  },
};

export const DESK_SCREENS: Record<string, Screen> = {
  ...SIGN_IN,
  ...HOME,
  ...CONFLICTS,
  ...EVENTS,
  ...LIST,
  ...PAPER,
  ...TICKETS,
  ...DETAILS,
  ...IMPORTS,
  ...SUPER_ADMIN,
  ...ELSEWHERE,
};
