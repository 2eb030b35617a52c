import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { GALA, OLIVE } from "@/testing/cast";
import { openApp, reload } from "@/testing/open-app";
import { json, serve } from "@/testing/server";

beforeEach(() => {
  // jsdom has no workers, so the scanner's reader cannot be loaded.
  vi.spyOn(console, "error").mockImplementation(() => {});
});

const field = () => screen.findByLabelText("Name of this door", {}, { timeout: 10_000 });

test("2.doors.1, 4.doors.3 a door has a name of up to 100 characters, and the device remembers it", async () => {
  serve({ "GET /api/events": () => json([GALA]) });
  const opened = openApp("/scan-attendees", { as: OLIVE });
  const { user } = opened;
  expect(await field()).toHaveAttribute("placeholder", "Gate B");
  await user.type(await field(), `Gate B{Enter}`);
  // Enter leaves the field: what a hardware scanner types next goes to the door.
  expect(await field()).not.toHaveFocus();
  reload(opened, "/scan-attendees");
  expect(await field()).toHaveValue("Gate B");
  await user.click(await field());
  await user.paste("x".repeat(120));
  expect(await field()).toHaveValue(`Gate B${"x".repeat(94)}`);
});
