import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepScreenOn } from "@/features/door/camera/run-camera";

/** A device's wake lock, which it releases when the test says so. */
class Lock extends EventTarget {
  release = vi.fn(async () => void this.dispatchEvent(new Event("release")));
}
const request = vi.fn();
let locks: Lock[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  locks = [];
  request.mockReset().mockImplementation(async () => {
    const lock = new Lock();
    locks.push(lock);
    return lock;
  });
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "wakeLock");
  vi.useRealTimers();
});

test("4.scan.45 a lock that the device took back is asked for again", async () => {
  const letDim = keepScreenOn();
  await vi.advanceTimersByTimeAsync(0);
  await locks[0]?.release();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(request).toHaveBeenCalledTimes(2);
  letDim();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(locks[1]?.release).toHaveBeenCalledOnce();
  expect(request).toHaveBeenCalledTimes(2);
});

test("4.scan.45 a lock that was refused is asked for again", async () => {
  request.mockRejectedValueOnce(new DOMException("", "NotAllowedError"));
  const letDim = keepScreenOn();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(locks).toHaveLength(1);
  letDim();
});

test("a lock that comes after the camera was stopped is given back at once", async () => {
  const letDim = keepScreenOn();
  letDim();
  await vi.advanceTimersByTimeAsync(0);
  expect(locks[0]?.release).toHaveBeenCalledOnce();
});
