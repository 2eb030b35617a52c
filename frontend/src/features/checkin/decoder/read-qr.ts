import { type ReaderOptions, readBarcodes } from "zxing-wasm/reader";

/** Pixels as a canvas gives them: RGBA, row by row. */
export type Pixels = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };

const OPTIONS: ReaderOptions = {
  formats: ["QRCode"],
  // The text as it was encoded; the default would rewrite some contents for human eyes.
  textMode: "Plain",
  tryHarder: true,
  // A poster or a second phone may be in the picture; a few codes are enough.
  maxNumberOfSymbols: 4,
};

/** The texts of the QR codes in a picture, best found first. `denoise` costs time and finds worn prints. */
export async function readQrTexts(pixels: Pixels, denoise = false): Promise<string[]> {
  const found = await readBarcodes(pixels as ImageData, { ...OPTIONS, tryDenoise: denoise });
  return found.filter((code) => code.isValid && code.text !== "").map((code) => code.text);
}
