import type { Pen } from "@/features/tickets/picture/paint-png";
import { rgbOf } from "@/lib/accent";
import type { Rect } from "@/lib/qr";

const LAMP = "#f6c566";
/** The lamp's light by the distance, in shares of its reach. */
const LAMP_LIGHT = { at: 0, light: 0.5 };
const BEND = { at: 0.28, light: 0.16 };
const END = { at: 1, light: 0 };

const mixed = (color: number, other: number, share: number): number => color + (other - color) * share;

function lightAt(distance: number): number {
  if (distance >= 1) return 0;
  const isNear = distance < BEND.at;
  const from = isNear ? LAMP_LIGHT : BEND;
  const to = isNear ? BEND : END;
  return mixed(from.light, to.light, (distance - from.at) / (to.at - from.at));
}

export interface Evening {
  deep: string;
  brand: string;
  lamp: { x: number; y: number };
  /** How far the lamp's light reaches. */
  reach: number;
}

const PARTS = [0, 1, 2] as const;

/** The tickets of an event have the same evening. */
let latest: { key: string; canvas: HTMLCanvasElement } | null = null;

/**
 * Fills the area with a gradient from top to foot, lit by a lamp. Each pixel is computed: browsers dither their
 * gradients, and this noise is most of a PNG.
 */
export function fillEvening(pen: Pen, area: Rect, evening: Evening): void {
  const [left, top] = [Math.floor(area.x), Math.floor(area.y)];
  const key = JSON.stringify([area, evening]);
  if (latest?.key !== key) {
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(area.x + area.width) - left;
    canvas.height = Math.ceil(area.y + area.height) - top;
    drawPixels(canvas, { left, top, height: area.height, evening });
    latest = { key, canvas };
  }
  pen.drawImage(latest.canvas, left, top);
}

interface Drawing {
  /** Where the canvas is on the ticket. */
  left: number;
  top: number;
  height: number;
  evening: Evening;
}

function drawPixels(canvas: HTMLCanvasElement, { left, top, height, evening }: Drawing): void {
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser cannot draw pictures");
  const image = pen.createImageData(canvas.width, canvas.height);
  const [deep, brand, lamp] = [rgbOf(evening.deep), rgbOf(evening.brand), rgbOf(LAMP)];
  for (let row = 0, at = 0; row < canvas.height; row += 1) {
    const share = Math.min(1, (row + 0.5) / height);
    const y = top + row + 0.5 - evening.lamp.y;
    for (let column = 0; column < canvas.width; column += 1, at += 4) {
      const x = left + column + 0.5 - evening.lamp.x;
      const light = lightAt(Math.sqrt(x * x + y * y) / evening.reach);
      for (const part of PARTS)
        image.data[at + part] = Math.round(mixed(mixed(deep[part], brand[part], share), lamp[part], light));
      image.data[at + 3] = 255;
    }
  }
  pen.putImageData(image, 0, 0);
}
