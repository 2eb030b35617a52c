import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { saveDoorEvent } from "@/lib/storage";
import { GALA, OLIVE } from "@/testing/cast";
import { openApp } from "@/testing/open-app";
import { json, serve } from "@/testing/server";

const MISSING = "A part of this page could not be shown";

beforeEach(() => {
  // jsdom has no workers, so the scanner's reader cannot be loaded.
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "standalone");
});

async function open(button: string) {
  saveDoorEvent(GALA.id);
  const { user } = openApp("/scan-attendees", { as: OLIVE });
  await user.click(await screen.findByRole("button", { name: button }));
}

/** The dialog is gone, and the door works. */
async function expectDoor() {
  await screen.findByText(MISSING);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.getByRole("link", { name: "Reload" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Start" })).toBeEnabled();
  expect(screen.queryByText("This page could not be shown")).not.toBeInTheDocument();
}

test("4.shell.581 an error in 'Devices at this event' closes it, and the door stays", async () => {
  serve({
    "GET /api/events": () => json([GALA]),
    // As no release answers it.
    "GET /api/door/grants": () => json([{ id: 1, user: null }]),
  });
  await open("Devices at this event");
  await expectDoor();
});

test("4.shell.581 an error in 'Check this device' closes it, and the door stays", async () => {
  Object.defineProperty(navigator, "standalone", {
    get: () => {
      throw new Error("No such property");
    },
    configurable: true,
  });
  serve({ "GET /api/events": () => json([GALA]) });
  await open("Check this device");
  await expectDoor();
});

test("4.shell.581 an error in the guest of a recent scan closes it, and the door stays", async () => {
  const guest = {
    id: 40,
    eventId: GALA.id,
    event: { id: GALA.id, name: GALA.name, date: GALA.date },
    fullName: "Ada Byron",
    tableNumber: 12,
    paymentStatus: "paid",
    paymentGroup: "paid",
    owedCents: 0,
    notes: null,
    attendedAt: "2026-11-20T08:42:00.000Z",
    scanner: null,
  };
  serve({
    "GET /api/events": () => json([GALA]),
    "POST /api/attendees/scan": () => json({ alreadyScanned: false, attendee: guest, message: "" }),
    // As no release answers it.
    "GET /api/attendees/40": () => json({ ...guest, attendedAt: "never" }),
  });
  saveDoorEvent(GALA.id);
  const { user } = openApp("/scan-attendees", { as: OLIVE });
  await screen.findByRole("button", { name: "Start" }, { timeout: 10_000 });
  for (const key of [..."DL1.7.0123456789ABCDEFGHJKMNPQRS", "Enter"])
    fireEvent.keyDown(document.body, { key });
  await user.click(await screen.findByRole("button", { name: /^Ada Byron.*Table 12/ }, { timeout: 10_000 }));
  await expectDoor();
});
