import { expect, type Locator, type Page } from "@playwright/test";
import { type Attendee, unique } from "./api";
import {
  countTaps,
  expectLoadedAhead,
  expectVerdict,
  noteScanKeys,
  openScanner,
  stage,
  typeAsScanner,
  typeAtOnce,
  upload,
  uploadByTap,
} from "./door";
import { blankPicture, qrPicture } from "./film";
import { OLIVE } from "./server";
import {
  chooseEvent,
  chosenEvent,
  expectAccessible,
  expectEvent,
  expectNoSidewaysScroll,
  toasts,
} from "./steps";
import { test } from "./test";

/** The door's requests for a verdict, and its later uploads. */
const SCAN = /\/api\/(attendees\/scan|door\/scans)$/;

/** Between the door and the server: nothing goes out, or the answer gets lost on its way back. */
async function cut(page: Page, what: "the call" | "the answer"): Promise<void> {
  await page.route(SCAN, async (route) => {
    if (what === "the answer") await route.fetch().catch(() => {});
    await route.abort().catch(() => {}); // the test may have ended the cut meanwhile
  });
}

const sizeOf = (text: Locator): Promise<number> =>
  text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));

/** Sizes in the verdict on a guest, and the words of the name that break over more than one line. */
async function measureVerdict(page: Page, title: string, fullName: string) {
  const measure = ({ title, fullName }: { title: string; fullName: string }) => {
    const panel = document.querySelector('section[aria-label="Camera"]');
    const visible = (selector: string, words: string) =>
      [...(panel?.querySelectorAll(selector) ?? [])].find(
        (element) => element.textContent?.trim() === words && element.checkVisibility(),
      );
    const heading = visible("h1, h2, h3", title);
    const name = visible("p", fullName);
    const text = name?.firstChild;
    if (!heading || !name || !(text instanceof Text)) return null;
    const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
    const brokenWords = [...text.data.matchAll(/\S+/g)].flatMap((word) => {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      return range.getClientRects().length > 1 ? [word[0]] : [];
    });
    return { nameSize: sizeOf(name), titleSize: sizeOf(heading), brokenWords };
  };
  // In one round trip: on a busy machine the verdict is gone after a few.
  const options = { polling: "raf", timeout: 20_000 } as const;
  const measured = await (await page.waitForFunction(measure, { title, fullName }, options)).jsonValue();
  if (!measured) throw new Error("There is no verdict.");
  return measured;
}

test("is ready, and says what it holds", async ({ page, office }) => {
  const event = await office.event();
  await openScanner(page);
  for (const name of ["Start", "Upload image"])
    await expect(page.getByRole("button", { name })).toBeEnabled();
  await expect(page.getByRole("heading", { name: "Recent Scans" })).toBeVisible();
  await expect(page.getByText("No scans yet")).toBeVisible();
  await expect(chosenEvent(page)).toHaveText("All Events");
  await chooseEvent(page, event.id);
  await expect(chosenEvent(page)).toContainText(event.name);
  await expect(page.getByRole("switch", { name: "Rapid mode" })).not.toBeChecked();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("2.scan.60, 2.scan.620, 2.scan.621, 2.scan.622, 7.party.2 the others of a party come in by name, and go out by one undo", {
  tag: ["@main", "@phone-first"],
}, async ({ page, office }) => {
  const event = await office.event();
  const fullName = unique("Rosa Martin");
  const values = { fullName, phone: unique("0400"), tableNumber: 4, paymentStatus: "paid", quantity: 5 };
  const answer = await office.call.post("/api/attendees", { data: { eventId: event.id, ...values } });
  const { attendees } = (await answer.json()) as { attendees: Attendee[] };
  const [first, second] = attendees as [Attendee, Attendee];
  await openScanner(page);
  const keys = noteScanKeys(page);
  await typeAsScanner(page, first.qrCodeData);
  await expectVerdict(page, "Check-in Complete", fullName);
  await office.scan(second.qrCodeData);
  await openScanner(page);
  await typeAsScanner(page, attendees[2]?.qrCodeData ?? "");
  const more = stage(page).getByRole("button", { name: "2 more of this party" });
  await expect(more).toBeVisible();
  await expectAccessible(page);
  // As it goes, the verdict takes the height of the stage with it: a click meanwhile lands beside the button.
  await expect(stage(page).getByText("Check-in Complete")).toBeHidden();
  await more.click();
  const names = page.getByRole("dialog", { name: "Others of this party" });
  await expect(names.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await expectAccessible(page);
  await names.getByRole("checkbox", { name: "All 2" }).check();
  const isIn = expectVerdict(page, "Check-in Complete", "3 of this party checked in");
  await names.getByRole("button", { name: "Check in 2" }).click();
  await isIn;
  const arrived = async () => (await office.attendees(event.id)).filter(({ attended }) => attended).length;
  await expect.poll(arrived).toBe(5);
  expect(new Set(keys).size).toBe(4);
  await expect(stage(page).getByRole("button", { name: /more of this party/ })).toBeHidden();
  // Guests whom another door let in, or this page before its reload, are not in this list.
  const undo = page.getByRole("button", { name: `Undo the check-in of ${fullName}` });
  await expect(undo).toHaveCount(3);
  await undo.nth(1).click();
  await expect.poll(arrived).toBe(4);
  await page.getByRole("button", { name: "Undo all 2" }).click();
  await expect.poll(arrived).toBe(2);
});

test("2.scan.48, 2.scan.49 'Start' is in view on a low screen, and an image without a code has its own sign", {
  tag: "@desktop",
}, async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 625 });
  await openScanner(page);
  await expect(page.getByRole("button", { name: "Start" })).toBeInViewport({ ratio: 1 });
  await upload(page, blankPicture());
  await expectVerdict(page, "Scan Failed", "No QR code found in the image. Please try a clearer image.");
  await expect(stage(page).locator(".lucide-image-off")).toBeVisible();
  await expect(stage(page).locator(".lucide-cloud-off")).toHaveCount(0);
});

test("4.attendance.1, 4.attendance.2, 8.scan.11, 8.scan.12 admits, warns of a repeat, and keeps both among the recent scans", {
  tag: ["@main", "@phone"],
}, async ({ page, office }) => {
  await page.addInitScript(() => {
    const felt: string[] = [];
    Object.assign(window, { felt });
    navigator.vibrate = (pattern) => felt.push(String(pattern)) > 0;
    const ring = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      felt.push("sound");
      ring.call(this, when);
    };
  });
  const felt = () =>
    page.evaluate(() => {
      const { felt } = window as unknown as { felt: string[] };
      return felt;
    });
  const event = await office.event();
  const guest = await office.attendee(event.id, { tableNumber: 9 });
  await openScanner(page);
  await upload(page, qrPicture(guest.qrCodeData));
  await expectVerdict(page, "Check-in Complete", guest.fullName, "Table 9", event.name);
  await expect.poll(felt).toEqual(["80", "sound"]);
  await upload(page, qrPicture(guest.qrCodeData));
  await expectVerdict(page, "Already Checked In", guest.fullName, OLIVE.fullName);
  await expect.poll(felt).toEqual(["80", "sound", "80,80,80", "sound", "sound"]);
  await upload(page, qrPicture("something else"));
  await expectVerdict(page, "Invalid QR Code", "Format not recognised");
  await expect.poll(felt).toEqual(["80", "sound", "80,80,80", "sound", "sound", "300", "sound"]);
  await expect(toasts(page), "the verdict is the toast").toHaveCount(0);
  const recent = page.getByRole("list").filter({ hasText: guest.fullName }).getByRole("listitem");
  await expect(recent).toHaveCount(2);
  await expect(recent.first()).toContainText("Table 9");
});

for (const colorScheme of ["light", "dark"] as const) {
  // The laptop has the phone's colours, so by night it would only repeat the phone's test.
  const tag = colorScheme === "dark" ? "@phone" : [];
  test(`shows every verdict legibly in ${colorScheme}`, { tag }, async ({ page, office }) => {
    await page.emulateMedia({ colorScheme });
    const event = await office.event({ ticketPriceCents: 4500 });
    const guest = await office.attendee(event.id, { paymentStatus: "unpaid" });
    await openScanner(page);
    for (const [title, picture] of [
      ["Check-in Complete", qrPicture(guest.qrCodeData)],
      ["Already Checked In", qrPicture(guest.qrCodeData)],
      ["Invalid QR Code", qrPicture("poster")],
    ] as const) {
      await upload(page, picture);
      await expectVerdict(page, title);
      await expectAccessible(page, [colorScheme]);
    }
    await cut(page, "the call");
    await upload(page, qrPicture("unheard"));
    await expectVerdict(page, "Connection Issue");
    await expectAccessible(page, [colorScheme]);
    await expectNoSidewaysScroll(page);
  });
}

test("2.scan.11, 9.scan.9, 4.attendance.8 says in large type what a guest owes, and admits all the same", {
  tag: "@phone",
}, async ({ page, office }) => {
  const event = await office.event({ ticketPriceCents: 4550 });
  const guest = await office.attendee(event.id, { paymentStatus: "unpaid" });
  await openScanner(page);
  await upload(page, qrPicture(guest.qrCodeData));
  await expectVerdict(page, "Check-in Complete", guest.fullName);
  for (const fact of [stage(page).getByText("unpaid"), stage(page).getByText("45.50")]) {
    await expect(fact).toBeVisible();
    expect(await sizeOf(fact)).toBeGreaterThanOrEqual(20);
  }
});

test("2.scan.19 a name is the largest of a verdict, and set smaller before a word of it breaks", async ({
  page,
  office,
}) => {
  const event = await office.event();
  await openScanner(page);
  for (const [fullName, smallest] of [
    ["Amélie Laurent", 48],
    ["Bartholomew Featherstonehaugh", 26],
  ] as const) {
    const guest = await office.attendee(event.id, { fullName });
    await upload(page, qrPicture(guest.qrCodeData));
    const { nameSize, titleSize, brokenWords } = await measureVerdict(page, "Check-in Complete", fullName);
    expect(nameSize).toBeGreaterThanOrEqual(smallest);
    expect(nameSize).toBeGreaterThan(titleSize);
    expect(brokenWords).toEqual([]);
  }
});

test("4.scan.11, 4.scan.12, 2.scan.7 refuses the ticket of another event than the chosen one, and names its own", {
  tag: "@phone",
}, async ({ page, office }) => {
  const tonight = await office.event();
  const tomorrow = await office.event({ date: "2037-12-05" });
  const guest = await office.attendee(tomorrow.id);
  await openScanner(page);
  await chooseEvent(page, tonight.id);
  await page.reload();
  await expectEvent(page, tonight.id);
  await upload(page, qrPicture(guest.qrCodeData));
  await expectVerdict(page, "Invalid QR Code", "Not valid for this event", tomorrow.name);
  expect(await office.findAttendee(guest.id)).toMatchObject({ attended: false });
  await chooseEvent(page, null);
  await upload(page, qrPicture(guest.qrCodeData));
  await expectVerdict(page, "Check-in Complete", guest.fullName, tomorrow.name);
});

test("refuses the ticket of an event that was deleted", { tag: "@phone" }, async ({ page, office }) => {
  const event = await office.event();
  const guest = await office.attendee(event.id);
  await office.call.delete(`/api/events/${event.id}`);
  await openScanner(page);
  await upload(page, qrPicture(guest.qrCodeData));
  await expectVerdict(page, "Invalid QR Code", "Not valid for this event");
});

test("4.scan.21, 5.scan.3, 8.scan.13 says so when a picture holds no code, and goes on working", {
  tag: "@phone",
}, async ({ page, office }) => {
  const guest = await office.attendee((await office.event()).id);
  await openScanner(page);
  await uploadByTap(page, blankPicture());
  await expect(stage(page)).toContainText("No QR code found in the image. Please try a clearer image.");
  await upload(page, qrPicture(guest.qrCodeData));
  await expectVerdict(page, "Check-in Complete", guest.fullName);
});

test.describe("when the connection is bad", () => {
  for (const lost of ["the call", "the answer"] as const) {
    test(`4.scan.16 ${lost} gets lost, and Try again sends the same key and ends well`, {
      tag: "@phone",
    }, async ({ page, office }) => {
      const guest = await office.attendee((await office.event()).id);
      await openScanner(page);
      const keys = noteScanKeys(page);
      // Waiting records must not be sent in the background.
      await page.route(/\/api\/door\/scans$/, (route) => route.abort());
      await cut(page, lost);
      await upload(page, qrPicture(guest.qrCodeData));
      await expectVerdict(page, "Connection Issue", "Not checked in yet");
      await page.unroute(SCAN);
      await stage(page).getByRole("button", { name: "Try again" }).click();
      await expectVerdict(page, "Check-in Complete", guest.fullName);
      expect(keys).toHaveLength(2);
      expect(keys[1]).toBe(keys[0]);
    });
  }

  test("4.scan.540 what got no answer is sent once the network is back, and its verdict shows", {
    tag: "@phone",
  }, async ({ page, office }) => {
    const guest = await office.attendee((await office.event()).id);
    await openScanner(page);
    await cut(page, "the call");
    await upload(page, qrPicture(guest.qrCodeData));
    await expectVerdict(page, "Connection Issue", "Not checked in yet");
    await page.unrouteAll();
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expectVerdict(page, "Check-in Complete", guest.fullName);
    await expect(page.getByText(/not checked in yet/i)).toHaveCount(0);
  });

  test("4.scan.17 the same code read again sends the same key", { tag: "@phone" }, async ({
    page,
    office,
  }) => {
    const guest = await office.attendee((await office.event()).id);
    await openScanner(page);
    const keys = noteScanKeys(page);
    // The outbox would send the first scan, and the second would be another.
    await page.route("**/api/door/scans", (route) => route.abort());
    await cut(page, "the answer");
    await upload(page, qrPicture(guest.qrCodeData));
    await expectVerdict(page, "Connection Issue");
    await page.unroute(SCAN);
    await upload(page, qrPicture(guest.qrCodeData));
    await expectVerdict(page, "Check-in Complete", guest.fullName);
    expect(keys[1]).toBe(keys[0]);
  });

  test("4.scan.14, 9.scan.8 no answer within 5 seconds is a Connection Issue", { tag: "@phone" }, async ({
    page,
    office,
  }) => {
    const guest = await office.attendee((await office.event()).id);
    await openScanner(page);
    await page.route(SCAN, () => {});
    await upload(page, qrPicture(guest.qrCodeData));
    await expect(page.getByText("Cooldown (3s)", { exact: true })).toBeVisible();
    await expectVerdict(page, "Connection Issue", "Not checked in yet");
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("4.scan.15 a server in trouble is a Temporary Issue, and keeps the key", { tag: "@phone" }, async ({
    page,
    office,
    watched,
  }) => {
    watched.expectTrouble(/^503 from/);
    const guest = await office.attendee((await office.event()).id);
    await openScanner(page);
    const keys = noteScanKeys(page);
    // Waiting records must not be sent in the background.
    await page.route(/\/api\/door\/scans$/, (route) => route.abort());
    await page.route(SCAN, (route) => route.fulfill({ status: 503, body: "Service Unavailable" }));
    await upload(page, qrPicture(guest.qrCodeData));
    await expectVerdict(page, "Temporary Issue", "Not checked in yet");
    await page.unroute(SCAN);
    await stage(page).getByRole("button", { name: "Try again" }).click();
    await expectVerdict(page, "Check-in Complete", guest.fullName);
    expect(keys[1]).toBe(keys[0]);
  });
});

test("of two doors with the same ticket one admits", { tag: ["@main", "@desktop"] }, async ({
  page,
  context,
  office,
}) => {
  const guest = await office.attendee((await office.event()).id);
  const other = await context.newPage();
  await openScanner(page);
  await openScanner(other);
  const picture = qrPicture(guest.qrCodeData);
  const title = () => {
    const headings = document.querySelectorAll('section[aria-label="Camera"] :is(h1, h2, h3)');
    const shown = [...headings].filter((heading) => heading.checkVisibility());
    return shown
      .map(({ textContent }) => textContent?.trim() ?? "")
      .find((words) => /Check-in Complete|Already Checked In/.test(words));
  };
  // A tab in the background may draw no frames.
  const isDecided = [page, other].map((door) => door.waitForFunction(title, undefined, { polling: 100 }));
  await Promise.all([upload(page, picture), upload(other, picture)]);
  const titles = await Promise.all(isDecided.map(async (decided) => (await decided).jsonValue()));
  expect(titles.sort()).toEqual(["Already Checked In", "Check-in Complete"]);
});

test("2.scan.9 remembers Rapid mode, and is left by the back button", { tag: "@desktop" }, async ({
  page,
}) => {
  await page.goto("/");
  await openScanner(page);
  await page.getByRole("switch", { name: "Rapid mode" }).check();
  await page.reload();
  await expect(page.getByRole("switch", { name: "Rapid mode" })).toBeChecked();
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect(page.getByText("Quick Overview")).toBeVisible();
});

test.describe("when something is wrong", () => {
  test("4.scan.25 reads a hardware scanner with the camera off, whatever button has the focus", {
    tag: ["@main", "@phone"],
  }, async ({ page, office }) => {
    const event = await office.event();
    const guest = await office.attendee(event.id, { tableNumber: 9 });
    await openScanner(page);
    await page.getByRole("button", { name: "Start" }).focus();
    await typeAsScanner(page, guest.qrCodeData);
    await expectVerdict(page, "Check-in Complete", guest.fullName, "Table 9", event.name);
    await expect(page.getByRole("button", { name: "Start" }), "the camera stays off").toBeVisible();
    await expect(page.getByText("Camera Ready", { exact: true })).toBeVisible();
    await page.getByLabel("Event", { exact: true }).focus();
    await typeAsScanner(page, guest.qrCodeData);
    await expectVerdict(page, "Already Checked In", guest.fullName);
    await expectEvent(page, null);
    const recent = page.getByRole("list").filter({ hasText: guest.fullName }).getByRole("listitem");
    await expect(recent).toHaveCount(2);
  });

  test("4.scan.580 reads a hardware scanner while a guest is searched for, and the search keeps its text", {
    tag: "@phone",
  }, async ({ page, office }) => {
    const event = await office.event();
    const guest = await office.attendee(event.id);
    await openScanner(page);
    await page.getByRole("button", { name: "Find guest" }).click();
    const search = page.getByRole("searchbox");
    await search.fill("Papadop");
    await typeAsScanner(page, guest.qrCodeData);
    await expectVerdict(page, "Check-in Complete", guest.fullName);
    await page.getByRole("button", { name: "Find guest" }).click();
    await expect(search).toHaveValue("Papadop");
  });

  test("4.scan.26 takes the next guest of a hardware scanner after the cooldown", {
    tag: "@desktop",
  }, async ({ page, office }) => {
    const event = await office.event();
    const [first, second] = [await office.attendee(event.id), await office.attendee(event.id)];
    await openScanner(page);
    const isFirstShown = expectVerdict(page, "Check-in Complete", first.fullName);
    await typeAsScanner(page, first.qrCodeData);
    await typeAsScanner(page, second.qrCodeData);
    await isFirstShown;
    await expectVerdict(page, "Check-in Complete", second.fullName);
    await expect(page.getByRole("list").getByRole("listitem")).toHaveCount(2);
  });

  test("2.scan.17, 2.scan.18, 2.similar.1, 4.scan.24 finds a guest by 'sof pap' and lets them in, with two taps", {
    tag: ["@main", "@phone"],
  }, async ({ page, office }) => {
    const tonight = await office.event();
    const tomorrow = await office.event({ date: "2037-12-05" });
    const name = unique("Sófia O'Hara-Papadopoulos");
    const guest = await office.attendee(tonight.id, {
      fullName: name,
      tableNumber: 41,
      paymentStatus: "unpaid",
    });
    await office.attendee(tomorrow.id, { fullName: name });
    await openScanner(page);
    await chooseEvent(page, tonight.id);
    const taps = await countTaps(page);
    await page.getByRole("button", { name: "Find guest" }).click();
    const sheet = page.getByRole("dialog", { name: "Find a guest" });
    await expect(sheet.getByRole("searchbox")).toBeFocused();
    await page.keyboard.type("sof pap");
    const found = sheet.getByRole("listitem");
    await expect(found).toHaveCount(1);
    for (const fact of [name, "Table 41", "unpaid", guest.invoiceNumber]) {
      await expect(found).toContainText(fact);
    }
    await expect(found).not.toContainText(tonight.name);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await found.getByRole("button", { name: `Check in ${name}` }).click();
    await expectVerdict(page, "Check-in Complete", name, "Table 41", "unpaid");
    expect(await taps()).toBe(2);
    await expect(sheet).toBeHidden();
    await expect.poll(() => office.findAttendee(guest.id)).toMatchObject({ attended: true });
    await expect(page.getByRole("list").getByRole("listitem")).toContainText(name);

    await page.getByRole("button", { name: "Find guest" }).click();
    await sheet.getByRole("searchbox").fill(guest.invoiceNumber);
    await expect(found).toContainText(/Arrived at \d\d:\d\d/);
    await expect(found.getByRole("button")).toHaveCount(0);
  });

  test("2.scan.45 four guests are in view above a phone's keyboard, outside first", {
    tag: "@phone",
  }, async ({ page, office }) => {
    const event = await office.event({ ticketPriceCents: 4500 });
    const name = unique("Quentin");
    for (const [at, paymentStatus] of ["paid", "unpaid", "comp", "partial", "paid"].entries()) {
      const guest = await office.attendee(event.id, { fullName: `${name} ${at}`, paymentStatus });
      if (at === 4) await office.scan(guest.qrCodeData);
    }
    await openScanner(page);
    await page.getByRole("button", { name: "Find guest" }).click();
    const sheet = page.getByRole("dialog", { name: "Find a guest" });
    await sheet.getByRole("searchbox").fill(name);
    const rows = sheet.getByRole("listitem");
    await expect(rows).toHaveCount(5);
    await expect(rows.nth(4)).toContainText(/Arrived at/);
    // A keyboard of 336 px lies over the rest.
    const { height = 0 } = page.viewportSize() ?? {};
    const fourth = await rows.nth(3).boundingBox();
    expect((fourth?.y ?? height) + (fourth?.height ?? 0)).toBeLessThanOrEqual(height - 336);
    await expectNoSidewaysScroll(page);
  });

  test("2.scan.46 who is nowhere is added and let in", { tag: "@phone" }, async ({ page, office }) => {
    const event = await office.event();
    const name = unique("Nora Newcomer").replaceAll(/[\d-]/g, "x");
    await openScanner(page);
    await chooseEvent(page, event.id);
    await page.getByRole("button", { name: "Find guest" }).click();
    await page.getByRole("searchbox").fill(name);
    await page.getByRole("button", { name: "Add this guest" }).click();
    await expect(page.getByLabel("Full Name")).toHaveValue(name);
    await expectAccessible(page);
    const add = page.getByRole("button", { name: "Add and let in" });
    await add.click();
    await expect(page.getByText("Phone number is required")).toBeVisible();
    await page.getByLabel("Phone Number").fill("0400 123 456");
    await page.getByRole("button", { name: "comp", exact: true }).click();
    await add.click();
    await expectVerdict(page, "Check-in Complete", name, "Table 1");
    const [guest] = await office.attendees(event.id);
    expect(guest).toMatchObject({ fullName: name, paymentStatus: "comp", attended: true });
  });

  test("2.scan.22 the search has all of a phone's screen", { tag: "@phone" }, async ({ page }) => {
    await openScanner(page);
    await page.getByRole("button", { name: "Find guest" }).click();
    const sheet = page.getByRole("dialog", { name: "Find a guest" });
    await expect.poll(() => sheet.boundingBox()).toMatchObject({ ...page.viewportSize(), x: 0, y: 0 });
    await expect(page.getByRole("button", { name: "Close" })).toBeInViewport({ ratio: 1 });
  });

  test("2.scan.17 says when nobody is found, and when the search fails", { tag: "@phone" }, async ({
    page,
    watched,
  }) => {
    watched.expectTrouble(/^503 from/);
    await openScanner(page);
    await page.getByRole("button", { name: "Find guest" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("searchbox").fill(unique("Nobody at all"));
    await expect(sheet.getByText("No guest matches")).toBeVisible();
    await page.route("**/api/attendees?**", (route) => route.fulfill({ status: 503, body: "" }));
    await sheet.getByRole("searchbox").fill(unique("Still nobody"));
    await expect(sheet.getByText("The search could not be done")).toBeVisible();
    await page.unrouteAll();
    await sheet.getByRole("button", { name: "Try again" }).click();
    await expect(sheet.getByText("No guest matches")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(page.getByRole("button", { name: "Find guest" })).toBeFocused();
  });

  test("2.scan.14..16, 4.scan.27 offers light and lenses, and remembers the lens", { tag: "@phone" }, async ({
    openDoor,
  }) => {
    const page = await openDoor({
      args: ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream=device-count=2"],
    });
    // No fake camera has a light: this one says that it has.
    await page.addInitScript(() => {
      const lit: boolean[] = [];
      Object.assign(window, { lit });
      const capabilities = MediaStreamTrack.prototype.getCapabilities;
      MediaStreamTrack.prototype.getCapabilities = function () {
        return { ...capabilities.call(this), torch: true };
      };
      MediaStreamTrack.prototype.applyConstraints = async (wish) => {
        lit.push(Boolean((wish?.advanced?.[0] as { torch?: boolean } | undefined)?.torch));
      };
    });
    await openScanner(page);
    await expect(page.getByRole("button", { name: "Torch" })).toHaveCount(0);
    await page.getByRole("button", { name: "Start" }).click();
    const torch = page.getByRole("button", { name: "Torch" });
    await torch.click();
    await expect(torch).toHaveAttribute("aria-pressed", "true");
    await torch.click();
    await expect(torch).toHaveAttribute("aria-pressed", "false");
    expect(await page.evaluate(() => (window as unknown as { lit: boolean[] }).lit)).toEqual([true, false]);

    const picker = page.getByRole("combobox", { name: "Camera" });
    await expect(picker.getByRole("option")).toHaveCount(3);
    await expect(picker.getByRole("option", { selected: true })).toHaveText("Automatic");
    const last = (await picker.getByRole("option").last().getAttribute("value")) ?? "";
    await picker.selectOption(last);
    const running = () =>
      page.evaluate(() => {
        const stream = document.querySelector("video")?.srcObject as MediaStream | null;
        return stream?.getVideoTracks()[0]?.getSettings().deviceId;
      });
    await expect.poll(running).toBe(last);
    await page.reload();
    await page.getByRole("button", { name: "Start" }).click();
    await expect.poll(running).toBe(last);
    await expect(picker).toHaveValue(last);
  });
});

test.describe("one guest after the other", () => {
  test("4.scan.29 the last guest's verdict is gone while the next one's ticket is decided", {
    tag: "@phone",
  }, async ({ openDoor, office }) => {
    const event = await office.event();
    const [first, second] = [await office.attendee(event.id), await office.attendee(event.id)];
    const page = await openDoor({
      // The next guest comes while the verdict still shows.
      film: [
        { picture: qrPicture(first.qrCodeData), seconds: 1 },
        { picture: qrPicture(second.qrCodeData), seconds: 1 },
      ],
    });
    await openScanner(page);
    await page.getByRole("switch", { name: "Rapid mode" }).check();
    const asked: (() => void)[] = [];
    await page.route(SCAN, async (route) => {
      await new Promise<void>((goOn) => asked.push(goOn));
      await route.continue();
    });
    await page.getByRole("button", { name: "Start" }).click();
    const verdict = stage(page).getByRole("heading", { name: "Check-in Complete" });
    for (const number of [1, 2]) {
      await expect.poll(() => asked.length, { timeout: 20_000, intervals: [50] }).toBe(number);
      await expect(page.getByRole("list").getByRole("listitem")).toHaveCount(number - 1);
      await expect(verdict).toHaveCount(0);
      await expect(stage(page).getByText("Checking the ticket...")).toBeVisible();
      asked[number - 1]?.();
    }
    await expect(verdict).toBeVisible();
  });

  test("2.scan.23 says how many scans of a hardware scanner wait", { tag: "@phone" }, async ({
    page,
    office,
  }) => {
    const event = await office.event();
    const guests = [];
    for (let n = 0; n < 3; n++) guests.push(await office.attendee(event.id));
    await openScanner(page);
    // A short-lived pill may be gone before the test looks for it: the page itself records its texts.
    await stage(page).evaluate((region) => {
      const shown: string[] = [];
      Object.assign(window, { shown });
      new MutationObserver(() => {
        const [pill] = /\d waiting/.exec(region.textContent ?? "") ?? [];
        if (pill && pill !== shown.at(-1)) shown.push(pill);
      }).observe(region, { subtree: true, childList: true, characterData: true });
    });
    for (const { qrCodeData } of guests) await typeAtOnce(page, qrCodeData);
    await expectAccessible(page);
    await expect(async () => {
      const shown = await page.evaluate(() => (window as unknown as { shown: string[] }).shown);
      expect(shown.slice(-2)).toEqual(["2 waiting", "1 waiting"]);
    }).toPass();
    await expect(stage(page).getByText(/waiting$/)).toHaveCount(0);
  });
});

test.describe("when the event of the door is deleted", () => {
  const DELETED = "This event was deleted. Choose another event.";

  async function openDoorOf(page: Page, eventId: number): Promise<void> {
    await openScanner(page);
    await chooseEvent(page, eventId);
    await expectEvent(page, eventId);
  }

  test("4.scan.34 it stops and says so, and goes on with another event", { tag: "@phone" }, async ({
    page,
    office,
  }) => {
    const [tonight, other] = [await office.event(), await office.event()];
    const guest = await office.attendee(other.id);
    await openDoorOf(page, tonight.id);
    await office.call.delete(`/api/events/${tonight.id}`);
    await expect(stage(page).getByRole("alert")).toHaveText(DELETED);
    for (const name of ["Start", "Upload image", "Find guest"])
      await expect(page.getByRole("button", { name })).toBeDisabled();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await typeAtOnce(page, guest.qrCodeData);
    await expectVerdict(page, "Scan Failed", "Not checked in yet", DELETED);
    expect(await office.findAttendee(guest.id)).toMatchObject({ attended: false });

    await chooseEvent(page, other.id);
    await expect(page.getByRole("button", { name: "Start" })).toBeEnabled();
    await typeAtOnce(page, guest.qrCodeData);
    await expectVerdict(page, "Check-in Complete", guest.fullName);
  });

  test("4.scan.34 a door that remembers it opens for nobody", { tag: "@phone" }, async ({ page, office }) => {
    const [tonight, other] = [await office.event(), await office.event()];
    const guest = await office.attendee(other.id);
    await openDoorOf(page, tonight.id);
    await page.goto("/nowhere");
    await office.call.delete(`/api/events/${tonight.id}`);
    await page.goto("/scan-attendees");
    await expect(stage(page).getByRole("alert")).toHaveText(DELETED);
    await typeAtOnce(page, guest.qrCodeData);
    await expectVerdict(page, "Scan Failed", DELETED);
    expect(await office.findAttendee(guest.id)).toMatchObject({ attended: false });
    await page.reload();
    await expect(stage(page).getByRole("alert")).toHaveText(DELETED);
  });
});

test.describe("without a network", () => {
  test("4.scan.36 'Find guest' opens where the network has gone", { tag: "@phone" }, async ({
    page,
    watched,
  }) => {
    watched.expectTrouble(/./);
    await openScanner(page);
    await expectLoadedAhead(page);
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Find guest" }).click();
    await expect(page.getByRole("dialog", { name: "Find a guest" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Find guest" })).toBeFocused();
    await page.context().setOffline(false);
  });
});
