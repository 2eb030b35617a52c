import { render, screen, within } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Door, initialDoor } from "@/features/door/core/door-state";
import { CameraStage } from "@/features/door/ui/camera-stage";
import { GALA, OLIVE } from "@/testing/cast";
import { openApp } from "@/testing/open-app";
import { json, serve } from "@/testing/server";

/** The network that brings parts of the screen: vitest loads modules without one. */
const { network, fetched } = vi.hoisted(() => {
  const state = { isCut: true };
  const load = async (original: () => Promise<object>) => {
    if (state.isCut) throw new TypeError("Failed to fetch dynamically imported module");
    return original();
  };
  return { network: state, fetched: load };
});
vi.mock("@/features/door/ui/readiness/readiness-report", fetched);

beforeEach(() => {
  network.isCut = true;
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubGlobal("isSecureContext", true);
  const getUserMedia = async () => {
    throw new DOMException("", "NotAllowedError");
  };
  const mediaDevices = { getUserMedia, enumerateDevices: async () => [] };
  Object.defineProperty(navigator, "mediaDevices", { value: mediaDevices, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "mediaDevices");
});

const SILENT = class {
  postMessage() {}
  terminate() {}
};

test("2.ready.16 a check of the device whose code could not be loaded says that it loads, and comes by itself", async () => {
  vi.stubGlobal("Worker", SILENT);
  serve({ "GET /api/events": () => json([GALA]) });
  const { user } = openApp("/scan-attendees", { as: OLIVE });
  await user.click(await screen.findByRole("button", { name: "Check this device" }));
  expect(await screen.findByText("Loading the check...")).toBeVisible();
  network.isCut = false;
  const dialog = within(await screen.findByRole("dialog", { name: "Ready for the door?" }));
  expect(await dialog.findByRole("list", { name: "What was checked" })).toBeVisible();
});

test.each<[string, Door["waiting"]]>([
  ["", []],
  [" while scans wait", [{ qrData: "x", idempotencyKey: "k", eventId: null, readAt: 0 }]],
])("over a running camera an alert stands%s, and a verdict covers it", (_, waiting) => {
  const closed = initialDoor({ rapid: false, pending: [], cameraId: null });
  const door: Door = {
    ...closed,
    waiting,
    phase: { kind: "scanning" },
    camera: { kind: "on", torch: "none" },
  };
  const stage = (facts: Pick<Parameters<typeof CameraStage>[0], "door" | "decoderTrouble">) => (
    <CameraStage {...facts} video={createRef()} onSignIn={() => {}} tools={null} foot={null}>
      {null}
    </CameraStage>
  );
  const { rerender } = render(stage({ door, decoderTrouble: "no answer" }));
  expect(screen.getByRole("alert")).toHaveTextContent("The QR reader stopped");
  // It takes part in the column of pill and waiting note: nothing lies upon it.
  expect(screen.getByRole("alert")).not.toHaveClass("absolute");
  const shown: Door["shown"] = { id: 1, verdict: { kind: "signed_out" }, scan: null, at: 0, until: null };
  rerender(stage({ door: { ...door, shown }, decoderTrouble: "no answer" }));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});
