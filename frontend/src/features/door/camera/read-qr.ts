import { type ReaderOptions, readBarcodes } from "zxing-wasm/reader";
import {
  clahe,
  type Grey,
  gamma,
  greyOf,
  pixelsOf,
  twiceTheMiddle,
} from "@/features/door/camera/image-filters";
import type { Pixels, Reading } from "@/features/door/camera/protocol";
import { FULL_SIZE_TURN, TURNS, UPLOAD_FIRST_SIDE } from "@/features/door/core/rules";

const OPTIONS: ReaderOptions = {
  formats: ["QRCode"],
  // The text as it was encoded; the default would rewrite some contents for human eyes.
  textMode: "Plain",
  tryHarder: true,
  // A poster or a second phone may be in the picture; a few codes are enough. Those that cannot be read count as well.
  maxNumberOfSymbols: 16,
  returnErrors: true,
};

/** A code that was found, and has too much of it covered. The reader's other errors are squares that are no code. */
const UNREADABLE = /^Checksum/;

/** Without noise the reader tries it only after the picture as it is. */
async function readPixels(pixels: Pixels, tryDenoise: boolean): Promise<Reading> {
  const found = await readBarcodes(pixels as ImageData, { ...OPTIONS, tryDenoise });
  return {
    texts: found.filter((code) => code.isValid && code.text !== "").map((code) => code.text),
    isCodeLike: found.some(({ error }) => UNREADABLE.test(error)),
  };
}

/** What the reader is shown after a picture that it did not read, the most useful first (decision 0041). */
const CHANGES: readonly ((grey: Grey) => Grey)[] = [twiceTheMiddle, (grey) => gamma(grey, 0.5), clahe];

/**
 * The camera's picture as it is, and from the second one on once more in the way whose turn it is. One in full size has its
 * noise removed.
 */
export async function readFrame(pixels: Pixels, turn: number): Promise<Reading> {
  const way = turn % TURNS;
  const plain = await readPixels(pixels, way === FULL_SIZE_TURN);
  const change = CHANGES[way - 1];
  if (plain.texts.length > 0 || !change) return plain;
  // More contrast makes more noise.
  const { texts } = await readPixels(pixelsOf(change(greyOf(pixels))), change === clahe);
  return { ...plain, texts };
}

/** An uploaded picture, in all ways. In full size no change has read what it had not read in a small one. */
export async function readPicture(pixels: Pixels): Promise<Reading> {
  const plain = await readPixels(pixels, true);
  if (plain.texts.length > 0 || Math.max(pixels.width, pixels.height) > UPLOAD_FIRST_SIDE) return plain;
  const grey = greyOf(pixels);
  for (const change of CHANGES) {
    const { texts } = await readPixels(pixelsOf(change(grey)), true);
    if (texts.length > 0) return { ...plain, texts };
  }
  return plain;
}
