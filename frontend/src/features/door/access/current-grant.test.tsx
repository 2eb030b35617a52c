import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import {
  clearGrant,
  currentGrant,
  type LiveGrant,
  markGrantEnded,
  saveDoorName,
  saveGrant,
  useCurrentGrant,
  useDoorName,
  useEndedGrant,
  usePageGrant,
} from "@/features/door/access/current-grant";

const START = 1_800_000_000_000;
const HOUR = 60 * 60 * 1000;
const GRANT: LiveGrant = {
  id: 4,
  userId: 1,
  fullName: "Olive Organizer",
  eventId: 7,
  eventName: "Midwinter Gala",
  eventDate: "2026-11-28",
  device: "Gate B",
  makesUntil: START + 16 * HOUR,
};

afterEach(() => {
  vi.useRealTimers();
});

function Shown() {
  const grant = useCurrentGrant();
  const ended = useEndedGrant();
  const holder = usePageGrant();
  const name = useDoorName();
  const facts = { grant: grant?.id ?? null, holder: holder?.id ?? null, by: ended?.by ?? null, name };
  return <output>{JSON.stringify(facts)}</output>;
}

const shown = () => JSON.parse(screen.getByRole("status").textContent ?? "") as unknown;

test("4.doors.1 a grant is live for as long as it lets check-ins be made, and an open page sees its end", () => {
  vi.useFakeTimers({ now: START });
  saveGrant(GRANT);
  render(<Shown />);
  expect(shown()).toEqual({ grant: 4, holder: 4, by: null, name: "" });
  act(() => {
    vi.advanceTimersByTime(16 * HOUR - 1);
  });
  expect(shown()).toMatchObject({ grant: 4 });
  act(() => {
    vi.advanceTimersByTime(1);
  });
  expect(shown()).toMatchObject({ grant: null, holder: 4 });
  expect(currentGrant()).toBeNull();
});

test("4.doors.1 another tab's grant and name are this tab's, and what it drops is gone here", () => {
  vi.useFakeTimers({ now: START });
  render(<Shown />);
  const tell = (key: string, value: unknown) =>
    act(() => {
      localStorage.setItem(key, JSON.stringify(value));
      window.dispatchEvent(new StorageEvent("storage", { key }));
    });
  tell("doorlist.door.grant", GRANT);
  tell("doorlist.door.name", "Gate B");
  expect(shown()).toEqual({ grant: 4, holder: 4, by: null, name: "Gate B" });
  tell("doorlist.door.grant", null);
  expect(shown()).toEqual({ grant: null, holder: 4, by: null, name: "Gate B" });
});

test("4.doors.1 a record that is not whole is none", () => {
  vi.useFakeTimers({ now: START });
  const { makesUntil, ...rest } = GRANT;
  for (const stored of [
    rest,
    { ...GRANT, userId: "1" },
    { ...GRANT, device: 7 },
    { ...GRANT, makesUntil: START },
    [],
    "x",
    7,
  ]) {
    localStorage.setItem("doorlist.door.grant", JSON.stringify(stored));
    window.dispatchEvent(new StorageEvent("storage", { key: "doorlist.door.grant" }));
    expect(currentGrant()).toBeNull();
  }
  expect(makesUntil).toBeGreaterThan(START);
});

test("4.doors.2 an ended grant leaves the device, and who ended it is known until the next one", () => {
  vi.useFakeTimers({ now: START });
  saveGrant(GRANT);
  render(<Shown />);
  act(() => markGrantEnded({ eventId: 7, by: "Sam Superadmin", at: "2026-11-28T19:40:00.000Z" }));
  expect(shown()).toMatchObject({ grant: null, holder: 4, by: "Sam Superadmin" });
  expect(localStorage.getItem("doorlist.door.grant")).toBeNull();
  act(() => saveGrant({ ...GRANT, id: 5 }));
  expect(shown()).toMatchObject({ grant: 5, by: null });
  act(() => clearGrant());
  expect(shown()).toMatchObject({ grant: null, holder: null, by: null });
});

test("4.doors.3 the door's name is remembered, 100 characters at most", () => {
  render(<Shown />);
  act(() => saveDoorName("é".repeat(101)));
  expect(shown()).toMatchObject({ name: "é".repeat(100) });
  expect(JSON.parse(localStorage.getItem("doorlist.door.name") ?? "")).toBe("é".repeat(100));
});
