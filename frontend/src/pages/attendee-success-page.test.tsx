import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { attendeeNamed, OLIVE } from "@/testing/cast";
import { openApp } from "@/testing/open-app";
import { json, problem, serve } from "@/testing/server";

const ADDED = { "GET /api/attendees/40": () => json(attendeeNamed("Ada Lovelace", { id: 40 })) };

afterEach(() => {
  vi.useRealTimers();
});

test("2.success.1..3, 9.success.1 it hands over after 2 seconds, in its own place in the history", async () => {
  serve(ADDED);
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
  serve(ADDED);
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1 });
  const { unmount } = openApp("/attendee-success/40", { as: OLIVE });
  await screen.findByRole("heading", { name: "Registration Complete!" });
  unmount();
  act(() => void vi.advanceTimersByTime(5000));
  expect(window.location.pathname).toBe("/attendee-success/40");
});

test("the impatient go on at once", async () => {
  serve(ADDED);
  const { user } = openApp("/attendee-success/40", { as: OLIVE });
  await user.click(await screen.findByRole("link", { name: "View the QR code" }));
  expect(window.location.pathname).toBe("/qr-review/40");
});

test("2.guard.4 an id that is no number is nobody", async () => {
  serve({});
  openApp("/attendee-success/abc", { as: OLIVE });
  await screen.findByText("Attendee not found");
});

test("2.success.4 of an attendee who is not there it says 'Attendee not found', and stays", async () => {
  serve({ "GET /api/attendees/40": () => problem(404, "attendee_not_found", "Attendee not found") });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  openApp("/attendee-success/40", { as: OLIVE });
  await screen.findByText("Attendee not found");
  expect(screen.queryByRole("heading", { name: "Registration Complete!" })).toBeNull();
  act(() => void vi.advanceTimersByTime(5000));
  expect(window.location.pathname).toBe("/attendee-success/40");
});
