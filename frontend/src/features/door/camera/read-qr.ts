import { type ReaderOptions, readBarcodes } from "zxing-wasm/reader";
import type { Pixels, Reading } from "@/features/door/camera/decoder";
import { clahe, type Grey, gamma, greyOf, pixelsOf, zoomCentre } from "@/features/door/camera/image-filters";
import { FULL_SIZE_TURN, TURNS, UPLOAD_FIRST_SIDE } from "@/features/door/core/rules";

const OPTIONS: ReaderOptions = {
  formats: ["QRCode"],
  // The text as encoded; the default rewrites some contents.
  textMode: "Plain",
  tryHarder: true,
  // Posters or other phones may be in view. Unreadable codes count too.
  maxNumberOfSymbols: 16,
  returnErrors: true,
};

/** A found code with too many wrong modules. Other errors are not codes. */
const UNREADABLE = /^Checksum/;

/** With `tryDenoise` the decoder retries without noise. */
async function readPixels(pixels: Pixels, tryDenoise: boolean): Promise<Reading> {
  const found = await readBarcodes(pixels as ImageData, { ...OPTIONS, tryDenoise });
  return {
    texts: found.filter((code) => code.isValid && code.text !== "").map((code) => code.text),
    isCodeLike: found.some(({ error }) => UNREADABLE.test(error)),
  };
}

/** Filters for unread images, most useful first (decision 0041). */
const CHANGES: readonly ((grey: Grey) => Grey)[] = [zoomCentre, (grey) => gamma(grey, 0.5), clahe];

/** Decodes a frame unfiltered, then with the filter of its turn. A frame in full size is denoised. */
export async function readFrame(pixels: Pixels, turn: number): Promise<Reading> {
  const way = turn % TURNS;
  const plain = await readPixels(pixels, way === FULL_SIZE_TURN);
  const change = CHANGES[way - 1];
  if (plain.texts.length > 0 || !change) return plain;
  // More contrast means more noise.
  const { texts } = await readPixels(pixelsOf(change(greyOf(pixels))), change === clahe);
  return { ...plain, texts };
}

/** Decodes an upload with all filters. In full size, filters have read nothing more. */
export async function readImage(pixels: Pixels): Promise<Reading> {
  const plain = await readPixels(pixels, true);
  if (plain.texts.length > 0 || Math.max(pixels.width, pixels.height) > UPLOAD_FIRST_SIDE) return plain;
  const grey = greyOf(pixels);
  for (const change of CHANGES) {
    const { texts } = await readPixels(pixelsOf(change(grey)), true);
    if (texts.length > 0) return { ...plain, texts };
  }
  return plain;
}
