import { afterEach, describe, expect, test } from "vitest";
import type { Measure } from "@/features/tickets/picture/fit-text";
import { CARD_SIZE, type CardLayout, layoutCard } from "@/features/tickets/print/card-layout";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { adoptSettings, DEFAULT_SETTINGS } from "@/lib/settings";

/** Each letter is as wide as half its height. */
const measure: Measure = (text, { size }) => (Array.from(text).length * size) / 2;

const BO: TicketFace = {
  eventName: "Annual Charity Dinner of the Rotary Club 2026",
  eventDate: "2026-11-28",
  eventTime: "19:30",
  endTime: "23:00",
  venue: "Town Hall",
  address: "483 George St, Sydney",
  fullName: "Bo Li",
  tableNumber: 12,
  invoiceNumber: "INV-AB12-CD34",
  qrCodeData: "ticket",
  ticketType: { name: "Members of the club", color: "gold" },
};
const LONG_TEXT = "Dinner is served at eight. ".repeat(19).slice(0, 500).trim();
const PLACE = {
  venue: "The Grand Ballroom of the International Convention and Exhibition Centre",
  address: "Level 14, 483 George Street\nSydney NSW 2000",
};

/** As long as each field can be. */
const LONGEST = {
  eventName: "Annual charity dinner ".repeat(10).slice(0, 199).trim(),
  fullName: "Maximiliana Alexandra ".repeat(10).slice(0, 200).trim(),
  venue: "The Grand Ballroom ".repeat(7).slice(0, 120).trim(),
  address: "Level 14, 483 George Street ".repeat(11).slice(0, 300).trim(),
  ticketText: LONG_TEXT,
  ticketType: { name: "Members of the club and of their friends", color: "gold" as const },
};

const wordsOf = ({ texts }: CardLayout) => texts.map((lines) => lines.map(({ text }) => text).join(" "));
const layout = (face: Partial<TicketFace>) => layoutCard({ ...BO, ...face }, measure);

afterEach(() => adoptSettings({ settings: DEFAULT_SETTINGS, css: "" }));

describe("a printed ticket", () => {
  test.each<[string, Partial<TicketFace>]>([
    ["an ordinary guest", {}],
    ["a name of 80 characters", { fullName: `${"Maximiliana Alexandra ".repeat(4)}Li`.slice(-80) }],
    ["a name of 200 characters", { fullName: `${"Maximiliana Alexandra ".repeat(10)}`.slice(0, 200).trim() }],
    ["a text of 500 characters", { ticketText: LONG_TEXT, ticketType: null }],
    ["the longest of everything", { ...LONGEST }],
    ["long names of everything", { eventName: "Gala of the Club ".repeat(12).trim(), ...PLACE }],
  ])("2.print.942 %s: whole lines within the card, and nothing over another", (_, face) => {
    for (const settings of [
      DEFAULT_SETTINGS,
      { ...DEFAULT_SETTINGS, organisationName: "Rotary Club", logoUrl: "/logo", accentColor: "#0b6e4f" },
    ]) {
      adoptSettings({ settings, css: "" });
      const shown = layout(face);
      const boxes = shown.texts.flat().map(({ box }) => box);
      const blocks = shown.texts.map((lines) => ({
        top: lines[0]?.box.y ?? 0,
        bottom: Math.max(...lines.map(({ box }) => box.y + box.height)),
      }));
      const inOrder = blocks.sort((one, other) => one.top - other.top);
      for (const [index, { top }] of inOrder.entries())
        expect(top).toBeGreaterThanOrEqual((inOrder[index - 1]?.bottom ?? 0) - 0.01);
      expect(Math.max(...boxes.map(({ y, height }) => y + height))).toBeLessThan(CARD_SIZE.height);
      for (const run of shown.texts.flat())
        expect(measure(run.text, run.font)).toBeLessThanOrEqual(run.box.width);
      // The code is 40 mm wide.
      expect(shown.qr.width / CARD_SIZE.width).toBeCloseTo(40 / 90, 3);
      const words = wordsOf(shown);
      const { fullName } = { ...BO, ...face };
      for (const fact of [fullName, "12", "INV-AB12-CD34", "Sat 28 Nov 2026 at 19:30 to 23:00"])
        expect(words).toContain(fact);
      // 2.print.1023
      expect(words.filter((text) => text.includes("…"))).toEqual([]);
    }
  });

  test("2.print.1023 terms of 500 characters are whole, and the standard ones as well", () => {
    expect(wordsOf(layout({ ticketText: LONG_TEXT }))).toContain(LONG_TEXT);
    expect(wordsOf(layout({}))).toContain("Tickets are not refundable. Please arrive 30 minutes early.");
  });

  test("2.print.1150 a line break of the text is on it, and no line of another", () => {
    const linesOf = (face: Partial<TicketFace>) =>
      layout(face).texts.map((lines) => lines.map(({ text }) => text));
    expect(linesOf({ ticketText: "Keine Erstattung.\nBitte vorher kommen." })).toContainEqual([
      "Keine Erstattung.",
      "Bitte vorher kommen.",
    ]);
    const many = linesOf({ ...LONGEST, ticketText: "Bring a coat.\n".repeat(35).trim() }).map((lines) =>
      lines.join(" "),
    );
    expect(many).toContain("Bring a coat. ".repeat(35).trim());
  });

  test("2.print.1151 the rule stands clear of the organisation and of the event's name", () => {
    const mm = CARD_SIZE.width / 90;
    for (const organisationName of [null, "Rotary Club", "The Society of Friends ".repeat(4).slice(0, 80)])
      for (const logoUrl of [null, "/logo"]) {
        const settings = { ...DEFAULT_SETTINGS, organisationName, logoUrl, accentColor: "#0b6e4f" };
        adoptSettings({ settings, css: "" });
        const { texts, rule, logo } = layout({});
        const ruleTop = rule?.y ?? 0;
        const name = texts.flat().find(({ text }) => text.startsWith("Annual"));
        expect((name?.box.y ?? 0) - ruleTop - (rule?.height ?? 0)).toBeGreaterThanOrEqual(mm);
        for (const { box } of texts.flat().filter((run) => run.box.y < ruleTop)) {
          expect(box.y + box.height).toBeLessThanOrEqual(ruleTop - 0.7 * mm);
          expect(box.x + box.width).toBeLessThanOrEqual(logo?.x ?? CARD_SIZE.width);
        }
        if (logo) expect(logo.y + logo.height).toBeLessThanOrEqual(ruleTop - 0.7 * mm);
        expect(logo?.height ?? 7.5 * mm).toBeGreaterThan(7.4 * mm);
        expect(logo?.width ?? 30 * mm).toBeGreaterThan(29.9 * mm);
      }
  });

  test("2.print.942 a long place has two lines", () => {
    const place = layout({ eventName: "Gala", ...PLACE }).texts.find(([line]) =>
      line?.text.startsWith("The Grand"),
    );
    expect(place?.map(({ text }) => text).join(" ")).toBe(
      `${PLACE.venue}, Level 14, 483 George Street, Sydney NSW 2000`,
    );
    expect(place).toHaveLength(2);
  });

  test("2.print.942 a surname with a hyphen moves to the next line whole", () => {
    const lines = layout({ fullName: "Noor Khalid Mahmoud Al-Rashid" }).texts.flat();
    expect(lines.some(({ text }) => text.includes("Al-Rashid"))).toBe(true);
  });

  test("2.print.940 the PDF has place, end and the event's own text, like the print", () => {
    const words = wordsOf(layout({ ticketText: "Black tie.\nCloakroom on the left." }));
    for (const fact of ["Sat 28 Nov 2026 at 19:30 to 23:00", "Town Hall, 483 George St, Sydney"])
      expect(words).toContain(fact);
    expect(words).toContain("Black tie. Cloakroom on the left.");
  });

  test("2.settings.4, 2.print.940 the PDF has the organisation's name, logo and colour", () => {
    expect(layout({}).rule).toBeNull();
    const settings = { ...DEFAULT_SETTINGS, organisationName: "Rotary Club", logoUrl: "/logo" };
    adoptSettings({ settings: { ...settings, accentColor: "#0b6e4f" }, css: "" });
    const shown = layout({});
    expect(wordsOf(shown)[0]).toBe("Rotary Club");
    expect(shown.logo).not.toBeNull();
    expect(shown.rule?.color).toMatch(/^#[0-9a-f]{6}$/);
  });
});
