import type { DecodeReply, DecodeRequest } from "@/features/checkin/decoder/protocol";
import type { Pixels } from "@/features/checkin/decoder/read-qr";

/** The reader itself could not be loaded (a lost connection, an old browser). */
export class DecoderUnavailable extends Error {}

/** The one decoder of camera and upload. */
export type Decoder = {
  /** The QR texts in a picture. Throws DecoderUnavailable. */
  read(pixels: Pixels, denoise?: boolean): Promise<string[]>;
  /** Resolves when the reader is loaded. Throws DecoderUnavailable. */
  loaded: Promise<void>;
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

/** Starts the decoder's worker. Whoever opens it closes it. */
export function openDecoder(start: () => DecoderWorker = startWorker): Decoder {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let broken: DecoderUnavailable | null = null;
  let worker: DecoderWorker | null = null;
  let settleLoaded: Waiting["reject"] & ((reason?: Error) => void) = () => {};
  const loaded = new Promise<void>((resolve, reject) => {
    settleLoaded = (reason?: Error) => (reason ? reject(reason) : resolve());
  });
  loaded.catch(() => {}); // whoever awaits it hears of it; nobody is bound to

  const fail = (reason: string) => {
    broken = new DecoderUnavailable(reason);
    settleLoaded(broken);
    for (const { reject } of waiting.values()) reject(broken);
    waiting.clear();
  };

  try {
    worker = start();
    worker.onerror = (failure) => fail(failure.message || "The worker could not be started");
    worker.onmessage = ({ data }) => {
      if (data.kind === "ready") return settleLoaded();
      if (data.kind === "broken") return fail(data.reason);
      const asked = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.kind === "read") asked?.resolve(data.texts);
      else asked?.reject(new Error(data.reason));
    };
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }

  return {
    loaded,
    read: (pixels, denoise = false) =>
      new Promise((resolve, reject) => {
        if (broken || !worker) return reject(broken ?? new DecoderUnavailable("closed"));
        const request: DecodeRequest = { id: ++lastId, pixels, denoise };
        waiting.set(request.id, { resolve, reject });
        worker.postMessage(request, [pixels.data.buffer]);
      }),
    close: () => {
      worker?.terminate();
      worker = null;
      fail("closed");
    },
  };
}
