import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchStream } from "@/features/door/camera/run-camera";

/** A video element that draws a picture when the test says so. */
function newScreen() {
  const video = document.createElement("video");
  let draw: (() => void) | null = null;
  const rect = { top: 0, bottom: 400 };
  Object.assign(video, {
    play: async () => {},
    requestVideoFrameCallback: (callback: () => void) => {
      draw = callback;
      return 1;
    },
    cancelVideoFrameCallback: () => {
      draw = null;
    },
    getBoundingClientRect: () => rect,
  });
  return { video, rect, draw: () => draw?.() };
}

const track = { readyState: "live", muted: false };
const stream = { getVideoTracks: () => [track] } as unknown as MediaStream;

function roll(screen = newScreen()) {
  const listener = { onPicture: vi.fn(), onPaused: vi.fn() };
  const cancel = new AbortController();
  const end = vi.fn();
  void watchStream(stream, screen.video, listener, cancel.signal).then(end);
  /** Draws ten pictures a second for so long. */
  const run = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 100) {
      screen.draw();
      await vi.advanceTimersByTimeAsync(100);
    }
  };
  const freeze = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
  return { ...listener, cancel, end, run, freeze };
}

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(track, { readyState: "live", muted: false });
});
afterEach(() => {
  vi.useRealTimers();
});

test("2.scan.31 the first picture is told once, when it is there", async () => {
  const { onPicture, run, freeze, cancel, end } = roll();
  await freeze(2000);
  expect(onPicture).not.toHaveBeenCalled();
  await run(20_000);
  expect(onPicture).toHaveBeenCalledOnce();
  expect(end).not.toHaveBeenCalled();
  cancel.abort();
  await freeze(0);
  expect(end).toHaveBeenCalledWith(null);
});

test("4.scan.41, 9.scan.22 pictures that stop for 3 seconds are lost, a first one after 8", async () => {
  const one = roll();
  await one.run(1000);
  await one.freeze(2500);
  expect(one.end).not.toHaveBeenCalled();
  await one.freeze(1000);
  expect(one.end).toHaveBeenCalledWith("lost");
  const other = roll();
  await other.freeze(7500);
  expect(other.end).not.toHaveBeenCalled();
  await other.freeze(1000);
  expect(other.end).toHaveBeenCalledWith("lost");
});

test("what is scrolled out of view proves nothing", async () => {
  const screen = newScreen();
  const { run, freeze, end, cancel } = roll(screen);
  await run(1000);
  Object.assign(screen.rect, { top: -500, bottom: -100 });
  await freeze(30_000);
  expect(end).not.toHaveBeenCalled();
  cancel.abort();
});

test("4.scan.41 a camera that another app took is told after a blink, and ends once it is given back", async () => {
  const { run, freeze, end, onPaused } = roll();
  await run(1000);
  track.muted = true;
  await freeze(500);
  expect(onPaused).not.toHaveBeenCalled();
  await freeze(500);
  expect(onPaused).toHaveBeenCalledOnce();
  await freeze(5000);
  expect(end).not.toHaveBeenCalled();
  track.muted = false;
  await freeze(250);
  expect(end).toHaveBeenCalledWith("paused");
});

test("4.scan.41 a camera that is never given back ends all the same", async () => {
  const { run, freeze, end } = roll();
  await run(1000);
  track.muted = true;
  await freeze(10_500);
  expect(end).toHaveBeenCalledWith("paused");
});

test("a blink of another app is no reason to stop", async () => {
  const { run, freeze, end, onPaused } = roll();
  await run(1000);
  track.muted = true;
  await freeze(500);
  track.muted = false;
  await run(5000);
  expect(onPaused).not.toHaveBeenCalled();
  expect(end).not.toHaveBeenCalled();
});

test("4.scan.41 a camera that is unplugged ends at once", async () => {
  const { run, freeze, end } = roll();
  await run(1000);
  track.readyState = "ended";
  await freeze(250);
  expect(end).toHaveBeenCalledWith("lost");
});
