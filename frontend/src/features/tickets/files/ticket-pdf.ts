import { PdfPages, type PdfPicture, type PdfRect, type PdfText } from "@/features/tickets/files/pdf-file";
import { drawText, loadLogo, TYPE_PAINT } from "@/features/tickets/picture/draw-ticket";
import type { Measure } from "@/features/tickets/picture/fit-text";
import { measureWith } from "@/features/tickets/picture/measure";
import type { TextRun } from "@/features/tickets/picture/text-run";
import {
  CARD_SIZE,
  type CardLayout,
  DOTS_PER_MM,
  LOGO_SIZE,
  layoutCard,
} from "@/features/tickets/print/card-layout";
import { CARD_MM, SHEET_MM, TICKETS_A_SHEET } from "@/features/tickets/rules";
import type { TicketFace } from "@/features/tickets/ticket-face";
import { QUIET_ZONE_MODULES, qrModules, qrRects, type Rect } from "@/lib/qr";
import { currentSettings } from "@/lib/settings";

const COLUMNS = 2;
/** The line under an organisation without an accent colour: `--ink-line`. */
const RULE_PAINT = "#a6a6a6";

/** Called after each ticket; throws to stop. */
export type Progress = (done: number) => void;

interface Card extends Pick<CardLayout, "band" | "rule" | "logo"> {
  picture: PdfPicture;
  /** In millimetres from the corner of the card. */
  texts: PdfText[];
  /** In millimetres from the corner of the card. */
  qr: PdfRect[];
}

const inMm = ({ x, y, width, height }: Rect): PdfRect => ({
  x: x / DOTS_PER_MM,
  y: y / DOTS_PER_MM,
  width: width / DOTS_PER_MM,
  height: height / DOTS_PER_MM,
});

/** The tickets on sheets of A4 with lines to cut along, as they are printed. The QR codes are sharp at any size. */
export async function ticketPdf(
  faces: readonly TicketFace[],
  title: string,
  onProgress: Progress,
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = CARD_SIZE.width;
  canvas.height = CARD_SIZE.height;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen) throw new Error("This browser cannot draw pictures");
  const { logoUrl } = currentSettings();
  const logoImage = logoUrl ? await loadLogo(logoUrl) : null;
  const logoPicture = logoImage ? drawLogo(logoImage) : null;
  const pages = new PdfPages(SHEET_MM);
  for (let start = 0; start < faces.length; start += TICKETS_A_SHEET) {
    pages.startPage();
    const sheet = faces.slice(start, start + TICKETS_A_SHEET);
    for (const [place, face] of sheet.entries()) {
      const left = SHEET_MM.side + (place % COLUMNS) * CARD_MM.width;
      const top = SHEET_MM.top + Math.floor(place / COLUMNS) * CARD_MM.height;
      const shifted = (rect: PdfRect) => ({ ...rect, x: left + rect.x, y: top + rect.y });
      const { picture, texts, band, rule, logo, qr } = drawCard(pen, face);
      pages.picture(picture, { x: left, y: top, width: CARD_MM.width, height: CARD_MM.height });
      for (const run of texts) pages.text({ ...run, x: left + run.x, baseline: top + run.baseline });
      pages.fill("#000000", qr.map(shifted));
      if (band) pages.fill(TYPE_PAINT[band.color], [shifted(inMm(band))]);
      if (rule) pages.fill(rule.color ?? RULE_PAINT, [shifted(inMm(rule))]);
      if (logo && logoPicture) pages.picture(logoPicture, shifted(inMm(logo)));
      const [right, bottom] = [left + CARD_MM.width, top + CARD_MM.height];
      pages.dashes([
        [left, top, right, top],
        [left, bottom, right, bottom],
        [left, top, left, bottom],
        [right, top, right, bottom],
      ]);
    }
    await pages.endPage();
    onProgress(start + sheet.length);
  }
  return pages.finish(title);
}

function drawCard(pen: CanvasRenderingContext2D, face: TicketFace): Card {
  const { width, height } = CARD_SIZE;
  pen.fillStyle = "white";
  pen.fillRect(0, 0, width, height);
  pen.textBaseline = "alphabetic";
  const measure = measureWith(pen);
  const { texts, qr, ...marks } = layoutCard(face, measure);
  for (const run of texts.flat()) drawText(pen, run);
  const pixels = pen.getImageData(0, 0, width, height).data;
  const grey = new Uint8Array(width * height);
  // Green is nearest to the brightness of the dark inks.
  for (let index = 0; index < grey.length; index += 1) grey[index] = pixels[4 * index + 1] ?? 255;
  const modules = qrModules(face.qrCodeData);
  const module = CARD_MM.qr / (modules.length + 2 * QUIET_ZONE_MODULES);
  const picture: PdfPicture = { width, height, colours: "DeviceGray", bytes: grey };
  return {
    ...marks,
    texts: texts.flat().map((run) => textOf(run, measure)),
    picture,
    qr: qrRects({ modules, module, panel: inMm(qr) }),
  };
}

function textOf({ text, font, baseline, box, rightToLeft }: TextRun, measure: Measure): PdfText {
  const width = measure(text, font);
  return {
    text,
    x: (rightToLeft ? box.x + box.width - width : box.x) / DOTS_PER_MM,
    baseline: baseline / DOTS_PER_MM,
    width: width / DOTS_PER_MM,
    size: font.size / DOTS_PER_MM,
  };
}

/** The logo in its box on white, at its right end. */
function drawLogo(image: HTMLImageElement): PdfPicture {
  const canvas = document.createElement("canvas");
  const { width, height } = LOGO_SIZE;
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser cannot draw pictures");
  const scale = Math.min(width / image.naturalWidth, height / image.naturalHeight);
  const [across, down] = [image.naturalWidth * scale, image.naturalHeight * scale];
  pen.fillStyle = "white";
  pen.fillRect(0, 0, width, height);
  pen.drawImage(image, width - across, (height - down) / 2, across, down);
  const pixels = pen.getImageData(0, 0, width, height).data;
  const bytes = new Uint8Array(pixels.filter((_, index) => index % 4 < 3));
  return { width, height, colours: "DeviceRGB", bytes };
}
