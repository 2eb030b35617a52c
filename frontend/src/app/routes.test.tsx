import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { GALA, SAM } from "@/testing/cast";
import { openApp } from "@/testing/open-app";
import { json, page, problem, serve } from "@/testing/server";

beforeEach(() => {
  // jsdom has no workers, so the scanner's reader cannot be loaded.
  vi.spyOn(console, "error").mockImplementation(() => {});
});

test.each([
  ["2.route.2", "/", "Dashboard"],
  ["2.route.3", "/create-event", "Create Event"],
  ["2.route.4", "/edit-event/7", "Edit Event"],
  ["2.route.5", "/add-attendee", "Add Attendee"],
  ["2.route.6", "/scan-attendees", "Scan Attendees"],
  ["2.route.7", "/manage-attendees", "Manage Attendees"],
  ["2.route.8", "/attendee-details/7", "Attendee Details"],
  ["2.route.9", "/attendee-success/7", "Registration Complete"],
  ["2.route.10", "/qr-review/7", "Send ticket"],
  ["2.route.11", "/backup-restore", "Backup & Restore"],
  ["2.route.12", "/user-management", "User Management"],
  ["2.route.13", "/analytics", "Analytics Dashboard"],
  ["2.route.14", "/print-door-list", "Print Door List"],
  ["2.route.15", "/print-tickets", "Print Tickets"],
  ["2.route.16", "/conflicts", "Conflicts"],
  ["2.route.330", "/doors", "Doors"],
  ["2.route.360", "/activity", "Activity"],
])("%s %s is the screen '%s'", async (_id, path, title) => {
  serve({
    "GET /api/events": () => json([GALA]),
    "GET /api/events/7": () => json(GALA),
    "GET /api/attendees": () => page([], { total: 0 }),
    "GET /api/attendees/7": () => problem(404, "attendee_not_found", "Attendee not found"),
    "GET /api/users": () => json([SAM]),
    "GET /api/history": () => json({ items: [], next: null }),
    "GET /api/door/conflicts": () => json({ items: [], next: null, open: 0 }),
  });
  openApp(path, { as: SAM });
  expect(await screen.findByRole("heading", { level: 1, name: title })).toBeVisible();
  expect(window.location.pathname).toBe(path);
});
