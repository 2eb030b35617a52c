import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDoorBell } from "@/features/door/scan/door-bell";

/** A sound card that only counts, and gives sound when the test allows it. */
class FakeAudio {
  static opened: FakeAudio[] = [];
  static allows: AudioContextState | null = "running";
  state: AudioContextState = "suspended";
  currentTime = 0;
  destination = {};
  tones = 0;
  constructor() {
    FakeAudio.opened.push(this);
  }
  resume = () => {
    // As where a browser waits for a tap: no answer at all.
    if (FakeAudio.allows === null) return new Promise<void>(() => {});
    this.state = FakeAudio.allows;
    return this.state === "running"
      ? Promise.resolve()
      : Promise.reject(new DOMException("", "InvalidStateError"));
  };
  close = async () => {
    this.state = "closed";
  };
  createGain = () => ({
    gain: { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} },
    connect: () => ({}),
  });
  createOscillator = () => {
    this.tones += 1;
    return { frequency: {}, connect: (next: object) => next, start: () => {}, stop: () => {} };
  };
}

beforeEach(() => {
  FakeAudio.opened = [];
  FakeAudio.allows = "running";
  vi.stubGlobal("AudioContext", FakeAudio);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("2.ready.15 the bell says what its sound really is", async () => {
  const bell = openDoorBell();
  FakeAudio.allows = null;
  const waiting = bell.unlock();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await waiting).toBe("suspended");
  FakeAudio.allows = "interrupted";
  expect(await bell.unlock()).toBe("interrupted");
  FakeAudio.allows = "running";
  expect(await bell.unlock()).toBe("running");
  expect(FakeAudio.opened).toHaveLength(1);
  bell.close();
  vi.stubGlobal("AudioContext", undefined);
  expect(await openDoorBell().unlock()).toBe("none");
});

test("4.scan.44 a call silences the bell until the next tap, anywhere", async () => {
  const bell = openDoorBell();
  await bell.unlock();
  const [audio] = FakeAudio.opened;
  if (!audio) throw new Error("No sound was opened");
  audio.state = "interrupted";
  document.body.click();
  await vi.advanceTimersByTimeAsync(0);
  expect(audio.state).toBe("running");
  bell.close();
  audio.state = "interrupted";
  document.body.click();
  expect(audio.state, "nothing listens after the screen").toBe("interrupted");
});

test("4.scan.44 the beeps of a silent bell are not made up for later", async () => {
  const bell = openDoorBell();
  await bell.unlock();
  const [audio] = FakeAudio.opened;
  if (!audio) throw new Error("No sound was opened");
  audio.state = "interrupted";
  FakeAudio.allows = null;
  bell.ring("success");
  bell.ring("success");
  await vi.advanceTimersByTimeAsync(5000);
  FakeAudio.allows = "running";
  document.body.click();
  await vi.advanceTimersByTimeAsync(1000);
  expect(audio.tones).toBe(0);
  bell.ring("success");
  expect(audio.tones).toBe(1);
  bell.close();
});
