import type { TicketTypeColor } from "@/api/types";
import { fillEvening } from "@/features/tickets/picture/evening";
import { cssFont, measureWith } from "@/features/tickets/picture/measure";
import { type Pen, paintPng } from "@/features/tickets/picture/paint-png";
import type { Ink, TextRun } from "@/features/tickets/picture/text-run";
import {
  layoutTicket,
  type PictureFace,
  type TicketLayout,
  type TicketSize,
} from "@/features/tickets/picture/ticket-layout";
import { brandColours } from "@/lib/accent";
import { qrRects, type Rect } from "@/lib/qr";
import { currentSettings } from "@/lib/settings";

/** The ticket's colours. They are no tokens, because a sent or printed image looks the same in every scheme. */
const PAINT = {
  ground: "#e9e2d4",
  paper: "#fffdf8",
  night: "#12303d",
  nightDeep: "#081820",
  perforation: "#b9c0bd",
  frame: "#ddd6c8",
  white: "#ffffff",
  black: "#000000",
} as const;
/** The ticket types, on paper. */
export const TYPE_PAINT: Record<TicketTypeColor, string> = {
  slate: "#5b6b7b",
  blue: "#2460c8",
  teal: "#0f8a8a",
  green: "#2e8b3d",
  gold: "#c99a16",
  orange: "#d9701a",
  red: "#c22f35",
  purple: "#7a3fb8",
};
const FRAME_INSET_MODULES = 1.5;
const INK: Record<Ink, string> = {
  onHeader: "#fbf7ee",
  onHeaderSoft: "#c5d6dc",
  glow: "#f6c566",
  text: "#14242b",
  muted: "#5a6a71",
};

/** Outline of the card: round corners, and a half-circle notch on each side at the perforation. */
function cardPath({ card, radius, tear, notch }: TicketLayout): Path2D {
  const path = new Path2D();
  const right = card.x + card.width;
  const bottom = card.y + card.height;
  path.moveTo(card.x + radius, card.y);
  path.arcTo(right, card.y, right, card.y + radius, radius);
  path.lineTo(right, tear - notch);
  path.arc(right, tear, notch, -Math.PI / 2, Math.PI / 2, true);
  path.arcTo(right, bottom, right - radius, bottom, radius);
  path.arcTo(card.x, bottom, card.x, bottom - radius, radius);
  path.lineTo(card.x, tear + notch);
  path.arc(card.x, tear, notch, Math.PI / 2, -Math.PI / 2, true);
  path.arcTo(card.x, card.y, card.x + radius, card.y, radius);
  path.closePath();
  return path;
}

/** A lamp over the door: a warm glow from the upper right corner. The night has the accent colour, if one is set. */
function drawEvening(pen: Pen, { card, tear }: TicketLayout): void {
  const { accentColor } = currentSettings();
  const { brand, deep } = accentColor
    ? brandColours(accentColor)
    : { brand: PAINT.night, deep: PAINT.nightDeep };
  const lamp = { x: card.x + card.width * 0.86, y: card.y + (tear - card.y) * 0.08 };
  const area = { x: card.x, y: card.y, width: card.width, height: tear - card.y };
  fillEvening(pen, area, { deep, brand, lamp, reach: card.width * 0.62 });

  pen.strokeStyle = INK.glow;
  pen.lineWidth = Math.max(1, card.width / 500);
  for (let ring = 1; ring <= 9; ring += 1) {
    pen.globalAlpha = 0.26 * (1 - ring / 10);
    pen.beginPath();
    pen.arc(lamp.x, lamp.y, (card.width * ring) / 13, 0, 2 * Math.PI);
    pen.stroke();
  }
  pen.globalAlpha = 1;
}

export function drawText(pen: Pen, run: TextRun): void {
  pen.font = cssFont(run.font);
  pen.fillStyle = INK[run.ink];
  pen.textAlign = run.align;
  pen.direction = run.rightToLeft ? "rtl" : "ltr";
  if ("letterSpacing" in pen) pen.letterSpacing = `${run.spacing}px`;
  pen.fillText(run.text, run.x, run.baseline);
}

/** The logo on its white plate, as large as fits. */
function drawLogo(pen: Pen, plate: Rect, logo: HTMLImageElement): void {
  const inset = plate.height / 8;
  const scale = Math.min(
    (plate.width - 2 * inset) / logo.naturalWidth,
    (plate.height - 2 * inset) / logo.naturalHeight,
  );
  const [width, height] = [logo.naturalWidth * scale, logo.naturalHeight * scale];
  const x = plate.x + plate.width - width - 2 * inset;
  pen.fillStyle = PAINT.white;
  pen.beginPath();
  const y = plate.y + (plate.height - height) / 2;
  pen.roundRect(x, y - inset, width + 2 * inset, height + 2 * inset, inset);
  pen.fill();
  pen.drawImage(logo, x + inset, y, width, height);
}

function draw(pen: Pen, layout: TicketLayout, logo: HTMLImageElement | null): void {
  const { size, card, tear, notch, qr } = layout;
  pen.fillStyle = PAINT.ground;
  pen.fillRect(0, 0, size.width, size.height);

  const outline = cardPath(layout);
  pen.save();
  pen.shadowColor = "rgb(8 24 32 / 0.22)";
  pen.shadowBlur = card.width / 30;
  pen.shadowOffsetY = card.width / 120;
  pen.fillStyle = PAINT.paper;
  pen.fill(outline);
  pen.restore();

  pen.save();
  pen.clip(outline);
  pen.beginPath();
  pen.rect(card.x, card.y, card.width, tear - card.y);
  pen.clip();
  drawEvening(pen, layout);
  pen.restore();

  pen.save();
  pen.strokeStyle = PAINT.perforation;
  pen.lineWidth = Math.max(1, card.width / 320);
  pen.lineCap = "round";
  pen.setLineDash([0, pen.lineWidth * 4]);
  pen.beginPath();
  pen.moveTo(card.x + notch * 1.8, tear);
  pen.lineTo(card.x + card.width - notch * 1.8, tear);
  pen.stroke();
  pen.restore();

  pen.fillStyle = PAINT.white;
  pen.strokeStyle = PAINT.frame;
  pen.lineWidth = 2;
  pen.beginPath();
  // The frame is as light as the paper: both are the code's quiet zone.
  const inset = qr.module * FRAME_INSET_MODULES;
  const side = qr.panel.width - 2 * inset;
  pen.roundRect(qr.panel.x + inset, qr.panel.y + inset, side, side, layout.radius / 2);
  pen.fill();
  pen.stroke();
  pen.fillStyle = PAINT.black;
  for (const { x, y, width, height } of qrRects(qr)) pen.fillRect(x, y, width, height);

  if (layout.band) {
    pen.fillStyle = TYPE_PAINT[layout.band.color];
    pen.fillRect(layout.band.x, layout.band.y, layout.band.width, layout.band.height);
  }
  if (layout.logo && logo) drawLogo(pen, layout.logo, logo);
  pen.textBaseline = "alphabetic";
  for (const run of layout.texts) drawText(pen, run);
}

/** Draws the ticket as a PNG. Throws if the browser has no canvas. */
export async function drawTicket(face: PictureFace, size: TicketSize): Promise<Blob> {
  const { logoUrl } = currentSettings();
  const logo = logoUrl ? await loadLogo(logoUrl) : null;
  return paintPng(size, (pen) => draw(pen, layoutTicket(face, size, measureWith(pen)), logo));
}

/** Null if it cannot be loaded: without a network a ticket still has its name and code. */
export async function loadLogo(url: string): Promise<HTMLImageElement | null> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return image;
  } catch (error) {
    console.error("The logo could not be loaded", error);
    return null;
  }
}
