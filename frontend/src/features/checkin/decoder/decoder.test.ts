import { describe, expect, test, vi } from "vitest";
import { DecoderUnavailable, type DecoderWorker, openDecoder } from "@/features/checkin/decoder/decoder";
import { fitArea, fitSide, uploadAttempts } from "@/features/checkin/decoder/pixels";
import type { DecodeReply, DecodeRequest } from "@/features/checkin/decoder/protocol";

const pixels = () => ({ data: new Uint8ClampedArray(4), width: 1, height: 1 });

function openWithWorker() {
  const asked: DecodeRequest[] = [];
  const worker: DecoderWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (request: DecodeRequest) => void asked.push(request),
    terminate: vi.fn(),
  };
  const onBroken = vi.fn();
  const decoder = openDecoder(onBroken, () => worker);
  const reply = (data: DecodeReply) => worker.onmessage?.({ data } as MessageEvent<DecodeReply>);
  return { decoder, worker, onBroken, asked, reply };
}

describe("the decoder", () => {
  test("gives each question its own answer, in any order", async () => {
    const { decoder, asked, reply } = openWithWorker();
    const first = decoder.read(pixels());
    const second = decoder.read(pixels(), true);
    expect(asked.map(({ denoise }) => denoise)).toEqual([false, true]);
    reply({ kind: "read", id: 2, texts: ["second"] });
    reply({ kind: "read", id: 1, texts: ["first"] });
    expect([await first, await second]).toEqual([["first"], ["second"]]);
  });

  test("goes on after a picture it could not read", async () => {
    const { decoder, reply, onBroken } = openWithWorker();
    const bad = decoder.read(pixels());
    reply({ kind: "failed", id: 1, reason: "too large" });
    await expect(bad).rejects.toThrow("too large");
    const good = decoder.read(pixels());
    reply({ kind: "read", id: 2, texts: [] });
    expect(await good).toEqual([]);
    expect(onBroken).not.toHaveBeenCalled();
  });

  test("that cannot be loaded, or dies later, says so to everybody who waits", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { decoder, worker, reply, onBroken } = openWithWorker();
    const waiting = decoder.read(pixels());
    reply({ kind: "broken", reason: "wasm" });
    await expect(waiting).rejects.toBeInstanceOf(DecoderUnavailable);
    await expect(decoder.read(pixels())).rejects.toBeInstanceOf(DecoderUnavailable);
    expect(onBroken).toHaveBeenCalledOnce();
    expect(worker.terminate).toHaveBeenCalled();
  });

  test("in a browser without module workers is broken, not silent", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const onBroken = vi.fn();
    openDecoder(onBroken, () => {
      throw new TypeError("Worker is not defined");
    });
    expect(onBroken).toHaveBeenCalledOnce();
  });

  test("that was closed is not broken", async () => {
    const { decoder, onBroken } = openWithWorker();
    const waiting = decoder.read(pixels());
    decoder.close();
    await expect(waiting).rejects.toBeInstanceOf(DecoderUnavailable);
    expect(onBroken).not.toHaveBeenCalled();
  });
});

describe("the size of pictures", () => {
  test("shrinks to the longest side and never grows", () => {
    expect(fitSide({ width: 4000, height: 3000 }, 1280)).toEqual({ width: 1280, height: 960 });
    expect(fitSide({ width: 300, height: 200 }, 1280)).toEqual({ width: 300, height: 200 });
    expect(fitArea({ width: 8000, height: 6000 }, 12_000_000)).toEqual({ width: 4000, height: 3000 });
  });

  test("4.scan.23 an upload is tried at 1280 px, then full size, then without noise", () => {
    expect(uploadAttempts({ width: 4000, height: 3000 })).toEqual([
      { size: { width: 1280, height: 960 }, denoise: false },
      { size: { width: 4000, height: 3000 }, denoise: false },
      { size: { width: 4000, height: 3000 }, denoise: true },
    ]);
  });

  test("a small upload is not tried twice at the same size", () => {
    expect(uploadAttempts({ width: 800, height: 1200 }).map(({ denoise }) => denoise)).toEqual([false, true]);
  });
});
