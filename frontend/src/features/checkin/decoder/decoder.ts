import type { DecodeReply, DecodeRequest } from "@/features/checkin/decoder/protocol";
import type { Pixels } from "@/features/checkin/decoder/read-qr";

/** The reader itself could not be loaded, or has died (a lost connection, an old browser, no memory left). */
export class DecoderUnavailable extends Error {}

/** The one decoder of camera and upload. */
export type Decoder = {
  /** The QR texts in a picture. Throws DecoderUnavailable. */
  read(pixels: Pixels, denoise?: boolean): Promise<string[]>;
  close(): void;
};

/** The part of a Worker that the decoder uses, so that a test can stand in for one. */
export type DecoderWorker = Pick<Worker, "postMessage" | "terminate"> & {
  onmessage: ((reply: MessageEvent<DecodeReply>) => void) | null;
  onerror: ((failure: ErrorEvent) => void) | null;
};

const startWorker = (): DecoderWorker =>
  new Worker(new URL("./decoder.worker.ts", import.meta.url), { type: "module", name: "qr-decoder" });

type Waiting = { resolve: (texts: string[]) => void; reject: (reason: Error) => void };

/** Starts the decoder's worker. Whoever opens it closes it. `onBroken` hears when it cannot read any more. */
export function openDecoder(onBroken: () => void, start: () => DecoderWorker = startWorker): Decoder {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let over: DecoderUnavailable | null = null;
  let worker: DecoderWorker | null = null;

  const end = (reason: string) => {
    over ??= new DecoderUnavailable(reason);
    for (const { reject } of waiting.values()) reject(over);
    waiting.clear();
    worker?.terminate();
    worker = null;
  };
  const fail = (reason: string) => {
    if (over) return;
    console.error("The QR reader is not available", reason);
    end(reason);
    onBroken();
  };

  try {
    worker = start();
    worker.onerror = (failure) => fail(failure.message || "The worker could not be started");
    worker.onmessage = ({ data }) => {
      if (data.kind === "broken") return fail(data.reason);
      const asked = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.kind === "read") asked?.resolve(data.texts);
      else asked?.reject(new Error(data.reason));
    };
  } catch (error) {
    fail(String(error));
  }

  return {
    read: (pixels, denoise = false) =>
      new Promise((resolve, reject) => {
        if (!worker) return reject(over ?? new DecoderUnavailable("closed"));
        const request: DecodeRequest = { id: ++lastId, pixels, denoise };
        waiting.set(request.id, { resolve, reject });
        worker.postMessage(request, [pixels.data.buffer]);
      }),
    close: () => end("closed"),
  };
}
