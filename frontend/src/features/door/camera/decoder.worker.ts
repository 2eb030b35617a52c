/// <reference lib="webworker" />
import { prepareZXingModule } from "zxing-wasm/reader";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";
import type { DecodeReply, DecodeRequest } from "@/features/door/camera/decoder";
import { readFrame, readImage } from "@/features/door/camera/read-qr";

declare const self: DedicatedWorkerGlobalScope;

const reply = (message: DecodeReply) => self.postMessage(message);
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

// Served with the app: a door without internet must work.
const ready = prepareZXingModule({
  overrides: {
    locateFile: (path: string, prefix: string) => (path.endsWith(".wasm") ? wasmUrl : prefix + path),
  },
  fireImmediately: true,
});
ready.then(
  () => reply({ kind: "ready" }),
  (error: unknown) => reply({ kind: "broken", reason: reasonOf(error) }),
);

self.onmessage = async ({ data }: MessageEvent<DecodeRequest>) => {
  try {
    await ready;
    const { id, pixels, turn } = data;
    const reading = await (turn === null ? readImage(pixels) : readFrame(pixels, turn));
    reply({ kind: "read", id, reading });
  } catch (error) {
    reply({ kind: "failed", id: data.id, reason: reasonOf(error) });
  }
};
