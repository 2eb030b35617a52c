import { beforeEach, expect, test, vi } from "vitest";

let opened: AudioContext[] = [];
let tones = 0;

const node = { connect: () => node, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } };

/** As in Safari: silent until it is resumed in a tap. */
class FakeAudio {
  state = "suspended";
  currentTime = 0;
  constructor() {
    opened.push(this as unknown as AudioContext);
  }
  resume = async () => {
    this.state = "running";
  };
  createGain = () => node;
  createOscillator = () => ({ ...node, frequency: {}, start: () => (tones += 1), stop() {} });
}

let bell: typeof import("@/features/ticket-types/quiet-bell");
beforeEach(async () => {
  opened = [];
  tones = 0;
  vi.stubGlobal("AudioContext", FakeAudio);
  vi.resetModules();
  bell = await import("@/features/ticket-types/quiet-bell");
});

test("2.announcement.2 one context rings all arrivals, from the first tap on", () => {
  const stop = bell.wakeOnTap();
  bell.ringQuietly();
  expect([opened.length, tones]).toEqual([0, 0]);
  document.body.click();
  bell.ringQuietly();
  bell.ringQuietly();
  expect([opened.length, tones]).toEqual([1, 2]);
  stop();
});

test("2.announcement.2 a call silences the bell until the next tap", () => {
  const stop = bell.wakeOnTap();
  document.body.click();
  Object.assign(opened[0] ?? {}, { state: "interrupted" });
  bell.ringQuietly();
  expect(tones).toBe(0);
  document.body.click();
  bell.ringQuietly();
  expect([opened.length, tones]).toEqual([1, 1]);
  stop();
  Object.assign(opened[0] ?? {}, { state: "interrupted" });
  document.body.click();
  expect(opened[0]?.state, "nothing listens after the screen").toBe("interrupted");
});

test("2.announcement.2 a device without sound stays silent", () => {
  vi.stubGlobal("AudioContext", undefined);
  const stop = bell.wakeOnTap();
  document.body.click();
  expect(() => bell.ringQuietly()).not.toThrow();
  stop();
});
