import { afterEach, beforeEach, expect, test, vi } from "vitest";

let clock: typeof import("@/api/live/server-clock");
const reload = async () => {
  vi.resetModules();
  clock = await import("@/api/live/server-clock");
};

beforeEach(async () => {
  localStorage.clear();
  await reload();
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
});
afterEach(() => vi.useRealTimers());

const beatAt = (deviceTime: number, serverTime: number) => {
  vi.setSystemTime(deviceTime);
  clock.noteBeat({ serverTime, until: null });
};

test("4.list.12 before any beat the device's clock is the server's", () => {
  expect(clock.clockOffset()).toBeNull();
  expect(clock.serverNow()).toBe(1_000_000);
});

test("4.list.12 the beat that was least held up tells the server's time", () => {
  beatAt(1_000_000, 1_060_000);
  beatAt(1_009_000, 1_065_000);
  expect(clock.clockOffset()).toBe(60_000);
  expect(clock.serverNow()).toBe(1_069_000);
});

test("4.list.12 within a minute a device's clock that was set is followed", () => {
  beatAt(1_000_000, 1_060_000);
  for (let beat = 1; beat <= 12; beat++) beatAt(2_000_000 + beat * 5000, 1_060_000 + beat * 5000);
  expect(clock.clockOffset()).toBe(-940_000);
});

test("4.list.12 the offset is known after a reload without a server", async () => {
  beatAt(1_000_000, 1_060_000);
  await reload();
  expect(clock.clockOffset()).toBe(60_000);
});

test("each listener hears of a beat until it leaves", () => {
  const heard = vi.fn();
  const leave = clock.onBeat(heard);
  clock.noteBeat({ serverTime: 5, until: 1 });
  leave();
  clock.noteBeat({ serverTime: 10, until: 5 });
  expect(heard.mock.calls).toEqual([[{ serverTime: 5, until: 1 }]]);
});
