import { readFile } from "node:fs/promises";
import { type Browser, expect, type Page } from "@playwright/test";
import { PNG } from "pngjs";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { type Attendee, answered, type Event, type Office, openOffice } from "./api";
import { headerOf, type Message, newFolder, SENDER, sendingTo, startMailServer } from "./mailbox";
import { DOORLIST, OLIVE, SAM } from "./server";
import { expectAccessible, expectNoSidewaysScroll, expectToast, signIn, unfold } from "./steps";
import { test } from "./test";

/** Tickets by email, on separate servers, because their settings affect several screens. */

/** All headers of a message, besides the kinds of its parts. */
const OUR_HEADERS = ["From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version"];

const state = (page: Page) => page.getByRole("status").filter({ hasText: "Ticket by email" });
const progress = (page: Page) => page.getByRole("region", { name: "Tickets by email" });

async function expectGood(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
}

async function codesOn(picture: Buffer): Promise<string[]> {
  const wasm = await readFile("node_modules/zxing-wasm/dist/reader/zxing_reader.wasm");
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
  const { data, width, height } = PNG.sync.read(picture);
  const pixels = { data: new Uint8ClampedArray(data), width, height } as ImageData;
  return (await readBarcodes(pixels, { formats: ["QRCode"] })).map(({ text }) => text).sort();
}

/** Draws the message as a mail program does, on a phone and wider, in light and in dark. */
async function expectReadableCodes(browser: Browser, message: Message, guests: Attendee[]): Promise<void> {
  const codes = guests.map(({ qrCodeData }) => qrCodeData).sort();
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [390, 1280]) {
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
      // A mail program shows it in the main part of its page.
      await page.setContent(message.html.replace(/<body[^>]*>/, "$&<main>"));
      await expectNoSidewaysScroll(page);
      expect(await codesOn(await page.screenshot({ fullPage: true })), `${colorScheme}, ${width}`).toEqual(
        codes,
      );
      await expectAccessible(page, [colorScheme]);
      await page.close();
    }
  }
}

const email = async (office: Office, event: Event, fullName: string, address?: string) =>
  office.attendee(event.id, { fullName, ...(address ? { email: address } : {}) });

const textsOf = (office: Office, event: Event) =>
  answered<{ subject: string; opening: string }>(office.call.get(`/api/events/${event.id}/mail`));

test("2.mail.1, 2.mail.2 a server that cannot send says how on /settings, and has nothing of it elsewhere", {
  tag: "@desktop-first",
}, async ({ openElsewhere }) => {
  const { page, elsewhere } = await openElsewhere("cast", [DOORLIST]);
  const office = await openOffice(elsewhere.url, OLIVE);
  const event = await office.event();
  const guest = await email(office, event, "Ada Lovelace", "ada@example.org");
  await signIn(page, SAM);
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "Email: not set up" })).toBeVisible();
  await expect(page.getByText("DOORLIST_SMTP_URL=smtp://user:password@mail.example.org")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send a test to me" })).toHaveCount(0);
  await expectGood(page);

  await page.goto(`/attendee-details/${guest.id}`);
  await expect(page.getByText("ada@example.org")).toBeVisible();
  await page.goto(`/manage-attendees?eventId=${event.id}`);
  await page.getByRole("checkbox", { name: /Ada Lovelace/ }).check();
  await expect(page.getByRole("button", { name: "Delete" })).toBeVisible();
  await expect(page.getByText(/email/i)).toHaveCount(0);
  await page.goto(`/edit-event/${event.id}`);
  await expect(page.getByRole("heading", { name: "Danger Zone" })).toBeVisible();
  await expect(page.getByText(/email/i)).toHaveCount(0);
});

test("2.mail.1 the settings show that sending works, and the problem in words where it does not", {
  tag: "@desktop-first",
}, async ({ openElsewhere }) => {
  const folder = newFolder();
  const { page } = await openElsewhere("cast", sendingTo(`file:${folder.path}`));
  await signIn(page, SAM);
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "Email: ready" })).toBeVisible();
  await page.getByRole("button", { name: "Send a test to me" }).click();
  await expect(page.getByText("Write your email address")).toBeVisible();
  await page.getByLabel("Your email address").fill("sam@example.org");
  await page.getByRole("button", { name: "Send a test to me" }).click();
  await expectToast(page, "Sent", "The test message is on its way");
  expect(folder.messages().map((message) => headerOf(message, "To"))).toEqual(["sam@example.org"]);
  await expectGood(page);
  folder.remove();

  const mail = await startMailServer();
  await mail.stop();
  const broken = await openElsewhere("cast", sendingTo(mail.url.replace("//", "//gala:s3cret@")));
  await signIn(broken.page, SAM);
  await broken.page.goto("/settings");
  await expect(broken.page.getByRole("heading", { name: "Email: not ready" })).toBeVisible();
  await expect(broken.page.getByText(/cannot be reached.*Check its name and port/)).toBeVisible();
  await broken.page.getByLabel("Your email address").fill("sam@example.org");
  await broken.page.getByRole("button", { name: "Send a test to me" }).click();
  await expect(
    broken.page
      .getByRole("alert")
      .or(broken.page.getByText(/cannot be reached/))
      .first(),
  ).toBeVisible();
  await expect(broken.page.getByText("s3cret")).toHaveCount(0);
  expect(broken.elsewhere.printed()).not.toContain("s3cret");
  await expectGood(broken.page);
});

test("2.mail.3, 2.mail.4, 3.mail.9, 3.mail.10 one guest's ticket is sent once, and its message read", {
  tag: ["@main", "@phone-first"],
}, async ({ browser, openElsewhere }) => {
  const folder = newFolder();
  const { page, elsewhere } = await openElsewhere("cast", sendingTo(`file:${folder.path}`));
  const office = await openOffice(elsewhere.url, OLIVE);
  const event = await office.event({ name: "Spring Gala", date: "2031-05-17", time: "19:30" });
  const guest = await email(office, event, "Zoë Nuñez", "zoe@example.org");
  const other = await email(office, event, "Nobody Else");
  const samsOffice = await openOffice(elsewhere.url, SAM);
  await answered(samsOffice.call.put("/api/settings", { data: { accentColor: "#ffd500" } }));
  await signIn(page, OLIVE);
  await page.goto(`/attendee-details/${other.id}`);
  await expect(page.getByText("Add an email address to send the ticket.")).toBeVisible();

  await page.goto(`/attendee-details/${guest.id}`);
  await expect(state(page)).toHaveText("Ticket by email: Not sent");
  await page.getByRole("button", { name: "Email ticket" }).click();
  const dialog = page.getByRole("dialog", { name: "Email the ticket to Zoë Nuñez" });
  await expect(dialog.getByText("The ticket will be sent to zoe@example.org")).toBeVisible();
  await expectGood(page);
  await dialog.getByRole("button", { name: "Send 1 ticket" }).dblclick();
  await expect(dialog).toHaveCount(0);
  await expect(state(page)).toHaveText(/^Ticket by email: Sent \d\d:\d\d$/);
  await expect(page.getByRole("button", { name: "Send again" })).toBeVisible();
  await expectGood(page);

  const [message, ...more] = folder.messages();
  if (!message) throw new Error("no message");
  expect(more).toEqual([]);
  const names = message.headers.map(([name]) => name).filter((name) => !name.startsWith("Content-"));
  expect(names.sort()).toEqual([...OUR_HEADERS].sort());
  expect(headerOf(message, "To")).toBe("zoe@example.org");
  expect(headerOf(message, "From")).toBe(SENDER);
  expect(headerOf(message, "Subject")).toBe("Your ticket for Spring Gala");
  expect(JSON.stringify(message.headers)).not.toContain("Zo");
  for (const part of [message.text, message.html]) {
    for (const wanted of ["Spring Gala", "Zoë Nuñez", "Table 7"]) expect(part).toContain(wanted);
  }
  expect(message.attachments).toContain("event.ics");
  // A bright accent has a dark head.
  expect(message.html).toContain("background:#4f4200");
  await expectReadableCodes(browser, message, [guest]);
  folder.remove();
});

test("2.mail.900 the result of a registration and the QR review send the ticket", {
  tag: "@desktop",
}, async ({ openElsewhere }) => {
  const folder = newFolder();
  const { page, elsewhere } = await openElsewhere("cast", sendingTo(`file:${folder.path}`));
  const office = await openOffice(elsewhere.url, OLIVE);
  const event = await office.event({ date: "2031-05-17" });
  await signIn(page, OLIVE);

  await page.goto(`/add-attendee?eventId=${event.id}`);
  await page.getByLabel("Full Name").fill("Rosa Martin");
  await page.getByLabel("Phone Number").fill("0400 000 000");
  await page.getByLabel("How many").fill("2");
  await page.getByRole("button", { name: "Email", exact: true }).click();
  await page.getByLabel("Email").fill("rosa@example.org");
  await page.getByRole("button", { name: "Add Attendee & Generate QR Code" }).click();
  await page.getByRole("button", { name: "Email tickets" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send 2 tickets" }).click();
  await expect.poll(() => folder.messages().length).toBe(1);
  await expectGood(page);

  const guest = await email(office, event, "Zoë Nuñez", "zoe@example.org");
  await page.goto(`/qr-review/${guest.id}`);
  await page.getByRole("button", { name: "Email ticket" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send 1 ticket" }).click();
  await expect(state(page)).toHaveText(/^Ticket by email: Sent \d\d:\d\d$/);
  await expectGood(page);
});

test("2.mail.5..8 a selection is counted first, sent once from two tabs, followed live and filtered", {
  tag: ["@main", "@desktop-first"],
}, async ({ browser, openElsewhere }) => {
  const folder = newFolder();
  // Slow enough to be seen on the way.
  const { page, elsewhere } = await openElsewhere("cast", sendingTo(`file:${folder.path}`, 10));
  const office = await openOffice(elsewhere.url, OLIVE);
  const event = await office.event({ name: "Spring Gala", date: "2031-05-17" });
  const party = [
    await email(office, event, "Ann Party", "party@example.org"),
    await email(office, event, "Ben Party", "Party@Example.org"),
  ];
  await email(office, event, "Carl Alone", "carl@example.org");
  const sent = await email(office, event, "Dora Early", "dora@example.org");
  await email(office, event, "Ed Offline");
  await answered(office.call.post("/api/tickets/send", { data: { ids: [sent.id], expected: 1 } }));
  await expect.poll(() => folder.messages().length).toBe(1);

  await signIn(page, OLIVE);
  const ask = async (one: Page) => {
    await one.goto(`/manage-attendees?eventId=${event.id}`);
    await one.getByRole("checkbox", { name: /^Select all/ }).check();
    await one.getByRole("button", { name: "Email tickets" }).click();
    const dialog = one.getByRole("dialog", { name: "Email tickets to 5 guests" });
    await expect(dialog.getByText(/^3 tickets will be sent in 2 messages/)).toBeVisible();
    await expect(dialog.getByText("1 guest has no email address")).toBeVisible();
    await expect(dialog.getByText(/^1 guest was sent a ticket already/)).toBeVisible();
    return dialog;
  };
  const dialog = await ask(page);
  await expectGood(page);
  const tab = await page.context().newPage();
  const second = await ask(tab);
  await dialog.getByLabel("Send again to guests who were sent a ticket").check();
  await expect(dialog.getByRole("button", { name: "Send 4 tickets" })).toBeEnabled();
  await dialog.getByLabel("Send again to guests who were sent a ticket").uncheck();
  await dialog.getByRole("button", { name: "Send 3 tickets" }).dblclick();
  await expect(dialog).toHaveCount(0);
  await expect(progress(page)).toContainText("Spring Gala");
  await expect(progress(page)).toContainText("Sending");
  // The other tab still shows what it counted before.
  await second.getByRole("button", { name: "Send 3 tickets" }).click();
  await expectToast(tab, "Nothing was sent again");
  await tab.close();
  // Colours do not change in a tab behind another.
  await page.bringToFront();
  await expectGood(page);
  await expect(progress(page)).toContainText("Done");
  await expect(progress(page)).toContainText("3 of 3 tickets sent");
  await progress(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(progress(page)).toHaveCount(0);

  const messages = folder.messages();
  const recipients = messages.map((message) => (headerOf(message, "To") ?? "").toLowerCase());
  expect(recipients.sort()).toEqual(["carl@example.org", "dora@example.org", "party@example.org"]);
  const shared = messages.find((message) => headerOf(message, "To")?.toLowerCase() === "party@example.org");
  if (!shared) throw new Error("no message");
  await expectReadableCodes(browser, shared, party);

  await unfold(page, "Filters");
  await page.getByLabel("Ticket by email").selectOption("Email not sent");
  await expect(page).toHaveURL(/ticketMail=notSent/);
  await expect(page.getByText(/^Showing 1 of/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Ed Offline" })).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Showing 1 of/)).toBeVisible();
  await unfold(page, "Filters");
  await page.getByLabel("Ticket by email").selectOption("Email sent");
  await expect(page.getByText(/^Showing 4 of/)).toBeVisible();
  await expectGood(page);
  folder.remove();
});

test("2.mail.3, 2.mail.9 a refused address and a lost reply show, and a person decides", {
  tag: "@desktop-first",
}, async ({ openElsewhere }) => {
  const mail = await startMailServer();
  const { page, elsewhere } = await openElsewhere("cast", sendingTo(mail.url));
  const office = await openOffice(elsewhere.url, OLIVE);
  const event = await office.event();
  const nobody = await email(office, event, "Nora Nobody", "nobody@example.org");
  const lost = await email(office, event, "Lou Lost", "lost@example.org");
  const ids = [nobody.id, lost.id];
  await answered(office.call.post("/api/tickets/send", { data: { ids, expected: 2 } }));
  await signIn(page, OLIVE);
  await page.goto(`/attendee-details/${nobody.id}`);
  await expect(state(page)).toHaveText("Ticket by email: Failed: mailbox unknown");
  await expect(page.getByRole("button", { name: "Email ticket" })).toBeVisible();
  await expectGood(page);

  const decide = async (answer: string) => {
    await page.goto(`/attendee-details/${lost.id}`);
    await expect(state(page)).toHaveText("Ticket by email: Unknown");
    await expect(page.getByRole("button", { name: "Send again" })).toHaveCount(0);
    await expectGood(page);
    await page.getByRole("button", { name: answer, exact: true }).click();
  };
  await decide("It did not arrive");
  await expect(state(page)).toHaveText("Ticket by email: Failed: did not arrive");
  // Sent again, and lost again.
  await page.getByRole("button", { name: "Email ticket" }).click();
  await page.getByRole("button", { name: "Send 1 ticket" }).click();
  await expect(state(page)).toHaveText("Ticket by email: Unknown");
  await decide("It arrived");
  await expect(state(page)).toHaveText(/^Ticket by email: Sent \d\d:\d\d$/);
  await page.goto(`/manage-attendees?eventId=${event.id}&ticketMail=failed`);
  await expect(page.getByRole("link", { name: "Nora Nobody" })).toBeVisible();
  await expect(page.getByText(/^Showing 1 of/)).toBeVisible();
  expect(mail.recipients).toEqual([]);
  await mail.stop();
});

test("2.mail.10, 2.mail.11, 2.mail.12 an event's texts are previewed and used, and a moved event is told", {
  tag: "@desktop-first",
}, async ({ openElsewhere }) => {
  const folder = newFolder();
  const { page, elsewhere } = await openElsewhere("cast", sendingTo(`file:${folder.path}`));
  const office = await openOffice(elsewhere.url, OLIVE);
  const event = await office.event({ name: "Spring Gala", date: "2031-05-17", time: "19:30" });
  const guest = await email(office, event, "Zoë Nuñez", "zoe@example.org");
  await signIn(page, OLIVE);
  await page.goto(`/edit-event/${event.id}`);
  await expect(page.getByLabel("Subject")).toHaveAttribute("placeholder", "Your ticket for Spring Gala");
  await page.getByLabel("Subject").fill("See you on Saturday");
  await page.getByLabel("Opening text").fill("Dear friends,\n<b>doors</b> open at 19:00.");
  // 4.form.1
  await page.reload();
  await expect(page.getByLabel("Subject")).toHaveValue("See you on Saturday");
  await page.getByRole("button", { name: "Preview" }).click();
  const dialog = page.getByRole("dialog", { name: "Preview of the message" });
  await expect(dialog.getByText("See you on Saturday")).toBeVisible();
  const frame = dialog.locator("iframe");
  await expect(frame).toHaveAttribute("sandbox", "");
  const message = frame.contentFrame();
  await expect(message.getByText("<b>doors</b> open at 19:00.")).toBeVisible();
  const picture = message.locator("img");
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(await codesOn(await frame.screenshot())).toEqual(["This is a preview"]);
  await expectGood(page);
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Save texts" }).click();
  await expectToast(page, "Success", "Email texts saved");
  await expectGood(page);

  const send = { ids: [guest.id], expected: 1 };
  await answered(office.call.post("/api/tickets/send", { data: send }));
  await expect.poll(() => folder.messages().length).toBe(1);
  expect(headerOf(folder.messages()[0] as Message, "Subject")).toBe("See you on Saturday");
  expect((folder.messages()[0] as Message).text).toContain("<b>doors</b> open at 19:00.");

  // Another person changes the opening text meanwhile.
  const opening = "Dear guests,\n<b>doors</b> open at 19:00.";
  await answered(office.call.put(`/api/events/${event.id}/mail`, { data: { opening } }));
  await page.getByLabel("Subject").fill("See you on Saturday!");
  await page.getByRole("button", { name: "Save texts" }).click();
  await expect.poll(async () => (await textsOf(office, event)).subject).toBe("See you on Saturday!");
  expect((await textsOf(office, event)).opening).toBe(opening);

  await expect(page.getByRole("button", { name: "Tell the guests" })).toHaveCount(0);
  await page.getByLabel("Event Time").fill("20:15");
  await page.getByRole("button", { name: "Update Event" }).click();
  await expect(page).toHaveURL(`${elsewhere.url}/`);
  await page.goto(`/edit-event/${event.id}`);
  await expect(page.getByText(/^1 guest was sent a ticket with another date, time or venue/)).toBeVisible();
  await expectGood(page);
  await page.getByRole("button", { name: "Tell the guests" }).click();
  await page
    .getByRole("dialog", { name: "Tell 1 guest" })
    .getByRole("button", { name: "Send 1 ticket" })
    .click();
  await expect.poll(() => folder.messages().length).toBe(2);
  const changed = folder.messages().find((one) => headerOf(one, "Subject")?.startsWith("Changed: "));
  expect(changed?.text).toContain("20:15");
  await expect(page.getByRole("button", { name: "Tell the guests" })).toHaveCount(0);
  folder.remove();
});
