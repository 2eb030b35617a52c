import type { TicketTypeColor } from "@/api/types";
import { ownTextOf, TICKET_COPY, termsOf } from "@/features/tickets/copy";
import { fitText, LINE_HEIGHT, type Measure } from "@/features/tickets/picture/fit-text";
import { fitOwnText, TIGHTER } from "@/features/tickets/picture/own-text";
import { ASCENT, type Block, type TextRun, textRuns } from "@/features/tickets/picture/text-run";
import { QR_SHARE } from "@/features/tickets/rules";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { formatEventSpan } from "@/lib/exact-date";
import { placeOf } from "@/lib/place";
import { placeQr, type QrPlacement, qrSideFor, type Rect } from "@/lib/qr";
import { currentSettings } from "@/lib/settings";

export type TicketSize = { width: number; height: number };

/** The complete layout of a ticket: drawing needs no further decision. */
export type TicketLayout = {
  size: TicketSize;
  card: Rect;
  radius: number;
  /** Y of the perforation, where the dark upper part ends. */
  tear: number;
  notch: number;
  texts: TextRun[];
  /** The colour before the name of the ticket type. */
  band: (Rect & { color: TicketTypeColor }) | null;
  logo: Rect | null;
  qr: QrPlacement;
};

/** Lengths are given for this size and scale with the image. */
const DRAWN_FOR = { width: 800, height: 1200 };

/** The guest's page does not know the invoice number. */
export type PictureFace = Omit<TicketFace, "invoiceNumber"> & { invoiceNumber: string | null };

/** Lays out a ticket of any size (contract 9). `measure` returns a text's width in the image's font. */
export function layoutTicket(
  face: PictureFace,
  size: TicketSize,
  measure: Measure,
  tighter = 0,
): TicketLayout {
  const { nameHeight, leastText } = TIGHTER[tighter] ?? TIGHTER[0];
  const unit = Math.min(size.width / DRAWN_FOR.width, size.height / DRAWN_FOR.height);
  const px = (length: number) => Math.round(length * unit);
  const card: Rect = {
    x: px(24),
    y: px(24),
    width: size.width - 2 * px(24),
    height: size.height - 2 * px(24),
  };
  const left = card.x + px(48);
  const width = card.width - 2 * px(48);
  const right = left + width;
  const texts: TextRun[] = [];

  const put = (
    lines: readonly string[],
    top: number,
    fontSize: number,
    block: Block,
    spacing = 0,
  ): number => {
    texts.push(...textRuns(lines, top, fontSize, block, spacing));
    return top + lines.length * (fontSize * LINE_HEIGHT);
  };
  const label = (text: string, top: number, block: Omit<Block, "weight">) =>
    put([text], top, px(20), { ...block, weight: 600 }, px(3));

  // The upper part: the event, with its name above the date, as on a poster.
  const tear = card.y + px(300);
  label(TICKET_COPY.admit, card.y + px(44), { x: left, width: px(200), ink: "glow" });
  const place = placeOf(face);
  const placeLine = place
    ? fitText(
        place,
        { width, height: px(56), maxLines: 1, largest: px(26), smallest: px(18), least: px(10), weight: 400 },
        measure,
      )
    : null;
  const placeHeight = placeLine ? placeLine.lines.length * placeLine.size * LINE_HEIGHT : 0;
  const name = fitText(
    face.eventName,
    {
      width,
      height: placeLine ? px(131) - placeHeight : px(120),
      maxLines: 3,
      largest: px(72),
      smallest: place ? px(28) : px(31),
      least: px(14),
      weight: 700,
    },
    measure,
  );
  const moment = fitText(
    formatEventSpan(face.eventDate, face.eventTime, face.endTime),
    { width, maxLines: 1, largest: px(34), smallest: px(22), weight: 500 },
    measure,
  );
  const placeTop = placeLine ? tear - px(28) - placeHeight : tear - px(40);
  const momentTop = placeTop - moment.size * LINE_HEIGHT;
  const nameTop = momentTop - px(16) - name.lines.length * name.size * LINE_HEIGHT;
  const { organisationName, logoUrl } = currentSettings();
  // As high as the event's name leaves room.
  const logoTop = card.y + px(20);
  const logoHeight = Math.max(px(56), Math.min(px(88), nameTop - px(8) - logoTop));
  const logo = logoUrl ? { x: right - px(200), y: logoTop, width: px(200), height: logoHeight } : null;
  if (organisationName) {
    const end = logo ? logo.x - px(16) : right;
    const middle = logo ? logo.y + logo.height / 2 : card.y + px(48);
    const block: Block = { x: left + px(216), width: end - left - px(216), ink: "onHeaderSoft", weight: 600 };
    const { lines, size: fontSize } = fitText(
      organisationName,
      {
        width: block.width,
        height: px(48),
        maxLines: 1,
        largest: px(26),
        smallest: px(16),
        least: px(9),
        weight: block.weight,
      },
      measure,
    );
    put(lines, middle - (lines.length * fontSize * LINE_HEIGHT) / 2, fontSize, {
      ...block,
      align: "right",
    });
  }
  put(name.lines, nameTop, name.size, { x: left, width, ink: "onHeader", weight: 700 });
  put(moment.lines, momentTop, moment.size, { x: left, width, ink: "onHeaderSoft", weight: 500 });
  if (placeLine)
    put(placeLine.lines, placeTop, placeLine.size, { x: left, width, ink: "onHeaderSoft", weight: 400 });

  // The lower part: the guest, the table if there is one, the code.
  const guestTop = tear + px(28);
  const hasTable = face.tableNumber > 0;
  const tableWidth = px(180);
  const besideTable = hasTable ? width - tableWidth - px(24) : width;
  const guest: Block = { x: left, width: besideTable, ink: "text", weight: 700 };
  label(TICKET_COPY.guest, guestTop, { ...guest, ink: "muted" });
  const fullName = fitText(
    face.fullName,
    {
      width: guest.width,
      // A table beside it is as high.
      height: px(hasTable ? Math.max(80, nameHeight) : nameHeight),
      maxLines: 3,
      largest: px(52),
      smallest: px(28),
      least: px(10),
      weight: guest.weight,
    },
    measure,
  );
  const tableBlock: Block = {
    x: right - tableWidth,
    width: tableWidth,
    ink: "text",
    weight: 700,
    align: "right",
  };
  const table = fitText(
    String(face.tableNumber),
    { width: tableWidth, maxLines: 1, largest: px(68), smallest: px(28), weight: 700 },
    measure,
  );
  if (hasTable) label(TICKET_COPY.table, guestTop, { ...tableBlock, ink: "muted" });
  // The table shares the nearest baseline of the name's lines; moving it down is better than moving the name.
  const namesTop = guestTop + px(30);
  const drops = fullName.lines.map(
    (_, index) => table.size * ASCENT - fullName.size * (ASCENT + index * LINE_HEIGHT),
  );
  const cost = (drop: number) => (drop > 0 ? 2 * drop : -drop);
  const drop = hasTable ? drops.reduce((nearest, one) => (cost(one) < cost(nearest) ? one : nearest)) : 0;
  const namesBottom = Math.max(
    put(fullName.lines, namesTop + Math.max(0, drop), fullName.size, guest),
    hasTable ? put(table.lines, namesTop + Math.max(0, -drop), table.size, tableBlock) : 0,
  );

  // The type is drawn under the name, its colour before it.
  const putType = ({ name, color }: NonNullable<PictureFace["ticketType"]>) => {
    const block: Block = { x: left + px(28), width: width - px(28), ink: "text", weight: 600 };
    const top = namesBottom + px(6);
    const { lines, size } = fitText(
      name,
      { ...block, maxLines: 1, largest: px(28), smallest: px(20) },
      measure,
    );
    const bottom = put(lines, top, size, { ...block, align: "left" });
    return { bottom, band: { x: left, y: top, width: px(14), height: bottom - top, color } };
  };
  const type = face.ticketType ? putType(face.ticketType) : null;
  const guestBottom = type?.bottom ?? namesBottom;

  // The foot: the invoice number under its label, and beside it the standard terms on the same last line. An own text is
  // of any length: it has the full width beneath, as high as the code leaves room, or else the place of the terms.
  const termsWidth = px(330);
  const invoiceHeight = px(38);
  const qrSide = qrSideFor(face.qrCodeData, size.width * QR_SHARE);
  const standardTop = card.y + card.height - px(40) - px(30) - invoiceHeight;
  const ownText = ownTextOf(face)
    ? fitOwnText(
        termsOf(face),
        {
          beneath: { width, height: standardTop - px(12) - guestBottom - qrSide - px(8) },
          beside: { width: termsWidth, height: px(68) },
          largest: px(20),
          smallest: px(leastText),
        },
        measure,
      )
    : null;
  if (ownText?.isCut && tighter + 1 < TIGHTER.length) return layoutTicket(face, size, measure, tighter + 1);
  const ownTextHeight = ownText ? ownText.lines.length * ownText.size * LINE_HEIGHT : 0;
  const footTop = ownText?.isBeneath ? standardTop - ownTextHeight - px(8) : standardTop;
  if (ownText) {
    const block: Block = ownText.isBeneath
      ? { x: left, width, ink: "muted", weight: 400 }
      : { x: right - termsWidth, width: termsWidth, ink: "muted", weight: 400 };
    const top = ownText.isBeneath ? card.y + card.height - px(28) - ownTextHeight : standardTop;
    put(ownText.lines, top, ownText.size, block);
  }
  const putInvoice = (number: string): number => {
    const block: Block = { x: left, width: width - termsWidth - px(24), ink: "text", weight: 600 };
    const room = { width: block.width, height: invoiceHeight, maxLines: 2, weight: block.weight };
    const { lines, size } = fitText(number, { ...room, largest: px(30), smallest: px(16) }, measure);
    label(TICKET_COPY.invoice, footTop, { ...block, ink: "muted" });
    return put(lines, footTop + px(30), size, block) - size * (LINE_HEIGHT - ASCENT);
  };
  const { invoiceNumber } = face;
  const lastBaseline =
    invoiceNumber === null ? footTop + px(30) + px(30) * ASCENT : putInvoice(invoiceNumber);
  const terms: Block =
    invoiceNumber === null
      ? { x: left, width, ink: "muted", weight: 400, align: "center" }
      : { x: right - termsWidth, width: termsWidth, ink: "muted", weight: 400, align: "right" };
  const termsRoom = {
    width: termsWidth,
    maxLines: 1,
    largest: px(20),
    smallest: px(14),
    weight: terms.weight,
  };
  const standard = ownText ? [] : TICKET_COPY.terms;
  const termsSize = Math.min(...standard.map((line) => fitText(line, termsRoom, measure).size));
  const termsAbove = (standard.length - 1) * LINE_HEIGHT + ASCENT;
  put(standard, lastBaseline - termsSize * termsAbove, termsSize, terms);

  // The code is midway between the guest and the foot.
  const qrTop = (guestBottom + footTop - qrSide) / 2;
  const qr = placeQr(face.qrCodeData, { x: (size.width - qrSide) / 2, y: qrTop, side: qrSide });

  return { size, card, radius: px(36), tear, notch: px(20), texts, band: type?.band ?? null, logo, qr };
}
