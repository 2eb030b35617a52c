import { describe, expect, test } from "vitest";
import { fitText, graphemes, isRightToLeft, wrap } from "@/features/tickets/picture/fit-text";
import { layoutTicket, type TicketLayout } from "@/features/tickets/picture/ticket-layout";
import type { Rect } from "@/lib/qr";
import { adoptSettings, DEFAULT_SETTINGS } from "@/lib/settings";

/** A font whose every character is 0.6 of its size wide, wide ones a whole size. */
const measure = (text: string, { size }: { size: number }) =>
  graphemes(text).reduce(
    (sum, character) => sum + (/[\u2e80-\uffff]|\p{Emoji_Presentation}/u.test(character) ? 1 : 0.6) * size,
    0,
  );

const FACE = {
  eventName: "Spring Gala",
  eventDate: "2026-11-21",
  eventTime: "19:30",
  fullName: "Ada Byron",
  tableNumber: 7,
  invoiceNumber: "INV-7K3M9",
  qrCodeData: "DL1.12.0123456789ABCDEFGHJKMNPQRS",
};

const NAMES = {
  short: "Bo",
  "200 letters without a space": "W".repeat(200),
  "200 letters in words": "Maximiliane von und zu ".repeat(9).slice(0, 200),
  Arabic: "محمد بن عبد الله بن عبد المطلب بن هاشم بن عبد مناف بن قصي بن كلاب ".repeat(3).slice(0, 200),
  Chinese: "欢迎参加我们的年度春季晚会".repeat(16).slice(0, 200),
  emoji: "👩‍👩‍👧‍👦🎉".repeat(15),
  Thai: "ขอเชิญร่วมงานเลี้ยงประจำปี".repeat(7),
};

const inside = (inner: Rect, outer: Rect) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width + 0.5 &&
  inner.y + inner.height <= outer.y + outer.height + 0.5;
const overlap = (a: Rect, b: Rect) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height - 0.01 && b.y < a.y + a.height - 0.01;

/** One claim for all of a layout: a claim for each pair of texts would be the most of a test's time. */
function expectTidy(layout: TicketLayout) {
  const faults = layout.texts.flatMap((run, index) => [
    ...(inside(run.box, layout.card) ? [] : [`${run.text} leaves the card`]),
    ...(measure(run.text, run.font) <= run.box.width ? [] : [`${run.text} is wider than its box`]),
    ...(overlap(run.box, layout.qr.panel) ? [`${run.text} covers the QR code`] : []),
    ...layout.texts
      .slice(index + 1)
      .filter(({ box }) => overlap(run.box, box))
      .map(({ text }) => `${run.text} covers ${text}`),
  ]);
  expect(faults).toEqual([]);
}

describe("the ticket", () => {
  const PLACE = {
    venue: "The Grand Hall",
    address: "1 High Street\nMelbourne VIC 3000",
    endTime: "01:00",
    ticketText: "No refunds. ".repeat(41).trim(),
  };

  test.each([
    { width: 800, height: 1200 },
    { width: 600, height: 800 },
  ])(
    "2.ticket.900, 9.settings.1 has room for a place, a name above it and the longest text at $width x $height",
    (size) => {
      adoptSettings({
        settings: {
          ...DEFAULT_SETTINGS,
          organisationName: "The Society of Friends of the Opera of Melbourne and Surroundings",
          logoUrl: "/logo",
        },
        css: "",
      });
      for (const name of ["Bo", "Maximiliane von und zu ".repeat(9).slice(0, 200)]) {
        const layout = layoutTicket({ ...FACE, ...PLACE, eventName: name, fullName: name }, size, measure);
        expectTidy(layout);
        expect(layout.texts.map(({ text }) => text).join(" ")).toContain("The Grand Hall, 1 High Street");
        if (layout.logo) {
          const { logo } = layout;
          expect(layout.texts.filter(({ box }) => overlap(box, logo)).map(({ text }) => text)).toEqual([]);
        }
      }
      adoptSettings({ settings: DEFAULT_SETTINGS, css: "" });
    },
  );

  test.each([
    { width: 800, height: 1200 },
    { width: 600, height: 800 },
  ])("9.ticket.1150 has a logo as high as the event's name leaves room at $width x $height", (size) => {
    adoptSettings({
      settings: { ...DEFAULT_SETTINGS, organisationName: "Rotary", logoUrl: "/logo" },
      css: "",
    });
    const heightFor = (face: Partial<typeof FACE & typeof PLACE>) => {
      const { logo, texts } = layoutTicket({ ...FACE, ...face }, size, measure);
      if (!logo) throw new Error("no logo");
      expect(logo.width / size.width).toBeGreaterThan(0.18);
      expect(texts.filter(({ box }) => overlap(box, logo)).map(({ text }) => text)).toEqual([]);
      return logo.height / size.height;
    };
    expect(heightFor({})).toBeGreaterThan(0.069);
    expect(heightFor(PLACE)).toBeGreaterThan(0.055);
    expect(heightFor({ eventName: NAMES["200 letters in words"] })).toBeGreaterThan(0.045);
    adoptSettings({ settings: DEFAULT_SETTINGS, css: "" });
  });

  test.each([
    { width: 800, height: 1200 },
    { width: 600, height: 800 },
  ])("9.ticket.1020 cuts nothing, with the longest of everything, at $width x $height", (size) => {
    const organisationName = "The Society of Friends ".repeat(4).slice(0, 80);
    adoptSettings({ settings: { ...DEFAULT_SETTINGS, organisationName, logoUrl: "/logo" }, css: "" });
    const cases = [
      ["Bo", "Bring a coat.\n".repeat(35).trim()],
      [NAMES["200 letters in words"], "Dinner is served at eight. ".repeat(19).slice(0, 500).trim()],
      [NAMES["200 letters in words"], null],
    ] as const;
    for (const [fullName, ticketText] of cases) {
      const face = {
        ...FACE,
        eventName: "Annual charity dinner ".repeat(10).slice(0, 199).trim(),
        fullName,
        venue: "The Grand Ballroom ".repeat(7).slice(0, 120).trim(),
        address: "Level 14, 483 George Street ".repeat(11).slice(0, 300).trim(),
        ticketText,
        ticketType: { name: "Members of the club and of their friends", color: "gold" as const },
      };
      const layout = layoutTicket(face, size, measure);
      expectTidy(layout);
      const texts = layout.texts.map(({ text }) => text);
      expect(texts.filter((text) => text.includes("…"))).toEqual([]);
      expect(texts.join(" ")).toContain((ticketText ?? "Tickets are not refundable.").replaceAll("\n", " "));
    }
    adoptSettings({ settings: DEFAULT_SETTINGS, css: "" });
  });

  test.each(Object.entries(NAMES))("has room for a name: %s", (_, name) => {
    for (const size of [
      { width: 800, height: 1200 },
      { width: 600, height: 800 },
    ]) {
      expectTidy(layoutTicket({ ...FACE, eventName: name, fullName: name }, size, measure));
    }
  });

  test.each([
    { width: 800, height: 1200 },
    { width: 600, height: 800 },
  ])("has room for a name of any length at $width x $height", (size) => {
    const name =
      "Augusta Ada King, Countess of Lovelace, and her friends of the Analytical Society of London";
    for (let length = 1; length <= name.length; length += 1) {
      const some = name.slice(0, length);
      expectTidy(layoutTicket({ ...FACE, eventName: some, fullName: some }, size, measure));
    }
  });

  test.each([1, 88, 100_000, 0])("has room for table %i", (tableNumber) => {
    expectTidy(layoutTicket({ ...FACE, tableNumber }, { width: 800, height: 1200 }, measure));
    expectTidy(layoutTicket({ ...FACE, tableNumber }, { width: 600, height: 800 }, measure));
  });

  test("says all that the contract wants, and the names stand out", () => {
    const { texts } = layoutTicket(FACE, { width: 800, height: 1200 }, measure);
    const sizeOf = (text: string) => texts.find((run) => run.text === text)?.font.size ?? 0;
    expect(texts.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        "Spring Gala",
        "Sat 21 Nov 2026 at 19:30",
        "Ada Byron",
        "7",
        "INVOICE",
        "INV-7K3M9",
      ]),
    );
    const said = texts.map(({ text }) => text).join(" ");
    // 9.ticket.3
    expect(said).toContain("Tickets are not refundable.");
    // 9.ticket.4
    expect(said).toContain("arrive 30 minutes early");
    expect(sizeOf("Spring Gala")).toBeGreaterThan(sizeOf("Ada Byron"));
    expect(sizeOf("Ada Byron")).toBeGreaterThan(sizeOf("Sat 21 Nov 2026 at 19:30"));
  });

  test.each([
    ["one line", "Ada Byron"],
    ["two lines", "Augusta Ada King, Countess of Lovelace"],
    ["three lines", "Augusta Ada King, Countess of Lovelace, and her friends of the Society"],
  ])("sets the table on a line of the name, and the code midway below: %s", (_, fullName) => {
    const { texts, qr } = layoutTicket({ ...FACE, fullName }, { width: 800, height: 1200 }, measure);
    const table = texts.find(({ text }) => text === "7");
    const named = texts.filter(({ text, font }) => font.weight === 700 && fullName.includes(text));
    expect(named.map(({ baseline }) => Math.round(baseline))).toContain(Math.round(table?.baseline ?? 0));
    const boxes = [...named, table].map((run) => (run ? run.box.y + run.box.height : 0));
    const above = qr.panel.y - Math.max(...boxes);
    const foot = texts.find(({ text }) => text === "INVOICE")?.box.y ?? 0;
    expect(Math.abs(above - (foot - qr.panel.y - qr.panel.height))).toBeLessThanOrEqual(2);
  });

  test.each([
    { width: 800, height: 1200 },
    { width: 600, height: 800 },
  ])("9.ticket.5 gives the QR code 45 % of its width: $width px", (size) => {
    for (const qrCodeData of [FACE.qrCodeData, "an older tool's text ".repeat(20)]) {
      const layout = layoutTicket({ ...FACE, qrCodeData }, size, measure);
      const { modules, module } = layout.qr;
      expect((modules.length * module) / size.width).toBeGreaterThanOrEqual(0.45);
      expectTidy(layout);
    }
  });

  test("2.ticket.7 has the terms in its foot where there is no invoice number", () => {
    const layout = layoutTicket({ ...FACE, invoiceNumber: null }, { width: 800, height: 1200 }, measure);
    expectTidy(layout);
    expect(layout.texts.map(({ text }) => text)).not.toContain("INVOICE");
    expect(layout.texts.at(-1)?.text).toBe("Please arrive 30 minutes early.");
  });

  test("has room for an invoice number that an older tool gave out", () => {
    const invoiceNumber = "2019-GALA-000123-RESERVED-FOR-SPONSORS";
    for (const size of [
      { width: 800, height: 1200 },
      { width: 600, height: 800 },
    ])
      expectTidy(layoutTicket({ ...FACE, invoiceNumber }, size, measure));
  });

  test("2.manage.945 shows the date alone without a time, and no table for 0", () => {
    const { texts } = layoutTicket(
      { ...FACE, eventTime: null, tableNumber: 0 },
      { width: 800, height: 1200 },
      measure,
    );
    const said = texts.map(({ text }) => text);
    expect(said).toContain("Sat 21 Nov 2026");
    expect(said).toContain("GUEST");
    expect(said.filter((text) => /table|^0$/i.test(text))).toEqual([]);
  });

  test("sets a name that is read from the right on the right", () => {
    const { texts } = layoutTicket({ ...FACE, fullName: "محمد" }, { width: 800, height: 1200 }, measure);
    expect(texts.find(({ text }) => text === "محمد")).toMatchObject({ align: "right", rightToLeft: true });
  });
});

describe("fitting text", () => {
  const room = { width: 100, maxLines: 2, largest: 40, smallest: 10, weight: 400 };

  test("takes the largest size that fits", () => {
    expect(fitText("ab", room, measure)).toEqual({ size: 40, lines: ["ab"] });
  });

  test("keeps words whole by shrinking", () => {
    expect(fitText("Wonderland", room, measure)).toEqual({ size: 16, lines: ["Wonderland"] });
  });

  test("breaks at a hyphen, and inside a word only where there is none", () => {
    expect(fitText("Jo Smith-Featherstone", room, measure)).toEqual({
      size: 12,
      lines: ["Jo Smith-", "Featherstone"],
    });
  });

  test("keeps a name with a hyphen on one line where it has one", () => {
    expect(wrap("Bo Anne-Marie", 60, (text) => text.length * 6)).toEqual(["Bo", "Anne-Marie"]);
  });

  test("cuts with an ellipsis only at the smallest size", () => {
    const { size, lines } = fitText("one two three four five six seven eight", room, measure);
    expect(size).toBe(10);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/…$/);
  });

  test("never cuts an emoji in two", () => {
    const { lines } = fitText("👩‍👩‍👧‍👦".repeat(60), room, measure);
    expect(lines.join("").replaceAll("👩‍👩‍👧‍👦", "")).toBe("…");
  });

  test("knows which way a text is read", () => {
    expect(isRightToLeft("محمد Smith")).toBe(true);
    expect(isRightToLeft("2 שלום")).toBe(true);
    expect(isRightToLeft("Smith محمد")).toBe(false);
  });
});
