/** Grey pictures from 0 to 1, and the effects of an optical path. Pure functions of a seed: no file, no browser. */

export interface Raster {
  data: Float32Array;
  width: number;
  height: number;
}

/** A number from 0 to 1, the same ones for the same seed (mulberry32). */
export type Chance = () => number;

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export const between = (chance: Chance, low: number, high: number): number => low + (high - low) * chance();

/** A bell curve around 0, near enough for a sensor's noise. */
const noise = (chance: Chance): number => (chance() + chance() + chance() + chance() - 2) * 1.73;

export function emptyRaster(width: number, height: number, shade = 0): Raster {
  return { data: new Float32Array(width * height).fill(shade), width, height };
}

/** The shade between four pixels; outside of the picture that of its edge. */
export function sample({ data, width, height }: Raster, x: number, y: number): number {
  const left = Math.max(0, Math.min(width - 1.001, x));
  const top = Math.max(0, Math.min(height - 1.001, y));
  const column = Math.floor(left);
  const row = Math.floor(top);
  const [right, down] = [left - column, top - row];
  const at = row * width + column;
  const upper = (data[at] ?? 0) * (1 - right) + (data[at + 1] ?? 0) * right;
  const lower = (data[at + width] ?? 0) * (1 - right) + (data[at + width + 1] ?? 0) * right;
  return upper * (1 - down) + lower * down;
}

/** Changes each pixel by its place and shade. */
export function paint(raster: Raster, shadeAt: (x: number, y: number, shade: number) => number): void {
  const { data, width } = raster;
  for (let at = 0; at < data.length; at++)
    data[at] = shadeAt(at % width, Math.floor(at / width), data[at] ?? 0);
}

/** A rectangle of one shade. */
export function fillBox(
  raster: Raster,
  x: number,
  y: number,
  width: number,
  height: number,
  shade: number,
): void {
  for (let row = Math.max(0, Math.round(y)); row < Math.min(raster.height, Math.round(y + height)); row++) {
    const from = row * raster.width;
    const right = Math.min(raster.width, Math.round(x + width));
    raster.data.fill(shade, from + Math.max(0, Math.round(x)), from + Math.max(0, right));
  }
}

/** A line of one shade and of this width. */
export function drawLine(
  raster: Raster,
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
  wide: number,
  shade: number,
): void {
  const steps = Math.ceil(Math.hypot(toX - fromX, toY - fromY) / Math.max(0.5, wide / 3));
  for (let step = 0; step <= steps; step++) {
    const x = fromX + ((toX - fromX) * step) / steps;
    const y = fromY + ((toY - fromY) * step) / steps;
    fillBox(raster, x - wide / 2, y - wide / 2, wide, wide, shade);
  }
}

/** Soft light and dark places, like an interior that is out of focus: a few shades, far apart. */
export function room(chance: Chance, width: number, height: number): Raster {
  const coarse = emptyRaster(9, 7);
  paint(coarse, () => between(chance, 0.12, 0.7));
  const made = emptyRaster(width, height);
  paint(made, (x, y) => sample(coarse, (x / width) * 8, (y / height) * 6));
  return made;
}

/** The mean along a row or a column: three of them are nearly a lens out of focus. */
function boxBlur({ data, width, height }: Raster, radius: number, isAcross: boolean): Raster {
  const blurred = emptyRaster(width, height);
  const [lines, length, step, stride] = isAcross ? [height, width, 1, width] : [width, height, width, 1];
  const whole = Math.floor(radius);
  const part = radius - whole;
  const size = 2 * radius + 1;
  for (let line = 0; line < lines; line++) {
    const start = line * stride;
    const shade = (n: number) => data[start + Math.max(0, Math.min(length - 1, n)) * step] ?? 0;
    let sum = 0;
    for (let n = -whole; n <= whole; n++) sum += shade(n);
    for (let n = 0; n < length; n++) {
      const edges = part * (shade(n - whole - 1) + shade(n + whole + 1));
      blurred.data[start + n * step] = (sum + edges) / size;
      sum += shade(n + whole + 1) - shade(n - whole);
    }
  }
  return blurred;
}

/** Blurs by this many pixels, like a lens out of focus. */
export function defocus(raster: Raster, radius: number): Raster {
  let blurred = raster;
  if (radius > 0) {
    for (let pass = 0; pass < 3; pass++)
      blurred = boxBlur(boxBlur(blurred, radius / 2, true), radius / 2, false);
  }
  return blurred;
}

/** Blurs like a camera that moved by this many pixels while the shutter was open. */
export function shake(raster: Raster, length: number, angle: number): Raster {
  const steps = Math.max(1, Math.ceil(length * 1.5));
  const moved = emptyRaster(raster.width, raster.height);
  for (let step = 0; step < steps; step++) {
    const along = steps === 1 ? 0 : length * (step / (steps - 1) - 0.5);
    const [dx, dy] = [Math.cos(angle) * along, Math.sin(angle) * along];
    paint(moved, (x, y, shade) => shade + sample(raster, x + dx, y + dy) / steps);
  }
  return moved;
}

/** The sensor's picture of the light: `exposure` 1 is bright enough, and the grain grows as it falls. */
export function expose(raster: Raster, chance: Chance, exposure: number, grain: number): Raster {
  const taken = emptyRaster(raster.width, raster.height);
  paint(taken, (x, y) => {
    const light = (raster.data[y * raster.width + x] ?? 0) * exposure;
    return Math.max(0, Math.min(1, light + noise(chance) * grain * Math.sqrt(Math.max(light, 0.02))));
  });
  return taken;
}

/** The bytes of a canvas: red, green, blue and full opacity, row by row. */
export function rgbaOf({ data }: Raster): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(data.length * 4);
  for (let at = 0; at < data.length; at++) pixels.fill(Math.round((data[at] ?? 0) * 255), at * 4, at * 4 + 3);
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  return pixels;
}
