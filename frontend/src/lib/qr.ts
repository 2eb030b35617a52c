import { encode } from "uqr";

/** Light modules around a QR code; cameras miss it without them. */
export const QUIET_ZONE_MODULES = 4;
/** Error correction level: a code still scans with 15 % of it covered. */
const QR_ERROR_LEVEL = "M";

export type Rect = { x: number; y: number; width: number; height: number };

/** The dark modules of a QR, row by row, without its quiet zone. */
export function qrModules(qrCodeData: string): boolean[][] {
  return encode(qrCodeData, { ecc: QR_ERROR_LEVEL, border: 0 }).data;
}

/** Places a QR code with its quiet zone in a square of at most `side` pixels, with whole pixels per module. */
export type QrPlacement = { modules: boolean[][]; module: number; panel: Rect };

export function placeQr(
  qrCodeData: string,
  { x, y, side }: { x: number; y: number; side: number },
): QrPlacement {
  const modules = qrModules(qrCodeData);
  const across = modules.length + 2 * QUIET_ZONE_MODULES;
  // Fractions of a pixel would blur the edges that a camera looks for.
  const module = Math.max(1, Math.floor(side / across));
  const width = module * across;
  const left = Math.round(x + (side - width) / 2);
  const top = Math.round(y + (side - width) / 2);
  return { modules, module, panel: { x: left, y: top, width, height: width } };
}

/** The side of the square that a QR code needs to be `width` pixels wide or more without its quiet zone. */
export function qrSideFor(qrCodeData: string, width: number): number {
  const modules = qrModules(qrCodeData).length;
  return Math.ceil(width / modules) * (modules + 2 * QUIET_ZONE_MODULES);
}

/** The dark rectangles of a placed QR code. Neighbours in a row are merged. */
export function qrRects({ modules, module, panel }: QrPlacement): Rect[] {
  const rects: Rect[] = [];
  for (const [row, cells] of modules.entries()) {
    let start = -1;
    for (let column = 0; column <= cells.length; column += 1) {
      if (cells[column]) {
        if (start < 0) start = column;
        continue;
      }
      if (start >= 0) {
        rects.push({
          x: panel.x + (QUIET_ZONE_MODULES + start) * module,
          y: panel.y + (QUIET_ZONE_MODULES + row) * module,
          width: (column - start) * module,
          height: module,
        });
      }
      start = -1;
    }
  }
  return rects;
}

/** A QR code as the path of an SVG, one unit per module, with its quiet zone around it. */
export function qrPath(qrCodeData: string): { across: number; path: string } {
  const modules = qrModules(qrCodeData);
  const across = modules.length + 2 * QUIET_ZONE_MODULES;
  const rects = qrRects({ modules, module: 1, panel: { x: 0, y: 0, width: across, height: across } });
  const path = rects.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h-${width}z`).join("");
  return { across, path };
}
