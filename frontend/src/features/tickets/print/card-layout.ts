import type { TicketTypeColor } from "@/api/types";
import { TICKET_COPY, termsOf } from "@/features/tickets/copy";
import {
  type Fitted,
  fitParagraphs,
  fitText,
  isCut,
  LINE_HEIGHT,
  type Measure,
} from "@/features/tickets/picture/fit-text";
import { type TextRun, textRuns } from "@/features/tickets/picture/text-run";
import { CARD_MM } from "@/features/tickets/rules";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { brandColours } from "@/lib/accent";
import { formatEventSpan } from "@/lib/exact-date";
import { placeOf } from "@/lib/place";
import type { Rect } from "@/lib/qr";
import { currentSettings } from "@/lib/settings";

/** Resolution of the texts of a card. */
const DOTS_PER_INCH = 300;
const POINTS_PER_INCH = 72;
export const DOTS_PER_MM = DOTS_PER_INCH / 25.4;
const mm = (length: number) => length * DOTS_PER_MM;
const points = (size: number) => (size * DOTS_PER_INCH) / POINTS_PER_INCH;

export const CARD_SIZE = {
  width: Math.round(mm(CARD_MM.width)),
  height: Math.round(mm(CARD_MM.height)),
};
/** The logo's box, at the right of the organisation's name. */
export const LOGO_SIZE = { width: Math.round(mm(30)), height: Math.round(mm(7.5)) };
const RULE_MM = 0.5;
/** Distance of the rule from the organisation above it, and from the event's name below it. */
const RULE_GAP_MM = { above: 0.8, below: 1.5 };
/** Distance between the guest and the facts, and between the facts and the terms. */
const GAP_MM = 1;
type Smallest = readonly [guest: number, terms: number, scale: number];
const LEAST: Smallest = [4, 3, 0.7];
/**
 * Smallest sizes of the guest's name and of the terms in points, and a scale of the type, the table and the invoice
 * number. The first at which all is whole is taken: of the readable ones with the terms' line breaks, else of all
 * without.
 */
const SMALLEST = [
  [7, 7, 1],
  [7, 6, 1],
  [6, 5.5, 1],
  [6, 5, 1],
  [5.5, 4.5, 0.8],
  [5, 4, 0.8],
  [5, 3.5, 0.7],
  LEAST,
] satisfies Smallest[];
const READABLE = SMALLEST.slice(0, 4);

export interface CardLayout {
  /** The lines of each text. */
  texts: TextRun[][];
  /** The colour before the name of the ticket type. */
  band: (Rect & { color: TicketTypeColor }) | null;
  /** The line under the organisation; `color` is null without an accent colour. */
  rule: (Rect & { color: string | null }) | null;
  logo: Rect | null;
  /** The square of the QR code with its quiet zone. */
  qr: Rect;
}

interface Block {
  text: string;
  size: number;
  smallest?: number;
  /** A text that is too long at the smallest size shrinks on to this one. */
  least?: number;
  maxLines?: number;
  ink?: "text" | "muted";
  weight?: number;
}

const heightOf = ({ lines, size }: Fitted) => lines.length * size * LINE_HEIGHT;
/**
 * The card of a ticket on the printed sheets and in the PDF: lengths in dots from its upper left corner. Each text has
 * the space that the more important ones leave, in whole lines; the code keeps its size.
 */
export function layoutCard(face: TicketFace, measure: Measure): CardLayout {
  const pad = mm(CARD_MM.pad);
  const qrSide = mm(CARD_MM.qr);
  // On these two sides the code's quiet zone is half of the margin.
  const qr = {
    x: CARD_SIZE.width - pad / 2 - qrSide,
    y: CARD_SIZE.height - pad / 2 - qrSide,
    width: qrSide,
    height: qrSide,
  };
  const texts: TextRun[][] = [];
  const fitBlock = (block: Block, width: number, height = Number.POSITIVE_INFINITY): Fitted => {
    const { text, size, smallest = size, least = smallest, maxLines = Number.POSITIVE_INFINITY } = block;
    const linesMax = Math.min(maxLines, Math.floor(height / (points(smallest) * LINE_HEIGHT)));
    if (Math.floor(height / (points(least) * LINE_HEIGHT)) < 1) return { size: points(least), lines: [] };
    const sizes = { largest: points(size), smallest: points(smallest), least: points(least) };
    return fitText(
      text,
      { width, height, maxLines: linesMax, ...sizes, weight: block.weight ?? 400 },
      measure,
    );
  };
  /** Returns the bottom of the text. */
  const put = (block: Block, fitted: Fitted, top: number, width: number, x = pad): number => {
    const { ink = "text", weight = 400 } = block;
    const runs = textRuns(fitted.lines, top, fitted.size, { x, width, ink, weight });
    if (runs.length > 0) texts.push(runs);
    return top + heightOf(fitted);
  };

  const whole = CARD_SIZE.width - 2 * pad;
  const { organisationName, logoUrl, accentColor } = currentSettings();
  const logo = logoUrl ? { x: pad + whole - LOGO_SIZE.width, y: pad, ...LOGO_SIZE } : null;
  let top = pad;
  let rule: CardLayout["rule"] = null;
  if (organisationName || logo || accentColor) {
    const block: Block = {
      text: organisationName ?? "",
      size: 8.5,
      smallest: 6.5,
      least: 3.5,
      maxLines: logo ? 2 : 1,
      weight: 500,
    };
    const width = logo ? logo.x - mm(2) - pad : whole;
    const fitted = organisationName ? fitBlock(block, width, LOGO_SIZE.height) : null;
    const height = Math.max(fitted ? heightOf(fitted) : 0, logo?.height ?? 0);
    if (fitted) put(block, fitted, pad + (height - heightOf(fitted)) / 2, width);
    const y = pad + height + mm(RULE_GAP_MM.above);
    const color = accentColor ? brandColours(accentColor).brand : null;
    rule = { x: pad, y, width: whole, height: mm(RULE_MM), color };
    top = y + mm(RULE_MM + RULE_GAP_MM.below);
  }

  // The place is whole: where it is long, the event's name leaves it more height.
  const place: Block = {
    text: placeOf(face) ?? "",
    size: 8.5,
    smallest: 6.5,
    least: 3,
    maxLines: 2,
    ink: "muted",
  };
  const moment: Block = {
    text: formatEventSpan(face.eventDate, face.eventTime, face.endTime),
    size: 8.5,
    smallest: 6.5,
    maxLines: 1,
    ink: "muted",
  };
  const momentFitted = fitBlock(moment, whole);
  const name: Block = { text: face.eventName, size: 10.5, smallest: 7.5, least: 4, maxLines: 2, weight: 600 };
  const headRoom = qr.y - top - heightOf(momentFitted);
  const leastPlace = place.text ? heightOf(fitBlock({ text: place.text, size: 3 }, whole)) : 0;
  const onePlaceLine = place.text ? points(6.5) * LINE_HEIGHT : 0;
  const nameFitted = fitBlock(name, whole, headRoom - Math.max(leastPlace, onePlaceLine));
  top = put(name, nameFitted, top, whole);
  top = put(moment, momentFitted, top, whole);
  if (place.text) put(place, fitBlock(place, whole, qr.y - top), top, whole);

  const column = qr.x - pad;
  const guestTop = qr.y + mm(1);
  // The sheet draws its lines within the card.
  const bottom = CARD_SIZE.height - pad - mm(RULE_MM);
  const type: Block = { text: face.ticketType?.name ?? "", size: 8.5, smallest: 6.5, maxLines: 2 };
  const typeX = pad + mm(3);
  const facts: Block[] = [
    ...(face.tableNumber > 0
      ? ([
          { text: TICKET_COPY.table, size: 7, maxLines: 1, ink: "muted" },
          { text: String(face.tableNumber), size: 13, maxLines: 1, weight: 600 },
        ] satisfies Block[])
      : []),
    { text: face.invoiceNumber, size: 8.5, smallest: 6.5, maxLines: 3 },
  ];
  const terms: Block = { text: termsOf(face).join(" "), size: 7, ink: "muted" };
  const guest: Block = { text: face.fullName, size: 13, smallest: 7, weight: 600 };

  const fitColumn = (paragraphs: readonly string[], [leastGuest, leastTerms, scale]: Smallest) => {
    const scaled = ({ size, smallest = size, ...block }: Block): Block => ({
      ...block,
      size: size * scale,
      smallest: smallest * scale,
    });
    const typeFitted = face.ticketType ? fitBlock(scaled(type), column - mm(3)) : null;
    const factsFitted = facts.map((block) => fitBlock(scaled(block), column));
    const factsHeight = factsFitted.reduce((sum, fitted) => sum + heightOf(fitted), 0);
    const typeHeight = typeFitted ? heightOf(typeFitted) + mm(0.5) : 0;
    const termsHeight = paragraphs
      .map((text) => heightOf(fitBlock({ ...terms, text, size: leastTerms }, column)))
      .reduce((sum, height) => sum + height);
    const room = bottom - guestTop - typeHeight - factsHeight - 2 * mm(GAP_MM) - termsHeight;
    const guestFitted = fitBlock({ ...guest, smallest: leastGuest }, column, room);
    return { guestFitted, typeFitted, factsFitted, factsHeight, leastTerms, paragraphs };
  };
  const firstWhole = (paragraphs: readonly string[], sizes: readonly Smallest[]) => {
    for (const smallest of sizes) {
      const fitted = fitColumn(paragraphs, smallest);
      if (!isCut(fitted.guestFitted, guest.text)) return fitted;
    }
    return null;
  };
  const { guestFitted, typeFitted, factsFitted, factsHeight, leastTerms, paragraphs } =
    firstWhole(termsOf(face), READABLE) ??
    firstWhole([terms.text], SMALLEST) ??
    fitColumn([terms.text], LEAST);
  let guestBottom = put(guest, guestFitted, guestTop, column);
  let band: CardLayout["band"] = null;
  if (face.ticketType && typeFitted) {
    const y = guestBottom + mm(0.5);
    guestBottom = put(type, typeFitted, y, column - mm(3), typeX);
    band = { x: pad, y, width: mm(2), height: guestBottom - y, color: face.ticketType.color };
  }
  // A dot more, because the sum of the heights is not exact.
  const termsRoom = bottom - guestBottom - factsHeight - 2 * mm(GAP_MM) + 1;
  const termsFitted = fitParagraphs(
    paragraphs,
    {
      width: column,
      height: termsRoom,
      largest: points(terms.size),
      smallest: points(Math.min(6, leastTerms)),
      weight: 400,
    },
    measure,
  );
  const termsTop = bottom - heightOf(termsFitted);
  // Midway between the guest and the terms.
  top = guestBottom + (termsTop - guestBottom - factsHeight) / 2;
  for (const [index, block] of facts.entries()) {
    const factFitted = factsFitted[index];
    if (factFitted) top = put(block, factFitted, top, column);
  }
  put(terms, termsFitted, termsTop, column);
  return { texts, band, rule, logo, qr };
}
