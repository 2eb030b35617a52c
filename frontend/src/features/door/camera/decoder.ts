import type { DecodeReply, DecodeRequest, Pixels, Reading } from "@/features/door/camera/protocol";
import {
  DECODE_LIMIT_MS,
  DECODER_LOAD_LIMIT_MS,
  DECODER_MOST_PAUSES,
  DECODER_PAUSE_MS,
  DECODER_TRIES,
  UPLOAD_FIRST_SIDE,
} from "@/features/door/core/rules";

/** No answer to this picture: the reader could not be loaded, or has died or hung under it. */
export class DecoderUnavailable extends Error {}

/** The chosen file is no picture that this browser can open. */
export class NotAPicture extends Error {}

/** What is wrong with a reader that does not read: it does not load, or it stops again and again. */
export type DecoderTrouble = "not loaded" | "no answer";

/** The one decoder of camera and upload. */
export type Decoder = {
  /**
   * What a picture of the camera says, in its turn, or an upload. Throws DecoderUnavailable; the next picture may be read
   * all the same.
   */
  read(pixels: Pixels, turn?: number): Promise<Reading>;
  close(): void;
};

/** The part of a Worker that the decoder uses, so that a test can stand in for one. */
export type DecoderWorker = Pick<Worker, "postMessage" | "terminate"> & {
  onmessage: ((reply: MessageEvent<DecodeReply>) => void) | null;
  onerror: ((failure: ErrorEvent) => void) | null;
  onmessageerror: ((failure: MessageEvent) => void) | null;
};

const startWorker = (): DecoderWorker =>
  new Worker(new URL("./decoder.worker.ts", import.meta.url), { type: "module", name: "qr-decoder" });

type Waiting = { resolve: (reading: Reading) => void; reject: (reason: Error) => void; limitMs: number };

/** A picture at full size takes longer than one of the camera, by as much as it is larger. */
const limitOf = ({ width, height }: Pixels) =>
  DECODE_LIMIT_MS * Math.max(1, (width * height) / UPLOAD_FIRST_SIDE ** 2);

/**
 * Starts the decoder's worker; whoever opens it closes it. A worker that dies, or does not answer in time, is ended and
 * another one takes its place. `onTrouble` hears when that does not help, and null once a picture is read again.
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
  /** Failures since the last picture that was read: of workers, and of pictures in this one. */
  let lost = 0;
  let unread = 0;
  let told: DecoderTrouble | null = null;
  /** Runs while an answer is owed, or until the next worker. */
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
    if (trouble === "not loaded" || lost >= DECODER_TRIES) tell(trouble);
    // The first one is replaced at once: somebody holds a ticket before the camera.
    if (lost === 1 && trouble === "no answer") begin();
    else timer = setTimeout(begin, DECODER_PAUSE_MS * Math.min(lost, DECODER_MOST_PAUSES));
  };
  const watch = () => {
    clearTimeout(timer);
    const [next] = waiting.values();
    if (!isLoaded) timer = setTimeout(fail, DECODER_LOAD_LIMIT_MS, "It does not load", "not loaded");
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
      // One picture may be unreadable; a reader that has run out of memory reads none.
      if (unread >= DECODER_TRIES) return fail("It reads no picture any more", "no answer");
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
