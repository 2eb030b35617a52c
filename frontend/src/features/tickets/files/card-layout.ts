import { TICKET_COPY } from "@/features/tickets/copy";
import { fitText, isRightToLeft, LINE_HEIGHT, type Measure } from "@/features/tickets/picture/fit-text";
import { ASCENT, type Ink, type TextRun, type TicketLayout } from "@/features/tickets/picture/ticket-layout";
import { CARD_MM } from "@/features/tickets/rules";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { formatEventMoment } from "@/lib/event-date";
import type { Rect } from "@/lib/qr";

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

interface CardLayout {
  texts: TextRun[];
  band: TicketLayout["band"];
  /** The square of the QR code with its quiet zone. */
  qr: Rect;
}

interface Block {
  text: string;
  size: number;
  smallest?: number;
  maxLines: number;
  ink?: Ink;
  weight?: number;
}

/** The card of a ticket as on the printed sheets: lengths in dots from its upper left corner. */
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
  const texts: TextRun[] = [];
  const fitted = ({ text, size, smallest = size, maxLines, weight = 400 }: Block, width: number) =>
    fitText(text, { width, maxLines, largest: points(size), smallest: points(smallest), weight }, measure);
  const heightOf = (block: Block, width: number) => {
    const { lines, size } = fitted(block, width);
    return lines.length * size * LINE_HEIGHT;
  };
  /** Returns the bottom of the text. */
  const put = (block: Block, top: number, width: number, x = pad): number => {
    const { lines, size } = fitted(block, width);
    const height = size * LINE_HEIGHT;
    for (const [index, line] of lines.entries()) {
      const rightToLeft = isRightToLeft(line);
      const y = top + index * height;
      texts.push({
        text: line,
        x: rightToLeft ? x + width : x,
        baseline: y + size * ASCENT,
        font: { size, weight: block.weight ?? 400 },
        ink: block.ink ?? "text",
        align: rightToLeft ? "right" : "left",
        spacing: 0,
        rightToLeft,
        box: { x, y, width, height },
      });
    }
    return top + lines.length * height;
  };

  const whole = CARD_SIZE.width - 2 * pad;
  const eventBottom = put(
    { text: face.eventName, size: 10.5, smallest: 8, maxLines: 2, weight: 600 },
    pad,
    whole,
  );
  put(
    { text: formatEventMoment(face.eventDate, face.eventTime), size: 8.5, maxLines: 1, ink: "muted" },
    eventBottom,
    whole,
  );

  const column = qr.x - pad;
  const terms: Block = { text: TICKET_COPY.terms.join(" "), size: 7, maxLines: 3, ink: "muted" };
  const facts: Block[] = [
    ...(face.tableNumber > 0
      ? ([
          { text: TICKET_COPY.table, size: 7, maxLines: 1, ink: "muted" },
          { text: String(face.tableNumber), size: 13, maxLines: 1, weight: 600 },
        ] satisfies Block[])
      : []),
    { text: face.invoiceNumber, size: 8.5, smallest: 6.5, maxLines: 2 },
  ];
  const nameTop = qr.y + mm(1);
  let nameBottom = put(
    { text: face.fullName, size: 13, smallest: 8.5, maxLines: 3, weight: 600 },
    nameTop,
    column,
  );
  let band: CardLayout["band"] = null;
  if (face.ticketType) {
    const top = nameBottom + mm(0.5);
    const block: Block = { text: face.ticketType.name, size: 8.5, smallest: 6.5, maxLines: 1 };
    nameBottom = put(block, top, column - mm(3), pad + mm(3));
    band = { x: pad, y: top, width: mm(2), height: nameBottom - top, color: face.ticketType.color };
  }
  const termsTop = CARD_SIZE.height - pad - heightOf(terms, column);
  put(terms, termsTop, column);
  const factsHeight = facts.reduce((sum, block) => sum + heightOf(block, column), 0);
  // Midway between the name and the terms.
  let top = nameBottom + Math.max(0, (termsTop - nameBottom - factsHeight) / 2);
  for (const block of facts) top = put(block, top, column);
  return { texts, band, qr };
}
