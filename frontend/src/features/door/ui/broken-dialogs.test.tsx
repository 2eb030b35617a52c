import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepDoorEvent } from "@/features/door/scan/device-settings";
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
  keepDoorEvent(GALA.id);
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
