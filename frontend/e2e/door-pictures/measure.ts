import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";
import type { Pixels, Reading } from "@/features/door/camera/decoder";
import { fitSide, pixelReader } from "@/features/door/camera/pixels";
import { readFrame, readImage } from "@/features/door/camera/read-qr";
import { readUpload } from "@/features/door/camera/read-upload";
import { FRAME_MAX_SIDE, FULL_SIZE_TURN, TURNS, UPLOAD_FIRST_SIDE } from "@/features/door/core/rules";
import { countWithCode, type DoorPicture, withCode, withoutCode } from "./door-pictures";

// Loaded by `bench/web/eyes.mjs` in an empty page: the door's code on these pictures, without server or camera.

/** Milliseconds of each picture that was decoded, and what was read. */
interface Tried {
  ms: number[];
  texts: string[];
  /** The number of pictures with a code that could not be read. */
  signs: number;
}

/** The reader alone, with one try: the yardstick for all filters after it. */
const plain = async (pixels: Pixels, tryDenoise = false): Promise<Reading> => {
  const found = await readBarcodes(pixels as ImageData, {
    formats: ["QRCode"],
    textMode: "Plain",
    tryHarder: true,
    maxNumberOfSymbols: 4,
    tryDenoise,
  });
  return { texts: found.map(({ text }) => text), isCodeLike: false };
};

function trying() {
  const tried: Tried = { ms: [], texts: [], signs: 0 };
  const time = async (read: Promise<Reading>) => {
    const began = performance.now();
    const reading = await read;
    tried.ms.push(performance.now() - began);
    tried.texts = reading.texts;
    tried.signs += Number(reading.isCodeLike);
    return reading;
  };
  return { tried, time };
}

async function look(picture: DoorPicture) {
  const { width, height, data } = picture.pixels;
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.putImageData(new ImageData(data, width, height), 0, 0);
  const pixelsOf = pixelReader();
  const frame = (turn: number) =>
    pixelsOf(canvas, fitSide(canvas, turn === FULL_SIZE_TURN ? UPLOAD_FIRST_SIDE : FRAME_MAX_SIDE));

  const bare = trying();
  await bare.time(plain(frame(0)));
  const camera = trying();
  for (let turn = 0; turn < TURNS && camera.tried.texts.length === 0; turn++)
    await camera.time(readFrame(frame(turn), turn));

  const photo = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 });
  const bareUpload = trying();
  for (const tryDenoise of [false, true]) {
    if (bareUpload.tried.texts.length > 0) continue;
    const read = (pixels: Pixels) => bareUpload.time(plain(pixels, tryDenoise));
    await readUpload({ read, close: () => {} }, photo);
  }
  const upload = trying();
  const read = (pixels: Pixels) => upload.time(readImage(pixels));
  await readUpload({ read, close: () => {} }, photo);
  const { name, text } = picture;
  return {
    name,
    text,
    bare: bare.tried,
    camera: camera.tried,
    bareUpload: bareUpload.tried,
    upload: upload.tried,
  };
}

const ready = prepareZXingModule({
  overrides: { locateFile: (path: string) => (path.endsWith(".wasm") ? wasmUrl : path) },
  fireImmediately: true,
});

Object.assign(window, {
  countWithCode,
  lookAt: async (n: number, strengths: number) => {
    await ready;
    return look(strengths > 0 ? withCode(n, strengths) : withoutCode(n));
  },
});
