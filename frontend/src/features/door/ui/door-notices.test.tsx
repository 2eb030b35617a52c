import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { setStreamState } from "@/api/live/live-state";
import { useLeaveGuard } from "@/features/door/ui/door-notices";

afterEach(() => {
  act(() => setStreamState("open"));
  Reflect.deleteProperty(navigator, "serviceWorker");
});

const asksBeforeLeaving = () => {
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
};
const goOffline = () => act(async () => setStreamState("silent"));

test("4.shell.4 leaving asks first while the door is offline and could not be opened again", async () => {
  renderHook(useLeaveGuard);
  expect(asksBeforeLeaving()).toBe(false);
  await goOffline();
  expect(asksBeforeLeaving()).toBe(true);
  act(() => setStreamState("open"));
  expect(asksBeforeLeaving()).toBe(false);
});

test("4.shell.4 where a service worker keeps the page, leaving asks nothing", async () => {
  const registration = { active: {} };
  Object.defineProperty(navigator, "serviceWorker", {
    value: { register: async () => registration, ready: Promise.resolve(registration) },
    configurable: true,
  });
  renderHook(useLeaveGuard);
  await goOffline();
  expect(asksBeforeLeaving()).toBe(false);
});
