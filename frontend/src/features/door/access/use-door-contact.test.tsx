import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setStreamState } from "@/api/live/live-state";
import { useDoorContact } from "@/features/door/access/use-door-contact";
import { cacheRecords, clearCache } from "@/features/door/outbox/record-cache";
import { keptRecord } from "@/testing/outbox";
import { done, neverRespond, serve } from "@/testing/server";

let hidden = false;

beforeEach(() => {
  hidden = false;
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
});
afterEach(() => {
  vi.useRealTimers();
  setStreamState("open");
  clearCache();
});

const show = (isHidden: boolean) => {
  hidden = isHidden;
  document.dispatchEvent(new Event("visibilitychange"));
};
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));
async function pass(seconds: number) {
  for (let second = 0; second < seconds; second += 5) {
    await vi.advanceTimersByTimeAsync(5000);
    await settle();
  }
}

test("4.doors.330, 9.doors.333 a door says every 15 s that it is there and what waits", async () => {
  const calls = serve({ "POST /api/door/contact": done });
  const { unmount } = renderHook(() => useDoorContact(7));
  await pass(15);
  cacheRecords(keptRecord({ key: "a", attendeeId: 2, eventId: 7, shown: "admitted" }));
  await pass(15);
  expect(calls.map(({ body }) => body)).toEqual([
    { eventId: 7, waiting: 0 },
    { eventId: 7, waiting: 1 },
  ]);
  unmount();
  await pass(30);
  expect(calls).toHaveLength(2);
});

test("4.doors.330 not out of view, and at once when it is back; not while the server is away", async () => {
  const calls = serve({ "POST /api/door/contact": done });
  renderHook(() => useDoorContact(7));
  show(true);
  await pass(60);
  expect(calls).toHaveLength(0);
  show(false);
  await settle();
  expect(calls).toHaveLength(1);
  // Again and again in view is no reason to say more.
  show(true);
  show(false);
  await settle();
  expect(calls).toHaveLength(1);
  setStreamState("silent");
  await pass(30);
  expect(calls).toHaveLength(1);
  setStreamState("open");
  await pass(15);
  expect(calls).toHaveLength(2);
});

test("4.doors.330 an answer that never comes holds nothing up, and no event says nothing", async () => {
  neverRespond();
  const fetched = vi.spyOn(globalThis, "fetch");
  renderHook(() => useDoorContact(null));
  await pass(30);
  expect(fetched).not.toHaveBeenCalled();
  renderHook(() => useDoorContact(7));
  await pass(60);
  expect(fetched.mock.calls.length).toBe(1);
});
