import { render, screen, waitFor, within } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closedDoor, type Door } from "@/features/checkin/door/door-state";
import { CameraStage } from "@/features/checkin/screen/camera-stage";
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
vi.mock("@/features/checkin/search/guest-search", fetched);
vi.mock("@/features/checkin/readiness/readiness-report", fetched);

class BrokenReader {
  onmessage: ((message: { data: unknown }) => void) | null = null;
  constructor() {
    setTimeout(() => this.onmessage?.({ data: { kind: "broken", reason: "wasm" } }));
  }
  postMessage() {}
  terminate() {}
}

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

async function openDoor(worker: object) {
  vi.stubGlobal("Worker", worker);
  serve({ "GET /api/events": () => json([GALA]) });
  const { user } = openApp("/scan-attendees", { as: OLIVE });
  const tap = async (name: string) => user.click(await screen.findByRole("button", { name }));
  await screen.findByRole("button", { name: "Start" }, { timeout: 8000 });
  return { tap, stage: within(screen.getByRole("region", { name: "Camera" })) };
}

const SILENT = class {
  postMessage() {}
  terminate() {}
};
const SEARCH = "'Find guest' could not be loaded.";
const DENIED = "Camera permission denied.";

test("4.scan.36 that 'Find guest' could not be loaded goes with Start, and never hides the camera's message", async () => {
  const { tap, stage } = await openDoor(SILENT);
  await tap("Find guest");
  expect(await stage.findByRole("alert")).toHaveTextContent(SEARCH);
  await tap("Start");
  await waitFor(() => expect(stage.getByRole("alert")).toHaveTextContent(DENIED));
  await tap("Find guest");
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Find guest" })).not.toHaveAttribute("aria-busy"),
  );
  expect(stage.getByRole("alert")).toHaveTextContent(DENIED);
});

test("4.scan.36 that 'Find guest' could not be loaded gives way to a reader that does not read", async () => {
  const { tap, stage } = await openDoor(BrokenReader);
  await waitFor(() =>
    expect(stage.getByRole("alert")).toHaveTextContent("The QR reader could not be loaded."),
  );
  await tap("Find guest");
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Find guest" })).not.toHaveAttribute("aria-busy"),
  );
  expect(stage.getAllByRole("alert")).toHaveLength(1);
  expect(stage.getByRole("alert")).toHaveTextContent("The QR reader could not be loaded.");
});

test("2.ready.16 a check of the device that cannot be loaded says so by its button, and opens at another tap", async () => {
  const { tap } = await openDoor(SILENT);
  await tap("Check this device");
  expect(await screen.findByText(/^'Check this device' could not be loaded\./)).toHaveAttribute(
    "role",
    "alert",
  );
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  network.isCut = false;
  await tap("Check this device");
  expect(await screen.findByRole("dialog", { name: "Ready for the door?" })).toBeVisible();
  expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument();
});

test("4.scan.36 that 'Find guest' could not be loaded goes once it has loaded", async () => {
  const { tap, stage } = await openDoor(SILENT);
  await tap("Find guest");
  await stage.findByRole("alert");
  network.isCut = false;
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(stage.queryByRole("alert")).not.toBeInTheDocument());
});

test.each<[string, Door["waiting"]]>([
  ["", []],
  [" while scans wait", [{ qrData: "x", idempotencyKey: "k", eventId: null, readAt: 0 }]],
])(
  "over a running camera one alert stands at a time, the gravest%s, and a verdict covers it",
  (_, waiting) => {
    const closed = closedDoor({ rapid: false, pending: [], cameraId: null });
    const door: Door = {
      ...closed,
      waiting,
      phase: { kind: "scanning" },
      camera: { kind: "on", torch: "none" },
    };
    const stage = (facts: Pick<Parameters<typeof CameraStage>[0], "door" | "decoderTrouble">) => (
      <CameraStage {...facts} video={createRef()} searchFailed onSignIn={() => {}} tools={null}>
        {null}
      </CameraStage>
    );
    const { rerender } = render(stage({ door, decoderTrouble: "no answer" }));
    expect(screen.getByRole("alert")).toHaveTextContent("The QR reader stopped");
    rerender(stage({ door, decoderTrouble: null }));
    expect(screen.getByRole("alert")).toHaveTextContent(SEARCH);
    // It takes part in the column of pill and waiting note: nothing lies upon it.
    expect(screen.getByRole("alert")).not.toHaveClass("absolute");
    const shown: Door["shown"] = { id: 1, verdict: { kind: "signed_out" }, scan: null, at: 0, until: null };
    rerender(stage({ door: { ...door, shown }, decoderTrouble: null }));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  },
);
