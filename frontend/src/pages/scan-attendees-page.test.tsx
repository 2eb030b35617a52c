import { act, configure, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Attendee } from "@/api/types";
import { GALA, OLIVE } from "@/testing/cast";
import { openApp } from "@/testing/open-app";
import { type Call, json, problem, serve } from "@/testing/server";

const TICKET = "DL1.7.0123456789ABCDEFGHJKMNPQRS";
const ADA = {
  id: 40,
  eventId: 7,
  event: { id: 7, name: "Midwinter Gala", date: "2026-11-28" },
  fullName: "Ada Byron",
  tableNumber: 12,
  paymentStatus: "unpaid",
  paymentGroup: "owed",
  owedCents: 4500,
  attendedAt: "2026-11-20T08:42:00.000Z",
  scanner: { id: 2, fullName: "Sam Superadmin" },
} as Attendee;
const answer = (alreadyScanned: boolean) => json({ alreadyScanned, attendee: ADA, message: "" });

/** What the camera sees; the decoder's worker reads it from here. */
let inView: string[] = [];
let tracks: { stop: ReturnType<typeof vi.fn>; onended: (() => void) | null }[] = [];
const getUserMedia = vi.fn();

class FakeWorker {
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onerror = null;
  postMessage({ id }: { id: number }) {
    setTimeout(() => this.onmessage?.({ data: { kind: "read", id, texts: inView } }));
  }
  terminate() {}
}

// The page is loaded on demand, and the machine may be busy with the other suites.
configure({ asyncUtilTimeout: 8000 });

beforeEach(() => {
  inView = [];
  tracks = [];
  getUserMedia.mockReset().mockImplementation(async () => {
    const track = { stop: vi.fn(), onended: null };
    tracks.push(track);
    return { getTracks: () => [track] };
  });
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("createImageBitmap", async (file: File) => {
    if (!file.type.startsWith("image/")) throw new DOMException("", "InvalidStateError");
    return { width: 100, height: 100, close: () => {} };
  });
  Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia }, configurable: true });
  Object.defineProperty(HTMLVideoElement.prototype, "videoWidth", { value: 640, configurable: true });
  Object.defineProperty(HTMLVideoElement.prototype, "videoHeight", { value: 480, configurable: true });
  Object.defineProperty(HTMLMediaElement.prototype, "readyState", { value: 4, configurable: true });
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({
    fillRect: () => {},
    drawImage: () => {},
    getImageData: () => ({ data: new Uint8ClampedArray(4), width: 1, height: 1 }),
  } as unknown as null);
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "mediaDevices");
});

async function openDoor(scan: (call: Call) => Response | Promise<Response>) {
  const calls = serve({ "GET /api/events": () => json([GALA]), "POST /api/attendees/scan": scan });
  const opened = openApp("/scan-attendees", { as: OLIVE });
  await screen.findByRole("button", { name: "Start" });
  const scans = () =>
    calls.filter(({ path }) => path.endsWith("/scan")).map(({ body }) => body as Record<string, unknown>);
  const upload = async (file = new File(["x"], "ticket.png", { type: "image/png" })) => {
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error("There is no file input");
    await opened.user.upload(input, file);
  };
  return {
    ...opened,
    scans,
    upload,
    start: () => opened.user.click(screen.getByRole("button", { name: "Start" })),
  };
}

describe("a scan", () => {
  test("shows name, table and what is owed, and goes to Recent Scans", async () => {
    const { start, scans } = await openDoor(() => answer(false));
    expect(screen.getByText("No scans yet")).toBeInTheDocument();
    expect(screen.getByText("Camera Ready")).toBeInTheDocument();
    inView = [TICKET];
    await start();
    expect(await screen.findByRole("heading", { name: "Check-in Complete" })).toBeInTheDocument();
    expect(screen.getByText("Cooldown (3s)")).toBeInTheDocument();
    expect(screen.getByText("owes $45.00")).toBeInTheDocument();
    expect(screen.getByText("Midwinter Gala")).toBeInTheDocument();
    expect(screen.getByRole("listitem")).toHaveTextContent(/Ada Byron.*Table 12/);
    expect(scans()).toEqual([
      {
        qrData: TICKET,
        scannedBy: 1,
        eventId: null,
        idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
  });

  test("carries the door's event, which the device remembers", async () => {
    const { user, upload, scans, unmount } = await openDoor(() => answer(true));
    await user.selectOptions(await screen.findByLabelText("Event"), "7");
    inView = [TICKET];
    await upload();
    await screen.findByRole("heading", { name: "Already Checked In" });
    expect(screen.getByText(/^Checked in at .* by Sam Superadmin$/)).toBeInTheDocument();
    expect(scans()[0]?.eventId).toBe(7);
    unmount();
    await openDoor(() => answer(false));
    await waitFor(() => expect(screen.getByLabelText("Event")).toHaveValue("7"));
  });

  test("keeps to the remembered event when the list of events cannot be had", async () => {
    localStorage.setItem("doorlist.door.event", "7");
    const calls = serve({ "POST /api/attendees/scan": () => answer(false) });
    const { user } = openApp("/scan-attendees", { as: OLIVE });
    expect(await screen.findByText(/The list of events could not be loaded/)).toBeInTheDocument();
    expect(screen.getByLabelText("Event")).toHaveDisplayValue("Event 7");
    inView = [TICKET];
    await user.click(screen.getByRole("button", { name: "Start" }));
    await screen.findByRole("heading", { name: "Check-in Complete" });
    expect(calls.at(-1)?.body).toMatchObject({ eventId: 7 });
  });

  test("that nobody answered is sent again under the same key", async () => {
    const answers = [() => Promise.reject(new TypeError("offline")), () => answer(false)];
    const { user, upload, scans } = await openDoor(() => answers.shift()?.() ?? answer(true));
    inView = [TICKET];
    await upload();
    expect(await screen.findByRole("heading", { name: "Connection Issue" })).toBeInTheDocument();
    expect(screen.getByText("not checked in yet")).toBeInTheDocument();
    await user.click(screen.getAllByRole("button", { name: "Try again" })[0] as HTMLElement);
    await screen.findByRole("heading", { name: "Check-in Complete" });
    expect(scans()[1]).toEqual(scans()[0]);
    expect(screen.queryByText(/not checked in yet/)).not.toBeInTheDocument();
  });

  test("after the sign-in ended stops the scanner, says so, and is kept for later", async () => {
    const { start, scans, user } = await openDoor(() => problem(401, "not_signed_in", "Sign in"));
    inView = [TICKET];
    await start();
    expect(await screen.findByRole("heading", { name: "Not checked in: sign in again" })).toBeInTheDocument();
    expect(tracks[0]?.stop).toHaveBeenCalled();
    expect(window.location.pathname).toBe("/scan-attendees");
    expect(sessionStorage.getItem("doorlist.door.kept")).toContain(String(scans()[0]?.idempotencyKey));
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    await waitFor(() => expect(window.location.pathname).toBe("/auth"));
    expect(sessionStorage.getItem("doorlist.door.kept")).toContain(TICKET);
  });

  test("kept from before a sign-in can be sent again", async () => {
    const kept = {
      qrData: TICKET,
      idempotencyKey: "11111111-1111-4111-8111-111111111111",
      eventId: null,
      readAt: Date.now(),
    };
    sessionStorage.setItem("doorlist.door.kept", JSON.stringify([kept]));
    const { user, scans } = await openDoor(() => answer(false));
    expect(screen.getByText("1 scan is not checked in yet")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("heading", { name: "Check-in Complete" });
    expect(scans()[0]?.idempotencyKey).toBe(kept.idempotencyKey);
    await waitFor(() => expect(sessionStorage.getItem("doorlist.door.kept")).toBeNull());
  });
});

describe("an uploaded image", () => {
  const sentence = "No QR code found in the image. Please try a clearer image.";

  test("without a code says so", async () => {
    const { upload, scans } = await openDoor(() => answer(false));
    await upload();
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(scans()).toEqual([]);
  });

  test("that is no picture says so too", async () => {
    const { upload } = await openDoor(() => answer(false));
    // As a phone's file picker may hand over anything.
    Object.defineProperty(document.querySelector('input[type="file"]'), "accept", { value: "" });
    await upload(new File(["x"], "notes.txt", { type: "text/plain" }));
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(screen.getByText("The file could not be opened as a picture.")).toBeInTheDocument();
  });
});

describe("the camera", () => {
  test("is closed by Stop", async () => {
    const { start, user } = await openDoor(() => answer(false));
    await start();
    expect(await screen.findByText("Scanning...")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Stop" }));
    expect(tracks[0]?.stop).toHaveBeenCalledOnce();
    expect(screen.getByText("Camera Ready")).toBeInTheDocument();
  });

  test("is closed by leaving the screen, even before it has opened", async () => {
    let open: (stream: unknown) => void = () => {};
    getUserMedia.mockImplementation(() => new Promise((resolve) => (open = resolve)));
    const { start, unmount } = await openDoor(() => answer(false));
    await start();
    unmount();
    const track = { stop: vi.fn() };
    open({ getTracks: () => [track] });
    await waitFor(() => expect(track.stop).toHaveBeenCalledOnce());
  });

  test("is closed while the page is hidden and comes back with it", async () => {
    const { start } = await openDoor(() => answer(false));
    await start();
    await screen.findByText("Scanning...");
    const state = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    expect(tracks[0]?.stop).toHaveBeenCalledOnce();
    state.mockReturnValue("visible");
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await waitFor(() => expect(tracks).toHaveLength(2));
    expect(tracks[1]?.stop).not.toHaveBeenCalled();
  });

  test("that is refused says why, and Start asks again", async () => {
    getUserMedia.mockRejectedValueOnce(new DOMException("Permission denied", "NotAllowedError"));
    const { start } = await openDoor(() => answer(false));
    await start();
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Camera permission denied. Please enable in browser settings.",
    );
    await start();
    expect(await screen.findByText("Scanning...")).toBeInTheDocument();
  });
});

test("a decoder that cannot be loaded says so, and the next Start loads it again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const Broken = class extends FakeWorker {
    constructor() {
      super();
      setTimeout(() => this.onmessage?.({ data: { kind: "broken", reason: "wasm" } }));
    }
  };
  vi.stubGlobal("Worker", Broken);
  const { start } = await openDoor(() => answer(false));
  expect(await screen.findByRole("alert")).toHaveTextContent("The QR reader could not be loaded.");
  vi.stubGlobal("Worker", FakeWorker);
  inView = [TICKET];
  await start();
  expect(await screen.findByRole("heading", { name: "Check-in Complete" })).toBeInTheDocument();
});

test("rapid mode is off at first and remembered", async () => {
  const { user, unmount } = await openDoor(() => answer(false));
  expect(screen.getByRole("switch", { name: "Rapid mode" })).not.toBeChecked();
  await user.click(screen.getByRole("switch", { name: "Rapid mode" }));
  unmount();
  await openDoor(() => answer(false));
  expect(screen.getByRole("switch", { name: "Rapid mode" })).toBeChecked();
});
