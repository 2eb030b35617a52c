import { act, configure, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { OLIVE } from "@/testing/cast";
import { openApp } from "@/testing/open-app";
import { problem, serve } from "@/testing/server";

// The page is loaded on demand, and the machine may be busy with the other suites.
configure({ asyncUtilTimeout: 8000 });

const GONE = { "GET /api/attendees/40": () => problem(404, "attendee_not_found", "Attendee not found") };

afterEach(() => {
  vi.useRealTimers();
});

test("2.success.1..3, 9.success.1 it hands over after 2 seconds, in its own place in the history", async () => {
  serve(GONE);
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1 });
  const entries = window.history.length;
  openApp("/attendee-success/40", { as: OLIVE });
  await screen.findByRole("heading", { name: "Registration Complete!" });
  act(() => void vi.advanceTimersByTime(1500));
  expect(window.location.pathname).toBe("/attendee-success/40");
  act(() => void vi.advanceTimersByTime(500));
  await waitFor(() => expect(window.location.pathname).toBe("/qr-review/40"));
  expect(window.history.length).toBe(entries);
});

test("who goes elsewhere before that is not called back", async () => {
  serve(GONE);
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1 });
  const { unmount } = openApp("/attendee-success/40", { as: OLIVE });
  await screen.findByRole("heading", { name: "Registration Complete!" });
  unmount();
  act(() => void vi.advanceTimersByTime(5000));
  expect(window.location.pathname).toBe("/attendee-success/40");
});

test("the impatient go on at once", async () => {
  serve(GONE);
  const { user } = openApp("/attendee-success/40", { as: OLIVE });
  await user.click(await screen.findByRole("link", { name: "View the QR code" }));
  expect(window.location.pathname).toBe("/qr-review/40");
});

test("2.guard.4 an id that is no number is nobody", async () => {
  serve({});
  openApp("/attendee-success/abc", { as: OLIVE });
  await screen.findByText("Attendee not found");
});
