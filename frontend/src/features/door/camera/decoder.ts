import {
  DECODE_TIMEOUT_MS,
  DECODER_BACKOFF_MS,
  DECODER_BACKOFFS_MAX,
  DECODER_FAILURES_MAX,
  DECODER_LOAD_TIMEOUT_MS,
  UPLOAD_FIRST_SIDE,
} from "@/features/door/core/rules";

/** The decoder failed to load, died or hung. */
export class DecoderUnavailable extends Error {}

/** The browser cannot open the chosen file as an image. */
export class NotAnImage extends Error {}

export type DecoderTrouble = "not loaded" | "no answer";

export type Decoder = {
  /** Decodes a frame in its turn, or an upload. Throws DecoderUnavailable; the next image may succeed. */
  read(pixels: Pixels, turn?: number): Promise<Reading>;
  close(): void;
};

/** The part of Worker in use, for tests. */
export type DecoderWorker = Pick<Worker, "postMessage" | "terminate"> & {
  onmessage: ((reply: MessageEvent<DecodeReply>) => void) | null;
  onerror: ((failure: ErrorEvent) => void) | null;
  onmessageerror: ((failure: MessageEvent) => void) | null;
};

const startWorker = (): DecoderWorker =>
  new Worker(new URL("./decoder.worker.ts", import.meta.url), { type: "module", name: "qr-decoder" });

type Waiting = { resolve: (reading: Reading) => void; reject: (reason: Error) => void; limitMs: number };

/** Large images take proportionally longer. */
const limitOf = ({ width, height }: Pixels) =>
  DECODE_TIMEOUT_MS * Math.max(1, (width * height) / UPLOAD_FIRST_SIDE ** 2);

/**
 * Starts the decoder's worker; the caller closes it. A worker that dies or hangs is replaced. `onTrouble` is called
 * if that does not help, and with null once an image is decoded again.
 */
export function openDecoder(
  onTrouble: (trouble: DecoderTrouble | null) => void,
  start: () => DecoderWorker = startWorker,
): Decoder {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let closed = false;
  let worker: DecoderWorker | null = null;
  let isLoaded = false;
  /** Failed workers since the last decoded image, and failed images of this worker. */
  let lost = 0;
  let unread = 0;
  let told: DecoderTrouble | null = null;
  /** Runs while a response is due, or until the next worker starts. */
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tell = (trouble: DecoderTrouble | null) => {
    if (trouble === told) return;
    told = trouble;
    onTrouble(trouble);
  };
  const end = (reason: string) => {
    clearTimeout(timer);
    worker?.terminate();
    worker = null;
    const asked = [...waiting.values()];
    waiting.clear();
    for (const { reject } of asked) reject(new DecoderUnavailable(reason));
  };
  const fail = (reason: string, trouble: DecoderTrouble) => {
    if (closed) return;
    console.error("The QR reader is not available", reason);
    lost += 1;
    end(reason);
    if (trouble === "not loaded" || lost >= DECODER_FAILURES_MAX) tell(trouble);
    // The first failure restarts at once, because a ticket is in view.
    if (lost === 1 && trouble === "no answer") begin();
    else timer = setTimeout(begin, DECODER_BACKOFF_MS * Math.min(lost, DECODER_BACKOFFS_MAX));
  };
  const watch = () => {
    clearTimeout(timer);
    const [next] = waiting.values();
    if (!isLoaded) timer = setTimeout(fail, DECODER_LOAD_TIMEOUT_MS, "It does not load", "not loaded");
    else if (next) timer = setTimeout(fail, next.limitMs, "It does not answer", "no answer");
  };
  const hear = (reply: DecodeReply) => {
    if (reply.kind === "broken") return fail(reply.reason, "not loaded");
    isLoaded = true;
    if (told === "not loaded") tell(null);
    if (reply.kind !== "ready") {
      const asked = waiting.get(reply.id);
      waiting.delete(reply.id);
      unread = reply.kind === "read" ? 0 : unread + 1;
      if (reply.kind === "read") {
        lost = 0;
        tell(null);
        asked?.resolve(reply.reading);
      } else asked?.reject(new Error(reply.reason));
      // One image may fail; a worker out of memory fails on all.
      if (unread >= DECODER_FAILURES_MAX) return fail("It reads no picture any more", "no answer");
    }
    watch();
  };
  function begin(): void {
    isLoaded = false;
    unread = 0;
    try {
      const started = start();
      worker = started;
      const loses = (reason: string) => {
        if (worker === started) fail(reason, isLoaded ? "no answer" : "not loaded");
      };
      started.onerror = (failure) => loses(failure.message || "The worker could not be started");
      started.onmessageerror = () => loses("An answer could not be understood");
      started.onmessage = ({ data }) => {
        if (worker === started) hear(data);
      };
      watch();
    } catch (error) {
      fail(String(error), "not loaded");
    }
  }

  begin();
  return {
    read: (pixels, turn) =>
      new Promise((resolve, reject) => {
        if (!worker) return reject(new DecoderUnavailable(closed ? "closed" : "starting again"));
        const request: DecodeRequest = { id: ++lastId, pixels, turn: turn ?? null };
        const limitMs = limitOf(pixels);
        worker.postMessage(request, [pixels.data.buffer]);
        waiting.set(request.id, { resolve, reject, limitMs });
        if (isLoaded && waiting.size === 1) watch();
      }),
    close: () => {
      closed = true;
      end("closed");
    },
  };
}

/** RGBA pixels as a canvas returns them. */
export type Pixels = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };

/** The QR texts in an image, best first; `isCodeLike` if a code cannot be read. */
export type Reading = { texts: string[]; isCodeLike: boolean };

/**
 * Request to the worker; the pixels are transferred. `turn` counts frames since the last decoded one; null for an
 * upload, which gets all filters.
 */
export type DecodeRequest = { id: number; pixels: Pixels; turn: number | null };

/** `broken`: the decoder cannot run here. `failed`: one image failed. `ready` comes once, first. */
export type DecodeReply =
  | { kind: "ready" }
  | { kind: "broken"; reason: string }
  | { kind: "read"; id: number; reading: Reading }
  | { kind: "failed"; id: number; reason: string };
