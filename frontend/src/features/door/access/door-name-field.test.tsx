import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { GALA, OLIVE } from "@/testing/cast";
import { eventually } from "@/testing/eventually";
import { openApp, reload } from "@/testing/open-app";
import { json, problem, serve } from "@/testing/server";

beforeEach(() => {
  // jsdom has no workers, so the scanner's reader cannot be loaded.
  vi.spyOn(console, "error").mockImplementation(() => {});
  // However busy the machine is: each key comes as fast as a scanner sends it.
  let at = 0;
  vi.spyOn(Event.prototype, "timeStamp", "get").mockImplementation(() => ++at);
});

const field = () => screen.findByLabelText("Name of this door");

test("2.doors.1, 4.doors.3 a door has a name of up to 100 characters, and the device remembers it", async () => {
  serve({ "GET /api/events": () => json([GALA]) });
  const opened = openApp("/scan-attendees", { as: OLIVE });
  const { user } = opened;
  expect(await field()).toHaveAttribute("placeholder", "For example: Gate B");
  await user.type(await field(), `Gate B{Enter}`);
  // Enter leaves the field: what a hardware scanner types next goes to the door.
  expect(await field()).not.toHaveFocus();
  reload(opened, "/scan-attendees");
  expect(await field()).toHaveValue("Gate B");
  await user.click(await field());
  await user.paste("x".repeat(120));
  expect(await field()).toHaveValue(`Gate B${"x".repeat(94)}`);
});

test("4.scan.48 a ticket that a hardware scanner types behind the name is scanned, and no name", async () => {
  const calls = serve({
    "GET /api/events": () => json([GALA]),
    "POST /api/attendees/scan": () => problem(404, "ticket_unknown", "Unknown"),
  });
  await import("@/features/door/ui/door-sheets"); // they listen, and come after the page
  const { user } = openApp("/scan-attendees", { as: OLIVE });
  const ticket = `DL1.7.${"A".repeat(26)}`;
  await user.type(await field(), `Gate B${ticket}{Enter}`);
  expect(await field()).toHaveValue("Gate B");
  await eventually(() =>
    expect(calls.map(({ body }) => body)).toContainEqual(expect.objectContaining({ qrData: ticket })),
  );
});
