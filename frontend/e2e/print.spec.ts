import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { PNG } from "pngjs";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { type Attendee, type Office, unique } from "./api";
import { pagePictures, pageTexts } from "./pdf";
import { chooseEvent, expectAccessible, expectNoSidewaysScroll, unfold } from "./steps";
import { SIGNED_OUT, test } from "./test";

/** A millimetre of paper in CSS pixels. */
const MM = 96 / 25.4;

const printButton = (page: Page) => page.getByRole("button", { name: "Print", exact: true });
const ready = (page: Page) => expect(printButton(page)).toBeEnabled();

/** The text that would be printed, page by page. */
const printed = async (page: Page): Promise<string[]> =>
  pageTexts(await page.pdf({ preferCSSPageSize: true }));

/** Many at once: three tables of 14, whose names begin with all letters of the alphabet but for some. */
async function fullHouse(office: Office) {
  const event = await office.event({ name: unique("Midwinter Gala") });
  const attendees = Array.from({ length: 42 }, (_, index) => ({
    fullName: `${String.fromCharCode(65 + (index % 20))}ba Guest${100 + index}`,
    phone: `0400 000 ${100 + index}`,
    tableNumber: [2, 10, 3][index % 3] ?? 0,
    paymentStatus: "paid",
  }));
  const call = await office.call.post("/api/attendees/bulk-import", {
    data: { eventId: event.id, attendees },
  });
  expect(call.ok()).toBe(true);
  return event;
}

test("2.print.1, 2.print.5 from the list to the door list of the chosen event, and back to the list as it was", {
  tag: "@main",
}, async ({ page, office }) => {
  const event = await office.event();
  const ada = await office.attendee(event.id, { tableNumber: 12 });
  await page.goto(`/manage-attendees?eventId=${event.id}&attended=false`);
  await expect(page.getByRole("link", { name: ada.fullName })).toBeVisible();
  await unfold(page, "More actions");
  await page.getByRole("button", { name: "Print" }).click();
  await expectAccessible(page);
  await page.getByRole("link", { name: /^Door list.*Everyone/ }).click();
  await expect(page).toHaveURL(`/print-door-list?eventId=${event.id}`);
  const paper = page.getByRole("region", { name: "Door list" });
  await expect(paper.getByRole("heading", { name: event.name })).toBeVisible();
  await expect(paper.getByRole("row", { name: ada.fullName })).toContainText(`12${ada.invoiceNumber}`);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByLabel("Sorted").selectOption("By table");
  await expect(paper.getByRole("columnheader", { name: "Table 12" })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Sorted")).toHaveValue("table");
  await expect(paper.getByRole("columnheader", { name: "Table 12" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Attendees" }).click();
  await expect(page).toHaveURL(`/manage-attendees?eventId=${event.id}&attended=false`);
});

test("2.print.2 without an event the door list asks for one", { tag: "@desktop" }, async ({
  page,
  office,
}) => {
  const event = await office.event();
  await office.attendee(event.id);
  await page.goto("/print-door-list");
  await expect(page.getByText("Its door list shows here, ready to print.")).toBeVisible();
  await expect(printButton(page)).toBeDisabled();
  await expectAccessible(page);
  await chooseEvent(page, event.id);
  await ready(page);
});

test.describe("on paper", { tag: "@desktop" }, () => {
  test("2.print.9..11, 2.print.13 by table: each whole on one page, headed by what it is", {
    tag: "@main",
  }, async ({ page, office }) => {
    const event = await fullHouse(office);
    const [owing, present] = [
      await office.attendee(event.id, {
        tableNumber: 2,
        paymentStatus: "half now",
        phone: "+61 400 999 111",
      }),
      await office.attendee(event.id, { tableNumber: 2 }),
    ];
    await office.scan(present.qrCodeData);
    await page.goto(`/print-door-list?eventId=${event.id}&by=table`);
    await ready(page);
    const pages = await printed(page);
    expect(pages).toHaveLength(2);
    const [first = "", second = ""] = pages;
    for (const text of [event.name, "Sat 21 Nov 2037 at 19:30", "44 attendees · 1 arrived · 1 not paid"]) {
      expect(first).toContain(text);
    }
    expect(first).toMatch(/Printed from the list as of \d+ \w+ \d{4}, \d\d:\d\d/);
    expect(first).toMatch(new RegExp(`${owing.fullName}\\s*${owing.invoiceNumber}\\s*…9111\\s*half now`));
    // The tables are in order of number; rows that do not fit below table 2 begin on the next page.
    expect(first).toContain("Table 2");
    expect(first.match(/Guest1\d\d/g)).toHaveLength(14);
    expect(second.match(/Table \d+(?=\s*14 attendees)/g)).toEqual(["Table 3", "Table 10"]);
    expect(second.match(/Guest1\d\d/g)).toHaveLength(28);
    // The edges, as Chromium prints them.
    expect(first).toContain("Page 1 of 2");
    expect(second).toContain("Page 2 of 2");
    expect(second).toContain(event.name);
  });

  test("2.print.12, 2.print.13 by name: a letter that goes on has its heading on the next page again, and the columns once a page", async ({
    page,
    office,
  }) => {
    const event = await office.event();
    const attendees = Array.from({ length: 60 }, (_, index) => ({
      fullName: `${index < 50 ? "Élodie" : "Zed"} ${100 + index}`,
      phone: "0400 000 000",
      tableNumber: 7,
      paymentStatus: "paid",
    }));
    await office.call.post("/api/attendees/bulk-import", { data: { eventId: event.id, attendees } });
    await page.goto(`/print-door-list?eventId=${event.id}&by=name`);
    await ready(page);
    const pages = await printed(page);
    expect(pages.length).toBeGreaterThan(1);
    const headings = pages.map((text) => text.match(/^[A-Z]$/gm));
    for (const text of pages) expect(text.match(/Table\s*Invoice\s*Phone\s*Payment/g)).toHaveLength(1);
    expect(headings[0]).toEqual(["E"]);
    expect(headings[1]?.[0]).toBe("E");
    expect(headings.flat().at(-1)).toBe("Z");
    const order = pages.join("\n").match(/(?<=Élodie |Zed )\d{3}/g);
    expect(order).toEqual(attendees.map((_, index) => String(100 + index)));
  });

  test("2.print.5, 2.print.8 nothing of the screen, and black on white in the dark", async ({
    page,
    office,
  }) => {
    const event = await office.event();
    const ada = await office.attendee(event.id);
    await page.emulateMedia({ colorScheme: "dark" });
    for (const path of [`/print-door-list?eventId=${event.id}`, `/print-tickets?eventId=${event.id}`]) {
      await page.goto(path);
      await ready(page);
      const name = page.getByText(ada.fullName, { exact: true });
      const inks = await name.evaluate((element) => {
        const paper = element.closest(".bg-paper");
        return [getComputedStyle(element).color, paper && getComputedStyle(paper).backgroundColor];
      });
      expect(inks).toEqual(["oklch(0 0 0)", "oklch(1 0 0)"]);
      const text = (await printed(page)).join("\n").replaceAll("\n", " ");
      expect(text).toContain(ada.fullName);
      for (const onScreen of ["Olive Organizer", "Back", "Sorted", "Doorlist:"]) {
        expect(text).not.toContain(onScreen);
      }
    }
  });

  test("2.print.5 'Print' opens the browser's dialog", async ({ page, office }) => {
    await page.addInitScript(() => {
      window.print = () => Object.assign(window, { wasPrinted: true });
    });
    const event = await office.event();
    await office.attendee(event.id);
    await page.goto(`/print-door-list?eventId=${event.id}`);
    await printButton(page).click();
    expect(await page.evaluate(() => "wasPrinted" in window)).toBe(true);
  });

  test("2.print.14, 9.print.3 tickets: eight to a sheet, each with a code that reads as its own", {
    tag: "@main",
  }, async ({ page, office }) => {
    const event = await fullHouse(office);
    const guests = (await office.attendees(event.id)).filter(({ tableNumber }) => tableNumber !== 2);
    await page.goto(
      `/print-tickets?eventId=${event.id}&by=table&except=${idsAtTable(await office.attendees(event.id), 2)}`,
    );
    await expect(page.getByText("28 tickets on 4 sheets")).toBeVisible();
    await expect(printButton(page)).toBeEnabled();
    const pages = await printed(page);
    expect(pages.map((text) => text.match(/Guest1\d\d/g)?.length)).toEqual([8, 8, 8, 4]);
    expect(pages[0]?.replaceAll("\n", " ")).toContain(
      "Tickets are not refundable. Please arrive 30 minutes early.",
    );

    await page.emulateMedia({ media: "print" });
    const wasm = await readFile("node_modules/zxing-wasm/dist/reader/zxing_reader.wasm");
    await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
    for (const guest of guests.slice(0, 4)) {
      const card = page.getByRole("listitem").filter({ hasText: guest.invoiceNumber });
      await expect(card).toContainText(guest.fullName);
      await expect(card).toContainText(event.name);
      const { width, height } = (await card.boundingBox()) ?? { width: 0, height: 0 };
      expect([width / MM, height / MM].map(Math.round)).toEqual([90, 68]);
      const code = await card.getByRole("img").boundingBox();
      // 25 modules of a code are 30 mm where 33, with its quiet zone, are 40.
      expect((code?.width ?? 0) / MM).toBeGreaterThanOrEqual((30 * 33) / 25);
      const { data, width: across, height: down } = PNG.sync.read(await card.screenshot());
      const picture = { data: new Uint8ClampedArray(data), width: across, height: down } as ImageData;
      const texts = (await readBarcodes(picture, { formats: ["QRCode"] })).map(({ text }) => text);
      expect(texts).toEqual([guest.qrCodeData]);
    }
  });

  test("2.print.14 however long the words are, a ticket keeps its size and its code", async ({
    page,
    office,
  }) => {
    const event = await office.event({
      name: `${unique("Gala")} ${"of the Harbour Rowing Club ".repeat(6)}`.trim(),
    });
    const long = await office.attendee(event.id, {
      fullName: `${"Konstantinopoulou-".repeat(10)}Byron`,
      tableNumber: 100_000,
    });
    const other = await office.attendee(event.id, { fullName: "李 小龍" });
    await page.goto(`/print-tickets?ids=${long.id},${other.id}`);
    await ready(page);
    await page.emulateMedia({ media: "print" });
    const card = page.getByRole("listitem").filter({ hasText: long.invoiceNumber });
    const frame = await card.boundingBox();
    const code = await card.getByRole("img").boundingBox();
    expect(Math.round((frame?.height ?? 0) / MM)).toBe(68);
    expect((code?.width ?? 0) / MM).toBeCloseTo(40, 0);
    expect((code?.y ?? 0) + (code?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0));
    for (const fact of ["100000", long.invoiceNumber, /^Tickets are not refundable/]) {
      const box = await card.getByText(fact).boundingBox();
      // Within the card, and its margin of 4 mm.
      const end = (frame?.y ?? 0) + (frame?.height ?? 0) - 4 * MM;
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(end);
    }
    expect(await printed(page)).toHaveLength(1);
  });

  test("2.print.942, 2.print.946 on paper no text is cut, and the marks of the types are there without backgrounds", async ({
    page,
    office,
  }) => {
    const event = await office.event({
      name: `${unique("Annual Charity Dinner")} of the Rotary Club`,
      venue: "Town Hall",
      address: "483 George St, Sydney",
      endTime: "23:00",
      ticketPriceCents: 18_000,
    });
    const call = await office.call.post(`/api/events/${event.id}/ticket-types`, {
      data: { name: "VIP", color: "purple", priceCents: 18_000 },
    });
    const { id: ticketTypeId } = await call.json();
    const terms = "Tickets are not refundable. Please arrive 30 minutes early.";
    const names = [
      unique("Bo Li"),
      `${unique("Maximiliana")} ${"Alexandra Hohenstein ".repeat(4)}`.slice(0, 80).trim(),
    ];
    for (const fullName of names)
      await office.attendee(event.id, { fullName, ticketTypeId, paymentStatus: "unpaid" });
    await page.goto(`/print-tickets?eventId=${event.id}`);
    await ready(page);
    await page.emulateMedia({ media: "print" });
    for (const name of names) {
      const card = page.getByRole("listitem").filter({ hasText: name });
      for (const text of [event.name, "Town Hall, 483 George St, Sydney", name, "VIP", terms])
        await expect(card.getByText(text, { exact: true })).toBeVisible();
      const texts = await card.getByRole("paragraph").evaluateAll((paragraphs) =>
        paragraphs.map((one) => {
          const { top, bottom } = one.getBoundingClientRect();
          return { top, bottom, isWide: one.scrollWidth > one.clientWidth + 1 };
        }),
      );
      const inOrder = texts.sort((one, other) => one.top - other.top);
      for (const [index, { top, isWide }] of inOrder.entries()) {
        expect(isWide).toBe(false);
        expect(top).toBeGreaterThanOrEqual((inOrder[index - 1]?.bottom ?? 0) - 1);
      }
    }
    const marks = page.locator('[style*="--type-"]');
    const adjust = () => marks.evaluateAll((all) => all.map((one) => getComputedStyle(one).printColorAdjust));
    expect(await adjust()).toEqual(["exact", "exact"]);

    await page.emulateMedia({ media: "screen" });
    await page.goto(`/print-door-list?eventId=${event.id}`);
    await ready(page);
    await page.emulateMedia({ media: "print" });
    const paper = page.getByRole("region", { name: "Door list" });
    await expect(paper.getByText("Sat 21 Nov 2037 at 19:30 to 23:00")).toBeVisible();
    await expect(paper.getByText("Town Hall, 483 George St, Sydney")).toBeVisible();
    expect(await adjust()).toEqual(["exact", "exact"]);
    const owed = await paper
      .getByText(/^unpaid · \$180\.00\sowed$/)
      .first()
      .boundingBox();
    // A line of 12 points in its frame.
    expect(owed?.height).toBeLessThan(20);
  });
});

const idsAtTable = (attendees: Attendee[], table: number) =>
  attendees
    .filter(({ tableNumber }) => tableNumber === table)
    .map(({ id }) => id)
    .join(",");

test("2.print.1, 2.print.4, 2.print.15 tickets of a selection, again after a reload, without who was deleted", {
  tag: "@desktop-first",
}, async ({ page, office }) => {
  const event = await office.event();
  const [ada, ben, cy] = [
    await office.attendee(event.id),
    await office.attendee(event.id),
    await office.attendee(event.id),
  ];
  await page.goto(`/manage-attendees?eventId=${event.id}`);
  for (const { fullName } of [ada, cy]) {
    await page.getByRole("checkbox", { name: `Select ${fullName}` }).check();
  }
  await page.getByRole("button", { name: "Print" }).click();
  await page.getByRole("link", { name: /^QR tickets.*2 selected/ }).click();
  await expect(page.getByText("2 tickets on 1 sheet")).toBeVisible();
  await expect(page.getByRole("img", { name: new RegExp(ada.invoiceNumber) })).toBeVisible();
  await expect(page.getByText(ben.invoiceNumber)).toHaveCount(0);
  // 2.print.948
  const pdf = await savedFile(page, "Save as PDF");
  expect(pdf.name).toBe(`Tickets ${event.name} selected 2 ${event.date}.pdf`);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await office.call.delete(`/api/attendees/${cy.id}`);
  await page.reload();
  await expect(page.getByText("1 ticket on 1 sheet")).toBeVisible();
  await expect(page.getByText(/^One attendee you chose was deleted/)).toBeVisible();
});

test("2.print.7 what others do meanwhile changes nothing on the sheet", { tag: "@desktop" }, async ({
  page,
  office,
}) => {
  const event = await office.event();
  const ada = await office.attendee(event.id);
  await page.goto(`/print-door-list?eventId=${event.id}`);
  await expect(page.getByRole("img", { name: "Not arrived" })).toHaveCount(1);
  await office.scan(ada.qrCodeData);
  await page.waitForTimeout(1500);
  await expect(page.getByRole("img", { name: "Not arrived" })).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole("img", { name: "Arrived" })).toHaveCount(1);
});

test("2.print.16 nobody to print is said, with what to do", { tag: "@desktop" }, async ({ page, office }) => {
  const event = await office.event();
  await page.goto(`/print-door-list?eventId=${event.id}`);
  await expect(page.getByText("No one is registered for this event yet")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/print-tickets?ids=999999");
  await expect(page.getByText("There are no tickets to print")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test.describe("signed out", () => {
  test.use(SIGNED_OUT);

  test("2.guard.1, 2.route.14, 2.route.15 a print page asks for a sign-in", { tag: "@desktop" }, async ({
    page,
  }) => {
    for (const path of ["/print-door-list?eventId=1", "/print-tickets"]) {
      await page.goto(path);
      await expect(page).toHaveURL("/auth");
    }
  });
});

/** Presses the button and returns the file that is saved. */
async function savedFile(page: Page, button: string): Promise<{ name: string; path: string }> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const file = await download;
  return { name: file.suggestedFilename(), path: await file.path() };
}

async function codesIn(pictures: Parameters<typeof readBarcodes>[0][]): Promise<string[]> {
  const wasm = await readFile("node_modules/zxing-wasm/dist/reader/zxing_reader.wasm");
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
  const found = await Promise.all(pictures.map((one) => readBarcodes(one, { formats: ["QRCode"] })));
  return found.flat().map(({ text }) => text);
}

test("2.print.940, 9.print.940 the tickets as a PDF of eight to a page, and as a ZIP of images", {
  tag: ["@main", "@desktop"],
}, async ({ page, office }) => {
  const event = await office.event({ name: unique("Fête d'hiver") });
  const attendees = Array.from({ length: 9 }, (_, index) => ({
    fullName: ["Zoë Müller-Lüdenscheidt", "محمد علي", "山田太郎"][index] ?? `Guest ${index}`,
    phone: `0400 ${index}`,
    tableNumber: index + 1,
    paymentStatus: "paid",
  }));
  await office.call.post("/api/attendees/bulk-import", { data: { eventId: event.id, attendees } });
  const guests = await office.attendees(event.id);
  await page.goto(`/print-tickets?eventId=${event.id}`);
  await ready(page);
  await expectAccessible(page);
  const pdf = await savedFile(page, "Save as PDF");
  expect(pdf.name).toBe(`Tickets ${event.name} ${event.date}.pdf`);
  const file = await readFile(pdf.path);
  // Without spaces and ends of lines: a long name has two lines.
  const texts = pageTexts(file).join("").replace(/\s/g, "");
  for (const { fullName, invoiceNumber } of guests) {
    // A PDF has its glyphs from left to right.
    const glyphs = fullName === "محمد علي" ? "\u064a\u0644\u0639\u062f\u0645\u062d\u0645" : fullName;
    expect(texts).toContain(glyphs.replace(/\s/g, ""));
    expect(texts).toContain(invoiceNumber);
  }
  const sheets = pagePictures(file);
  const codes = await Promise.all(sheets.map((sheet) => codesIn([sheet as ImageData])));
  expect(codes.map((sheet) => sheet.length)).toEqual([8, 1]);
  expect(codes.flat().sort()).toEqual(guests.map(({ qrCodeData }) => qrCodeData).sort());

  const zip = await savedFile(page, "Save images (ZIP)");
  expect(zip.name).toBe(`Tickets ${event.name} ${event.date}.zip`);
  // The script compares the checksum of each file too.
  const script =
    "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nprint(z.testzip())\nprint(*z.namelist(), sep='\\n')\nz.extractall(sys.argv[2])";
  const folder = test.info().outputPath("images");
  const [broken, ...names] = execFileSync("python3", ["-c", script, zip.path, folder], { encoding: "utf8" })
    .trim()
    .split("\n");
  expect(broken).toBe("None");
  expect(new Set(names).size).toBe(9);
  expect(names.sort()).toEqual(
    guests.map(({ invoiceNumber, fullName }) => `${invoiceNumber} ${fullName}.png`).sort(),
  );
  const images = await Promise.all(
    names.map(async (name) => PNG.sync.read(await readFile(`${folder}/${name}`))),
  );
  expect(images.every(({ width, height }) => width === 800 && height === 1200)).toBe(true);
  const read = await codesIn(
    images.map(
      ({ data, width, height }) => ({ data: new Uint8ClampedArray(data), width, height }) as ImageData,
    ),
  );
  expect(read.sort()).toEqual(guests.map(({ qrCodeData }) => qrCodeData).sort());
});
