import { afterEach, beforeEach, expect, test, vi } from "vitest";

let clock: typeof import("@/api/live/server-clock");
const reload = async () => {
  vi.resetModules();
  clock = await import("@/api/live/server-clock");
};

beforeEach(async () => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: 1_000_000 });
  await reload();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const beat = (serverTime: number) => clock.recordHeartbeat({ serverTime, until: null });
const HOUR = 3_600_000;
const hide = (isHidden: boolean) => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
  document.dispatchEvent(new Event("visibilitychange"));
};
const setClockBy = (change: number) => vi.setSystemTime(Date.now() + change);

test("4.list.12 before any beat the device's clock is the server's", () => {
  expect(clock.clockOffset()).toBeNull();
  expect(clock.serverNow()).toBe(1_000_000);
});

test("4.list.12 the beat that was least held up tells the server's time", () => {
  beat(1_060_000);
  vi.advanceTimersByTime(9000);
  beat(1_065_000);
  expect(clock.clockOffset()).toBe(60_000);
  expect(clock.serverNow()).toBe(1_069_000);
});

test.each([
  ["ahead", HOUR],
  ["back", -HOUR],
])(
  "4.clock.1 a clock that is set %s changes nothing of the server's time, before the next beat and after it",
  (_, change) => {
    beat(1_060_000);
    setClockBy(change);
    vi.advanceTimersByTime(5000);
    expect(clock.serverNow()).toBe(1_065_000);
    beat(1_065_000);
    expect(clock.serverNow()).toBe(1_065_000);
  },
);

test("4.clock.1 nor after a reload without a server", async () => {
  beat(1_060_000);
  await reload();
  setClockBy(HOUR);
  expect(clock.serverNow()).toBe(1_060_000);
  await reload();
  vi.advanceTimersByTime(5000);
  expect(clock.serverNow()).toBe(1_065_000);
});

test("4.clock.2 of a device that slept with its page hidden the clock is right, also where the monotonic one stood still", () => {
  beat(1_060_000);
  hide(true);
  setClockBy(HOUR);
  hide(false);
  expect(clock.serverNow()).toBe(1_060_000 + HOUR);
  setClockBy(HOUR);
  expect(clock.serverNow()).toBe(1_060_000 + HOUR);
});

test("4.clock.2 a clock that is set back was set, also behind a hidden page", () => {
  beat(1_060_000);
  hide(true);
  setClockBy(-HOUR);
  hide(false);
  expect(clock.serverNow()).toBe(1_060_000);
});

test("4.list.12 the offset is known after a reload without a server", async () => {
  beat(1_060_000);
  await reload();
  expect(clock.clockOffset()).toBe(60_000);
});

test("each listener hears of a beat until it leaves", () => {
  const heard = vi.fn();
  const leave = clock.onHeartbeat(heard);
  clock.recordHeartbeat({ serverTime: 5, until: 1 });
  leave();
  clock.recordHeartbeat({ serverTime: 10, until: 5 });
  expect(heard.mock.calls).toEqual([[{ serverTime: 5, until: 1 }]]);
});
