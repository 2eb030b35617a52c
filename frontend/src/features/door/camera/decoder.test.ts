import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type DecodeReply,
  type DecodeRequest,
  DecoderUnavailable,
  type DecoderWorker,
  openDecoder,
  type Reading,
} from "@/features/door/camera/decoder";
import { fitArea, fitSide, uploadSizes } from "@/features/door/camera/pixels";
import { readUpload } from "@/features/door/camera/read-upload";

const read = (...texts: string[]): Reading => ({ texts, isCodeLike: false });
const pixels = () => ({ data: new Uint8ClampedArray(4), width: 1, height: 1 });

/** A decoder whose workers answer when the test says so. */
function openWithWorkers() {
  const workers: (DecoderWorker & { asked: DecodeRequest[] })[] = [];
  const onTrouble = vi.fn();
  const decoder = openDecoder(onTrouble, () => {
    const asked: DecodeRequest[] = [];
    const postMessage = (request: DecodeRequest) => void asked.push(request);
    const fresh = { onmessage: null, onerror: null, onmessageerror: null, asked, postMessage };
    const worker = { ...fresh, terminate: vi.fn() };
    workers.push(worker);
    return worker;
  });
  /** The worker that was started last. */
  const worker = () => workers.at(-1) as (typeof workers)[number];
  const reply = (data: DecodeReply) => worker().onmessage?.({ data } as MessageEvent<DecodeReply>);
  /** Answers the question that was asked last. */
  const answer = (...texts: string[]) =>
    reply({ kind: "read", id: worker().asked.at(-1)?.id ?? 0, reading: read(...texts) });
  return { decoder, workers, worker, onTrouble, reply, answer };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the decoder", () => {
  test("gives each question its own answer, in any order", async () => {
    const { decoder, worker, reply } = openWithWorkers();
    const first = decoder.read(pixels());
    const second = decoder.read(pixels(), 7);
    expect(worker().asked.map(({ turn }) => turn)).toEqual([null, 7]);
    reply({ kind: "read", id: 2, reading: read("second") });
    reply({ kind: "read", id: 1, reading: read("first") });
    expect([await first, await second]).toEqual([read("first"), read("second")]);
    decoder.close();
  });

  test("goes on after a picture it could not read", async () => {
    const { decoder, reply, answer, workers, onTrouble } = openWithWorkers();
    const bad = decoder.read(pixels());
    reply({ kind: "failed", id: 1, reason: "too large" });
    await expect(bad).rejects.toThrow("too large");
    const good = decoder.read(pixels());
    answer();
    expect(await good).toEqual(read());
    expect(workers).toHaveLength(1);
    expect(onTrouble).not.toHaveBeenCalled();
    decoder.close();
  });

  test("4.scan.43 that can read no picture any more is replaced", async () => {
    const { decoder, worker, reply, workers } = openWithWorkers();
    reply({ kind: "ready" });
    for (const id of [1, 2, 3]) {
      const bad = decoder.read(pixels());
      reply({ kind: "failed", id, reason: "out of memory" });
      await expect(bad).rejects.toThrow("out of memory");
    }
    expect(workers).toHaveLength(2);
    expect(workers[0]?.terminate).toHaveBeenCalled();
    expect(worker().asked).toEqual([]);
    decoder.close();
  });

  test("4.scan.43, 9.scan.21 that does not answer for 3 seconds is ended, and another one goes on", async () => {
    const { decoder, reply, answer, workers, onTrouble } = openWithWorkers();
    reply({ kind: "ready" });
    const hung = decoder.read(pixels());
    const refused = expect(hung).rejects.toBeInstanceOf(DecoderUnavailable);
    await vi.advanceTimersByTimeAsync(2900);
    expect(workers).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    await refused;
    expect(workers).toHaveLength(2);
    expect(workers[0]?.terminate).toHaveBeenCalledOnce();
    reply({ kind: "ready" });
    const next = decoder.read(pixels());
    answer("DL1");
    expect(await next).toEqual(read("DL1"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(workers).toHaveLength(2);
    expect(onTrouble).not.toHaveBeenCalled();
    decoder.close();
  });

  test("4.scan.43 is told only at the third time in a row, and goes on for ever", async () => {
    const { decoder, reply, answer, workers, onTrouble } = openWithWorkers();
    for (const lost of [1, 2, 3]) {
      reply({ kind: "ready" });
      const hung = decoder.read(pixels()).catch(() => "hung");
      await vi.advanceTimersByTimeAsync(3000);
      expect(await hung).toBe("hung");
      expect(onTrouble).toHaveBeenCalledTimes(lost === 3 ? 1 : 0);
      await vi.advanceTimersByTimeAsync(5000);
      expect(workers).toHaveLength(lost + 1);
    }
    expect(onTrouble).toHaveBeenLastCalledWith("no answer");
    reply({ kind: "ready" });
    const good = decoder.read(pixels());
    answer();
    await good;
    expect(onTrouble).toHaveBeenLastCalledWith(null);
    decoder.close();
  });

  test("gives a large picture more time, and a slow network", async () => {
    const { decoder, reply, answer, workers } = openWithWorkers();
    await vi.advanceTimersByTimeAsync(20_000);
    reply({ kind: "ready" });
    const large = decoder.read({ ...pixels(), width: 4096, height: 4096 });
    await vi.advanceTimersByTimeAsync(20_000);
    answer("DL1");
    expect(await large).toEqual(read("DL1"));
    expect(workers).toHaveLength(1);
    decoder.close();
  });

  test.each(["onerror", "onmessageerror"] as const)(
    "4.scan.43 that dies with %s is replaced",
    async (way) => {
      const { decoder, worker, reply, workers } = openWithWorkers();
      reply({ kind: "ready" });
      const waiting = decoder.read(pixels());
      const refused = expect(waiting).rejects.toBeInstanceOf(DecoderUnavailable);
      worker()[way]?.({ message: "out of memory" } as ErrorEvent & MessageEvent);
      await refused;
      expect(workers).toHaveLength(2);
      decoder.close();
    },
  );

  test("that cannot be loaded says so to everybody who waits, and is loaded again", async () => {
    const { decoder, workers, reply, answer, onTrouble } = openWithWorkers();
    const waiting = decoder.read(pixels());
    reply({ kind: "broken", reason: "wasm" });
    await expect(waiting).rejects.toBeInstanceOf(DecoderUnavailable);
    await expect(decoder.read(pixels())).rejects.toBeInstanceOf(DecoderUnavailable);
    expect(onTrouble.mock.calls).toEqual([["not loaded"]]);
    expect(workers[0]?.terminate).toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    const again = decoder.read(pixels());
    answer();
    expect(await again).toEqual(read());
    expect(onTrouble).toHaveBeenLastCalledWith(null);
    decoder.close();
  });

  test("that has loaded after all says so before it has read a picture", async () => {
    const { decoder, reply, onTrouble } = openWithWorkers();
    reply({ kind: "broken", reason: "wasm" });
    await vi.advanceTimersByTimeAsync(1000);
    expect(onTrouble.mock.calls).toEqual([["not loaded"]]);
    reply({ kind: "ready" });
    expect(onTrouble).toHaveBeenLastCalledWith(null);
    decoder.close();
  });

  test("in a browser without module workers is broken, not silent", () => {
    const onTrouble = vi.fn();
    const decoder = openDecoder(onTrouble, () => {
      throw new TypeError("Worker is not defined");
    });
    expect(onTrouble.mock.calls).toEqual([["not loaded"]]);
    decoder.close();
  });

  test("that was closed is not broken, and starts nothing any more", async () => {
    const { decoder, reply, workers, onTrouble } = openWithWorkers();
    reply({ kind: "ready" });
    const waiting = decoder.read(pixels());
    decoder.close();
    await expect(waiting).rejects.toBeInstanceOf(DecoderUnavailable);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(workers).toHaveLength(1);
    expect(onTrouble).not.toHaveBeenCalled();
  });
});

describe("an upload", () => {
  const close = vi.fn();
  beforeEach(() => {
    close.mockReset();
    vi.stubGlobal("createImageBitmap", async () => ({ width: 100, height: 100, close }));
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({
      fillRect: () => {},
      drawImage: () => {},
      getImageData: pixels,
    } as unknown as null);
  });

  test("4.scan.43 is given to the next reader where one hangs under it, and its picture is let go", async () => {
    const { decoder, reply, answer, workers } = openWithWorkers();
    reply({ kind: "ready" });
    const read = readUpload(decoder, new Blob());
    await vi.advanceTimersByTimeAsync(3100);
    expect(workers).toHaveLength(2);
    answer("DL1");
    expect(await read).toEqual(["DL1"]);
    expect(close).toHaveBeenCalledOnce();
    decoder.close();
  });

  test("that no reader answers says so, and its picture is let go", async () => {
    const { decoder, reply } = openWithWorkers();
    reply({ kind: "ready" });
    const refused = expect(readUpload(decoder, new Blob())).rejects.toBeInstanceOf(DecoderUnavailable);
    await vi.advanceTimersByTimeAsync(3000);
    reply({ kind: "ready" });
    await vi.advanceTimersByTimeAsync(3000);
    await refused;
    expect(close).toHaveBeenCalledOnce();
    decoder.close();
  });
});

describe("the size of pictures", () => {
  test("shrinks to the longest side and never grows", () => {
    expect(fitSide({ width: 4000, height: 3000 }, 1280)).toEqual({ width: 1280, height: 960 });
    expect(fitSide({ width: 300, height: 200 }, 1280)).toEqual({ width: 300, height: 200 });
    expect(fitArea({ width: 8000, height: 6000 }, 12_000_000)).toEqual({ width: 4000, height: 3000 });
  });

  test("4.scan.23 an upload is tried at 1280 px, then in full size where that is larger", () => {
    const small = { width: 1280, height: 960 };
    expect(uploadSizes({ width: 4000, height: 3000 })).toEqual([small, { width: 4000, height: 3000 }]);
    expect(uploadSizes({ width: 800, height: 1200 })).toEqual([{ width: 800, height: 1200 }]);
  });
});
