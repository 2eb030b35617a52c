import { writeFileSync } from "node:fs";
import { PNG } from "pngjs";
import { encode } from "uqr";

/** A camera film for `--use-file-for-fake-video-capture`: Y4M, which Chromium plays over and over. */
const SIZE: Size = { width: 640, height: 480 };
const FRAMES_PER_SECOND = 5;
const GREY = 128;

interface Size {
  width: number;
  height: number;
}

/** One picture before the camera, or an empty view, for so many seconds. */
export interface Shot {
  picture: Buffer | null;
  seconds: number;
}

export function writeFilm(file: string, shots: readonly Shot[], size = SIZE): void {
  const { width, height } = size;
  const parts = [Buffer.from(`YUV4MPEG2 W${width} H${height} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`)];
  for (const { picture, seconds } of shots) {
    const frame = Buffer.concat([Buffer.from("FRAME\n"), planes(picture, size)]);
    for (let n = 0; n < seconds * FRAMES_PER_SECOND; n++) parts.push(frame);
  }
  writeFileSync(file, Buffer.concat(parts));
}

/** The Y, U and V planes of a picture scaled to fit, in the middle of grey. */
function planes(picture: Buffer | null, film: Size): Buffer {
  const luma = Buffer.alloc(film.width * film.height, GREY);
  const chroma = (film.width / 2) * (film.height / 2);
  const u = Buffer.alloc(chroma, 128);
  const v = Buffer.alloc(chroma, 128);
  if (picture) {
    const image = PNG.sync.read(picture);
    const scale = Math.min(film.width / image.width, film.height / image.height);
    const width = Math.floor(image.width * scale);
    const height = Math.floor(image.height * scale);
    const left = Math.floor((film.width - width) / 2);
    const top = Math.floor((film.height - height) / 2);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const [red, green, blue] = average(image, x / scale, y / scale, (x + 1) / scale, (y + 1) / scale);
        const at = (top + y) * film.width + left + x;
        luma[at] = 0.299 * red + 0.587 * green + 0.114 * blue;
        const atChroma = ((top + y) >> 1) * (film.width / 2) + ((left + x) >> 1);
        u[atChroma] = 128 - 0.168736 * red - 0.331264 * green + 0.5 * blue;
        v[atChroma] = 128 + 0.5 * red - 0.418688 * green - 0.081312 * blue;
      }
    }
  }
  return Buffer.concat([luma, u, v]);
}

/** The mean colour of a rectangle: a camera's pixel sees an area, not a point. */
function average(image: PNG, x0: number, y0: number, x1: number, y1: number): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  const right = Math.min(image.width, Math.max(Math.floor(x0) + 1, Math.floor(x1)));
  const bottom = Math.min(image.height, Math.max(Math.floor(y0) + 1, Math.floor(y1)));
  for (let y = Math.floor(y0); y < bottom; y++) {
    for (let x = Math.floor(x0); x < right; x++) {
      const at = (y * image.width + x) * 4;
      for (let channel = 0; channel < 3; channel++)
        sum[channel as 0 | 1 | 2] += image.data[at + channel] ?? 0;
      count++;
    }
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

/** A QR code of any text as a PNG, black on white with its quiet zone. */
export function qrPicture(text: string): Buffer {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const module = 8;
  const image = new PNG({ width: size * module, height: size * module });
  for (let y = 0; y < image.height; y++) {
    for (let x = 0; x < image.width; x++) {
      const dark = data[Math.floor(y / module)]?.[Math.floor(x / module)];
      image.data.fill(dark ? 0 : 255, (y * image.width + x) * 4, (y * image.width + x) * 4 + 3);
      image.data[(y * image.width + x) * 4 + 3] = 255;
    }
  }
  return PNG.sync.write(image);
}

/** A picture with each pixel's grey changed by its place, which goes from 0 to 1. */
function changed(picture: Buffer, shadeAt: (shade: number, x: number, y: number) => number): Buffer {
  const image = PNG.sync.read(picture);
  const { data, width, height } = image;
  for (let at = 0; at < data.length; at += 4) {
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    data.fill(shadeAt(data[at] ?? 0, x / width, y / height), at, at + 3);
  }
  return PNG.sync.write(image);
}

/** A screen turned down so far that the reader finds no edge in the picture as it is. */
export const dimmed = (picture: Buffer): Buffer => changed(picture, (shade) => 6 + (14 * shade) / 255);

/** A lamp's reflection over more of the code than its error correction makes good; its three corners are in view. */
export const withGlare = (picture: Buffer): Buffer =>
  changed(picture, (shade, x, y) => (Math.hypot(x - 0.55, y - 0.6) < 0.2 ? 255 : shade));

/** A picture with nothing to read on it. */
export function blankPicture(): Buffer {
  const image = new PNG({ width: 300, height: 300 });
  image.data.fill(200);
  return PNG.sync.write(image);
}
