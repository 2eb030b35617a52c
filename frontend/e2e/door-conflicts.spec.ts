import { writeFileSync } from "node:fs";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { type Attendee, answered, type Office, openOffice, unique } from "./api";
import { expectLoadedAhead, expectVerdict, stage, typeAtOnce } from "./door";
import { GONE, openDoor, UNSURE } from "./outage";
import { OLIVE, PYTHON, SAM } from "./server";
import { expectToast, signIn } from "./steps";
import { test } from "./test";

/** Each kind of conflict as two doors make it while they are apart, seen on /conflicts, closed, and opened again. */

const REFUSED = /401|403/;

/** The server, with its clock this many seconds ahead; the number is in a file. */
const AHEAD = `import sys
from datetime import timedelta
from pathlib import Path
from doorlist.core import clock
ahead, real = Path(sys.argv.pop(1)), clock.now
clock.now = lambda: real() + timedelta(seconds=float(ahead.read_text()))
from doorlist.cli import app
app()`;

const row = (page: Page, kind: string) => page.getByRole("listitem").filter({ hasText: kind });

async function letIn(page: Page, { qrCodeData, fullName }: Attendee, ...texts: string[]): Promise<void> {
  await typeAtOnce(page, qrCodeData);
  await expectVerdict(page, "Check-in Complete", fullName, ...texts);
}

/** A ticket that the door's list lacks. */
async function refuse(page: Page, qrCodeData: string): Promise<void> {
  await typeAtOnce(page, qrCodeData);
  await expectVerdict(page, "Invalid QR Code", "Not on this list. Was it sold after the list was loaded?");
}

/** Clears the browser's storage, as an iPhone does; cookies stay. */
async function wipeOutbox(page: Page): Promise<void> {
  await page.goto("/healthz");
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const wiping = indexedDB.deleteDatabase("doorlist.outbox");
        wiping.onsuccess = resolve;
        wiping.onerror = reject;
      }),
  );
}

/** Closes all that are open at once, and opens each again. */
async function closeAndOpen(page: Page, kinds: Readonly<Record<string, string>>): Promise<void> {
  const count = Object.keys(kinds).length;
  await page.getByRole("checkbox", { name: "Select all open" }).check();
  await page.getByRole("button", { name: "No extra people" }).click();
  await expectToast(page, `${count} conflicts closed`);
  await expect(page.getByText("0 open")).toBeVisible();
  let open = 0;
  for (const [kind, name] of Object.entries(kinds)) {
    await row(page, kind).getByRole("button", { name }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText(/Closed as '.+' by Sam/);
    await dialog.getByRole("button", { name: "Open again" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(`${++open} open`)).toBeVisible();
  }
}

const devicesAt = (office: Office, eventId: number): Promise<{ id: number; user: { fullName: string } }[]> =>
  answered(office.call.get("/api/door/grants", { params: { eventId } }));

const newPage = async (context: BrowserContext | undefined, baseURL: string): Promise<Page> => {
  const opened = await context?.browser()?.newContext({ baseURL });
  if (!opened) throw new Error("There is no browser");
  return opened.newPage();
};

test(
  "4.conflict.1..4, 4.missing.1, 4.door-time.21..26 two doors apart make each kind, seen, closed and opened again",
  {
    tag: "@desktop",
  },
  async ({ openElsewhere, watched }, info) => {
    watched.expectTrouble(GONE);
    watched.expectTrouble(/A part of the screen could not be loaded/);
    watched.expectTrouble(REFUSED);
    const ahead = info.outputPath("ahead");
    writeFileSync(ahead, "0");
    const { page: gateA, elsewhere } = await openElsewhere("cast", [PYTHON, "-c", AHEAD, ahead]);
    const office = await openOffice(elsewhere.url, SAM);
    const event = await office.event({ date: "2031-05-17" });
    const names = ["Twice Here", "Cancelled Here", "Lost Here", "Removed Here"];
    const guests: Attendee[] = [];
    for (const name of names) guests.push(await office.attendee(event.id, { fullName: unique(name) }));
    const [twice, cancelled, lost, removed] = guests as [Attendee, Attendee, Attendee, Attendee];

    const gateB = await newPage(gateA.context(), elsewhere.url);
    watched.follow(gateB.context(), new URL(elsewhere.url).host);
    await signIn(gateA, OLIVE);
    await openDoor(gateA, guests);
    await gateA.getByLabel("Name of this door").fill("Gate A");
    await gateA.getByLabel("Name of this door").blur();
    await expectLoadedAhead(gateA);
    await signIn(gateB, SAM);
    await openDoor(gateB, guests);

    // Apart: Gate A decides by its list, and the office and Gate B continue.
    await gateA.context().setOffline(true);
    await letIn(gateA, twice, UNSURE);
    await letIn(gateA, cancelled, UNSURE);
    await office.call.delete(`/api/attendees/${cancelled.id}`);
    const sold = await office.attendee(event.id, { fullName: unique("Sold Since") });
    await refuse(gateA, sold.qrCodeData);
    await stage(gateA).getByRole("button", { name: "Next guest" }).click();
    await refuse(gateA, `DL1.${event.id}.0123456789ABCDEFGHJKMNPQRS`);
    await stage(gateA).getByRole("button", { name: "Let in anyway" }).click();
    await expectVerdict(gateA, "Check-in Complete");
    await letIn(gateB, twice);
    await gateB.goto(`/conflicts?eventId=${event.id}`);
    await expect(gateB.getByText("No conflicts match")).toBeVisible();

    // Together again: the records of Gate A arrive without a reload.
    await gateA.context().setOffline(false);
    await expect(gateB.getByText("4 open")).toBeVisible();
    await expect(row(gateB, twice.fullName)).toContainText("Let in twice");
    await expect(row(gateB, twice.fullName)).toContainText("Gate A, Olive");
    await expect(row(gateB, sold.fullName)).toContainText("Turned away with a valid ticket");
    await expect(row(gateB, "Ticket without a name")).toContainText("Let in without being on the list");
    await expect(row(gateB, "Deleted guest")).toContainText("Let in with a cancelled ticket");

    // A phone that announced a check-in and was wiped before it could send it.
    await gateA.route("**/api/door/scans", (route) => route.abort("connectionfailed"));
    await gateA.context().setOffline(true);
    await letIn(gateA, lost, UNSURE);
    const told = gateA.waitForResponse(
      (answer) =>
        answer.url().endsWith("/api/door/grants") && answer.request().postDataJSON().unsent.length === 1,
    );
    await gateA.context().setOffline(false);
    expect((await told).ok()).toBe(true);
    await wipeOutbox(gateA);
    await gateA.unroute("**/api/door/scans");
    writeFileSync(ahead, "61");
    await openDoor(gateA, guests);
    await expect(gateB.getByText("5 open")).toBeVisible();
    await expect(row(gateB, "Check-ins of a device are missing")).toContainText("Gate A");

    // A device that was removed, and whose session is over.
    const [own] = (await devicesAt(office, event.id)).filter(({ user }) => user.fullName === OLIVE.fullName);
    await gateA.context().setOffline(true);
    await gateA.context().clearCookies({ name: "doorlist_session" });
    expect((await office.call.delete(`/api/door/grants/${own?.id}`)).ok()).toBe(true);
    await letIn(gateA, removed, UNSURE);
    await gateA.context().setOffline(false);
    await expect(gateB.getByText("6 open")).toBeVisible();
    await expect(row(gateB, removed.fullName)).toContainText("Let in by a removed device");
    expect(await office.findAttendee(removed.id)).toMatchObject({ attended: false });

    await closeAndOpen(gateB, {
      "Let in twice": twice.fullName,
      "Turned away with a valid ticket": sold.fullName,
      "Let in without being on the list": "Ticket without a name",
      "Let in with a cancelled ticket": "Deleted guest",
      "Check-ins of a device are missing": "Gate A",
      "Let in by a removed device": removed.fullName,
    });
    await gateB.context().close();
    await office.call.dispose();
  },
);

test("4.conflict.4, 4.door-time.25, 4.door-time.9 a ticket that is another event's since a file was restored", {
  tag: "@desktop",
}, async ({ openElsewhere, watched }) => {
  watched.expectTrouble(GONE);
  watched.expectTrouble(/A part of the screen could not be loaded/);
  watched.expectTrouble(REFUSED);
  const { page: gateA, elsewhere } = await openElsewhere("cast");
  const office = await openOffice(elsewhere.url, SAM);
  const event = await office.event({ date: "2031-05-17" });
  const other = await office.event({ date: "2031-05-18" });
  const guest = await office.attendee(event.id, { fullName: unique("Moved Here") });
  await signIn(gateA, OLIVE);
  await openDoor(gateA, [guest]);
  await expectLoadedAhead(gateA);

  await gateA.context().setOffline(true);
  await letIn(gateA, guest, UNSURE);
  const file = await answered<{ attendees: { id: number; eventId: number }[] }>(
    office.call.get("/api/export/backup.json"),
  );
  for (const attendee of file.attendees) if (attendee.id === guest.id) attendee.eventId = other.id;
  const buffer = Buffer.from(JSON.stringify(file));
  const restored = await office.call.post("/api/backup/restore-file", {
    multipart: { file: { name: "backup.json", mimeType: "application/json", buffer } },
  });
  expect(restored.ok(), await restored.text()).toBe(true);

  const desk = await newPage(gateA.context(), elsewhere.url);
  watched.follow(desk.context(), new URL(elsewhere.url).host);
  await signIn(desk, SAM);
  await desk.goto(`/conflicts?eventId=${event.id}`);
  await gateA.context().setOffline(false);
  await expect(desk.getByText("1 open")).toBeVisible();
  await expect(row(desk, guest.fullName)).toContainText("Let in with a ticket of another event");
  expect(await office.findAttendee(guest.id)).toMatchObject({ attended: false, eventId: other.id });
  await desk.context().close();
  await office.call.dispose();
});
