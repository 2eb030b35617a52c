import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GALA, OLIVE } from "@/testing/cast";
import { openApp } from "@/testing/open-app";
import { json, page, serve } from "@/testing/server";

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 10, 28, 20, 0) });
});
afterEach(() => {
  vi.useRealTimers();
});

const HOURS = 7 * 60 * 60 * 1000;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("7.client.5 neither time nor a window that comes back repeats a read", async () => {
  const calls = serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/attendees": () => page([], { total: 1 }),
    "GET /api/attendees/figures": () =>
      json({ tickets: 1, attended: 0, unpaidTickets: 0, owedCents: 0, inside: null, left: null }),
    "GET /api/door/conflicts": () => json({ items: [], next: null, open: 0 }),
  });
  openApp("/", { as: OLIVE });
  await screen.findByRole("link", { name: /Midwinter Gala/ });
  await waitFor(() => expect(calls).toHaveLength(4));
  await pass(HOURS);
  act(() => {
    window.dispatchEvent(new Event("focus"));
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new Event("offline"));
    window.dispatchEvent(new Event("online"));
  });
  await pass(1000);
  expect(calls).toHaveLength(4);
});

test("7.client.6 a failed read is not retried", async () => {
  const calls = serve({ "GET /api/events/7": () => new Response("", { status: 503 }) });
  openApp("/edit-event/7", { as: OLIVE });
  await screen.findByText("Failed to fetch event");
  await pass(60_000);
  expect(calls).toHaveLength(1);
});

test("7.client.7 a failed write is not retried", async () => {
  const calls = serve({
    "GET /api/events/7": () => json(GALA),
    "PUT /api/events/7": () => new Response("", { status: 503 }),
  });
  const { user } = openApp("/edit-event/7", { as: OLIVE });
  await user.click(await screen.findByRole("button", { name: "Update Event" }));
  await screen.findByText("Failed to update event");
  await pass(60_000);
  expect(calls.filter(({ method }) => method === "PUT")).toHaveLength(1);
});
