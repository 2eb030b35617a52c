import type { Pixels } from "@/features/door/camera/decoder";

/** A grey image, row by row. */
export type Grey = { data: Uint8Array; width: number; height: number };

/** Luminance of the pixels. */
export function greyOf({ data, width, height }: Pixels): Grey {
  const grey = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < grey.length; at += 1, from += 4) {
    const red = data[from] as number;
    const green = data[from + 1] as number;
    grey[at] = (red * 77 + green * 150 + (data[from + 2] as number) * 29) >> 8;
  }
  return { data: grey, width, height };
}

/** RGBA, as the decoder expects. */
export function pixelsOf({ data, width, height }: Grey): Pixels {
  const pixels = new Uint8ClampedArray(data.length * 4);
  // Four bytes at once, least significant first.
  const words = new Uint32Array(pixels.buffer);
  for (let at = 0; at < words.length; at += 1) words[at] = 0xff000000 | ((data[at] as number) * 0x010101);
  return { data: pixels, width, height };
}

/** An exponent below 1 brightens dark images. */
export function gamma({ data, width, height }: Grey, exponent: number): Grey {
  const shades = Uint8Array.from({ length: 256 }, (_, shade) => 255 * (shade / 255) ** exponent + 0.5);
  const opened = new Uint8Array(data.length);
  for (let at = 0; at < opened.length; at += 1) opened[at] = shades[data[at] as number] as number;
  return { data: opened, width, height };
}

/**
 * The middle half at twice the size. The ticket is held over the middle, and larger modules survive the decoder's
 * threshold.
 */
export function zoomCentre(grey: Grey): Grey {
  const [width, height] = [Math.max(1, grey.width & ~1), Math.max(1, grey.height & ~1)];
  const [left, top] = [grey.width >> 2, grey.height >> 2];
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    // A new pixel lies a quarter beside an old one's centre: three parts of it, one of its neighbour.
    const near = (top + (y >> 1)) * grey.width + left;
    const row = top + (y >> 1) + (y & 1 ? 1 : -1);
    const far = Math.max(0, Math.min(grey.height - 1, row)) * grey.width + left;
    for (let x = 0; x < width; x += 1) {
      const here = x >> 1;
      const beside = Math.max(-left, Math.min(grey.width - 1 - left, here + (x & 1 ? 1 : -1)));
      const upper = 3 * (grey.data[near + here] as number) + (grey.data[near + beside] as number);
      const lower = 3 * (grey.data[far + here] as number) + (grey.data[far + beside] as number);
      data[y * width + x] = (3 * upper + lower + 8) >> 4;
    }
  }
  return { data, width, height };
}

const TILES = 8;
const SHADES = 256;
/** Limits a shade to this multiple of its share, so that noise in even areas is not amplified. */
const MOST_OF_A_SHADE = 6;

/** Splits a side into tiles of equal length; the last may be shorter. */
function tilesOf(side: number) {
  const length = Math.ceil(side / TILES);
  const count = Math.ceil(side / length);
  return { length, count, endOf: (tile: number) => Math.min(side, (tile + 1) * length) };
}

/** Equalises one tile: writes the new value of each shade. */
function spread({ data, width }: Grey, [left, right]: Span, [top, bottom]: Span, becomes: Uint8Array): void {
  const counts = new Uint32Array(SHADES);
  let pixels = 0;
  // Every other row is enough, in half the time.
  for (let y = top; y < bottom; y += 2, pixels += right - left) {
    for (let at = y * width + left; at < y * width + right; at += 1) {
      const shade = data[at] as number;
      counts[shade] = (counts[shade] as number) + 1;
    }
  }
  const most = Math.max(1, Math.floor((MOST_OF_A_SHADE * pixels) / SHADES));
  const cut = counts.reduce((sum, count) => sum + Math.max(0, count - most), 0);
  let darker = 0;
  counts.forEach((count, shade) => {
    darker += Math.min(count, most) + cut / SHADES;
    becomes[shade] = Math.min(255, (darker * 255) / pixels + 0.5);
  });
}

type Span = readonly [from: number, to: number];

/** For each pixel of a side: the two nearest tiles, and its distance to the second in 1/256. */
function blend(side: number, { length, count }: ReturnType<typeof tilesOf>) {
  const [first, second, part] = [new Uint8Array(side), new Uint8Array(side), new Uint16Array(side)];
  for (let n = 0; n < side; n += 1) {
    const place = Math.max(0, Math.min(count - 1, (n + 0.5) / length - 0.5));
    first[n] = place;
    second[n] = Math.min(count - 1, Math.floor(place) + 1);
    part[n] = (place % 1) * 256;
  }
  return { first, second, part };
}

/** Contrast limited adaptive histogram equalisation, for codes half in shadow or behind glare. */
export function clahe(grey: Grey): Grey {
  const { width, height } = grey;
  const [columns, rows] = [tilesOf(width), tilesOf(height)];
  const becomes = new Uint8Array(rows.count * columns.count * SHADES);
  const startOf = (row: number, column: number) => (row * columns.count + column) * SHADES;
  for (let row = 0; row < rows.count; row += 1) {
    const down = [row * rows.length, rows.endOf(row)] as const;
    for (let column = 0; column < columns.count; column += 1) {
      const start = startOf(row, column);
      const across = [column * columns.length, columns.endOf(column)] as const;
      spread(grey, across, down, becomes.subarray(start, start + SHADES));
    }
  }
  const [along, down] = [blend(width, columns), blend(height, rows)];
  const data = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y += 1) {
    const upper = startOf(down.first[y] as number, 0);
    const lower = startOf(down.second[y] as number, 0);
    const toLower = down.part[y] as number;
    for (let x = 0; x < width; x += 1, at += 1) {
      const shade = grey.data[at] as number;
      const left = (along.first[x] as number) * SHADES + shade;
      const right = (along.second[x] as number) * SHADES + shade;
      const toRight = along.part[x] as number;
      const above =
        (becomes[upper + left] as number) * (256 - toRight) + (becomes[upper + right] as number) * toRight;
      const below =
        (becomes[lower + left] as number) * (256 - toRight) + (becomes[lower + right] as number) * toRight;
      data[at] = (above * (256 - toLower) + below * toLower) >> 16;
    }
  }
  return { data, width, height };
}
