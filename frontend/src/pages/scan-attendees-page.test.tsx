import { act, createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Attendee, ScanRequest as Scan } from "@/api/types";
import type { DecodeReply } from "@/features/door/camera/decoder";
import { qrHashes } from "@/features/door/guest-list/qr-hash";
import { readRecords, saveRecord } from "@/features/door/outbox/database";
import { allRecords } from "@/features/door/outbox/record-cache";
import { isInFlight } from "@/features/door/outbox/sender-status";
import { sessionRecord } from "@/features/users/sign-in/session";
import { businessDay } from "@/lib/event-day";
import { saveDoorEvent } from "@/lib/storage";
import { FAR_OFF, GALA, OLIVE } from "@/testing/cast";
import { openApp, toastRegion } from "@/testing/open-app";
import { keptRecord } from "@/testing/outbox";
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
  notes: "Vegetarian\nAllergic to nuts",
  attendedAt: "2026-11-20T08:42:00.000Z",
  scanner: { id: 2, fullName: "Sam Superadmin" },
} as Attendee;
const answer = (alreadyScanned: boolean) => json({ alreadyScanned, attendee: ADA, message: "" });

/** The QR codes in front of the camera; the decoder's worker reads them from here. */
let inView: string[] = [];
/** When it was asked to read. */
const reads: number[] = [];
let tracks: { stop: ReturnType<typeof vi.fn>; onended: (() => void) | null }[] = [];
/** Whether the camera has a light, and what was asked of it. */
let torch = false;
const applyConstraints = vi.fn();
let devices: { kind: string; deviceId: string; label: string }[] = [];
const getUserMedia = vi.fn();

class FakeWorker {
  onmessage: ((message: { data: DecodeReply }) => void) | null = null;
  onerror = null;
  postMessage({ id }: { id: number }) {
    reads.push(performance.now());
    setTimeout(() =>
      this.onmessage?.({ data: { kind: "read", id, reading: { texts: inView, isCodeLike: false } } }),
    );
  }
  terminate() {}
}

beforeEach(() => {
  inView = [];
  tracks = [];
  torch = false;
  devices = [];
  applyConstraints.mockReset().mockResolvedValue(undefined);
  getUserMedia.mockReset().mockImplementation(async () => {
    const track = {
      stop: vi.fn(),
      onended: null,
      getCapabilities: () => (torch ? { torch } : {}),
      applyConstraints,
    };
    tracks.push(track);
    return { getTracks: () => [track], getVideoTracks: () => [track] };
  });
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("createImageBitmap", async (file: File) => {
    if (!file.type.startsWith("image/")) throw new DOMException("", "InvalidStateError");
    return { width: 100, height: 100, close: () => {} };
  });
  Object.defineProperty(navigator, "mediaDevices", {
    value: { getUserMedia, enumerateDevices: async () => devices },
    configurable: true,
  });
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
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, "mediaDevices");
});

async function openDoor(scan: (call: Call) => Response | Promise<Response>) {
  const calls = serve({ "GET /api/events": () => json([FAR_OFF]), "POST /api/attendees/scan": scan });
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

/** As it types: every key at once, and Enter. */
const scanner = (text: string, target: Element = document.body) => {
  const at = performance.now();
  for (const key of [...text, "Enter"]) {
    const keyDown = createEvent.keyDown(target, { key });
    Object.defineProperty(keyDown, "timeStamp", { value: at });
    fireEvent(target, keyDown);
  }
};

describe("a scan", () => {
  test("2.manage.945 the verdict shows no table for a guest without one", async () => {
    const paid = { tableNumber: 0, paymentStatus: "paid", paymentGroup: "paid" as const, owedCents: 0 };
    const guest = { ...ADA, ...paid };
    const { start } = await openDoor(() => json({ alreadyScanned: false, attendee: guest, message: "" }));
    inView = [TICKET];
    await start();
    expect(await screen.findByRole("heading", { name: "Check-in Complete" })).toBeInTheDocument();
    const verdict = within(screen.getByRole("region", { name: "Camera" }));
    expect(verdict.getByText("Ada Byron")).toBeInTheDocument();
    expect(verdict.queryByText(/^(No table|Table .*)$/)).toBeNull();
  });

  test("2.scan.2, 3, 4, 8, 10..13, 4.scan.12, 13, 8.scan.1 shows name, table and what is owed, and goes to Recent Scans", async () => {
    const { start, scans } = await openDoor(() => answer(false));
    expect(await screen.findByText("No scans yet")).toBeInTheDocument();
    expect(screen.getByText("Camera Ready")).toBeInTheDocument();
    inView = [TICKET];
    await start();
    expect(await screen.findByRole("heading", { name: "Check-in Complete" })).toBeInTheDocument();
    expect(screen.getByText("Cooldown (3s)")).toBeInTheDocument();
    const verdict = within(screen.getByRole("region", { name: "Camera" }));
    // 2.scan.10
    expect(verdict.getByText("Ada Byron")).toBeInTheDocument();
    expect(verdict.getByText("Table 12")).toBeInTheDocument();
    // 2.scan.11
    expect(verdict.getByText("unpaid")).toBeInTheDocument();
    expect(verdict.getByText("owes $45.00")).toBeInTheDocument();
    // 3.attendee.14
    expect(verdict.getByText(/Vegetarian\s+Allergic to nuts/)).toBeInTheDocument();
    // 2.scan.8
    expect(verdict.getByText("Midwinter Gala")).toBeInTheDocument();
    // 2.scan.13
    expect(within(toastRegion()).queryAllByRole("listitem")).toEqual([]);
    // 2.scan.3
    expect(screen.getByRole("heading", { name: "Recent Scans" })).toBeInTheDocument();
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

  test("2.scan.1201 a guest who owes nothing any longer raises no alarm", async () => {
    const guest = { ...ADA, paymentStatus: "partial", owedCents: 0 };
    const { start } = await openDoor(() => json({ alreadyScanned: false, attendee: guest, message: "" }));
    inView = [TICKET];
    await start();
    expect(await screen.findByRole("heading", { name: "Check-in Complete" })).toBeInTheDocument();
    const verdict = within(screen.getByRole("region", { name: "Camera" }));
    expect(verdict.getByText("partial")).toBeInTheDocument();
    expect(screen.queryByText(/owes/)).toBeNull();
    expect(verdict.queryByRole("button", { name: "Details" })).toBeNull();
    expect(screen.getByRole("listitem")).toHaveTextContent(/Ada Byron.*partial/);
  });

  test("2.manage.641 the door's picker has tonight's event first, then those to come, then the past", async () => {
    vi.setSystemTime(new Date(2026, 10, 28, 19));
    const dates = ["2026-11-01", "2026-11-27", "2026-11-28", "2026-12-05"];
    const events = dates.map((date, index) => ({ ...GALA, id: index + 1, name: `Event ${index + 1}`, date }));
    serve({ "GET /api/events": () => json(events) });
    openApp("/scan-attendees", { as: OLIVE });
    const picker = within(await screen.findByLabelText("Event"));
    await picker.findByRole("option", { name: /^Event 1/ });
    const names = picker.getAllByRole("option").map(({ textContent }) => textContent?.split(" (")[0]);
    expect(names).toEqual(["All Events", "Event 3", "Event 4", "Event 2", "Event 1"]);
  });

  test("2.manage.955 the picker tells two events of one name and date apart", async () => {
    const events = ["15:00", "20:00"].map((time, index) => ({ ...GALA, id: index + 1, time }));
    serve({ "GET /api/events": () => json(events) });
    openApp("/scan-attendees", { as: OLIVE });
    const picker = within(await screen.findByLabelText("Event"));
    await picker.findByRole("option", { name: "Midwinter Gala (Sat 28 Nov 2026 at 15:00)" });
    expect(picker.getByRole("option", { name: "Midwinter Gala (Sat 28 Nov 2026 at 20:00)" })).toBeVisible();
  });

  test("2.scan.5..7, 4.scan.10, 8.scan.2 carries the door's event, which the device remembers", async () => {
    const { user, upload, scans, unmount } = await openDoor(() => answer(true));
    const picker = await screen.findByLabelText("Event");
    // 2.scan.6
    expect(picker).toHaveDisplayValue("All Events");
    // 2.scan.5
    await waitFor(() =>
      expect(
        within(picker)
          .getAllByRole("option")
          .map(({ textContent }) => textContent),
      ).toEqual(["All Events", "Midwinter Gala (Sat 28 Nov 2037)"]),
    );
    await user.selectOptions(picker, "7");
    inView = [TICKET];
    await upload();
    await screen.findByRole("heading", { name: "Already Checked In" });
    expect(screen.getByText(/^Checked in at .* by Sam Superadmin$/)).toBeInTheDocument();
    const verdict = screen.getByRole("region", { name: "Camera" });
    expect(within(verdict).getByText("Ada Byron")).toBeInTheDocument();
    expect(verdict.querySelector(".bg-verdict-already")).not.toBeNull();
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
    expect(calls.find(({ path }) => path.endsWith("/scan"))?.body).toMatchObject({ eventId: 7 });
  });

  test("4.scan.14, 16, 8.scan.6, 8.scan.15 that nobody answered is sent again under the same key", async () => {
    const answers = [() => Promise.reject(new TypeError("offline")), () => answer(false)];
    const { user, upload, scans } = await openDoor(() => answers.shift()?.() ?? answer(true));
    inView = [TICKET];
    await upload();
    expect(await screen.findByRole("heading", { name: "Connection Issue" })).toBeInTheDocument();
    expect(screen.getByText("Not checked in yet")).toBeInTheDocument();
    await user.click(screen.getAllByRole("button", { name: "Try again" })[0] as HTMLElement);
    await screen.findByRole("heading", { name: "Check-in Complete" });
    expect(scans()[1]).toEqual(scans()[0]);
    expect(screen.queryByText(/not checked in yet/i)).not.toBeInTheDocument();
  });

  test("2.scan.21 that is left for the next guest, and the door stopped, asks for Start once it has cooled down", async () => {
    const { start, user } = await openDoor(() => Promise.reject(new TypeError("offline")));
    inView = [TICKET];
    await start();
    await user.click(await screen.findByRole("button", { name: "Next guest" }));
    await user.click(screen.getByRole("button", { name: "Stop" }));
    expect(screen.getByText("Cooldown (3s)")).toBeInTheDocument();
    expect(screen.getByText("Ready again in a moment.")).toBeInTheDocument();
    expect(screen.queryByText(/Press Start/)).not.toBeInTheDocument();
    expect(await screen.findByText(/Press Start/, {}, { timeout: 4000 })).toBeInTheDocument();
    expect(screen.getByText("Camera Ready")).toBeInTheDocument();
  });

  test("4.scan.20, 8.scan.14 after the sign-in ended stops the scanner, says so, and is kept for later", async () => {
    const { start, scans, user } = await openDoor(() => problem(401, "not_signed_in", "Sign in"));
    inView = [TICKET];
    await start();
    expect(await screen.findByRole("heading", { name: "Not checked in: sign in again" })).toBeInTheDocument();
    expect(tracks[0]?.stop).toHaveBeenCalled();
    expect(window.location.pathname).toBe("/scan-attendees");
    const kept = async () => (await readRecords()).map(({ key, hash, result }) => ({ key, hash, result }));
    const expected = [
      { key: scans()[0]?.idempotencyKey, hash: (await qrHashes(TICKET)).whole, result: null },
    ];
    expect(await kept()).toEqual(expected);
    await user.click(screen.getByRole("button", { name: "Sign in again" }));
    await waitFor(() => expect(window.location.pathname).toBe("/auth"));
    expect(await kept()).toEqual(expected);
  });

  test("4.scan.35 answered 401 once the scanner was left does not end the session of another page", async () => {
    let refuse: (answer: Response) => void = () => {};
    const { user, upload, scans } = await openDoor(() => new Promise((resolve) => (refuse = resolve)));
    inView = [TICKET];
    await upload();
    await waitFor(() => expect(scans()).toHaveLength(1));
    await user.click(await screen.findByRole("link", { name: "Back" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Camera" })).not.toBeInTheDocument());
    const { pathname } = window.location;
    expect(pathname).not.toBe("/scan-attendees");
    await act(async () => refuse(problem(401, "not_signed_in", "Sign in")));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sessionRecord().authenticated).toBe(true);
    expect(window.location.pathname).toBe(pathname);
  });

  test("4.scan.20 kept from before this page was loaded can be sent again, by its hash and under its key", async () => {
    const hash = (await qrHashes(TICKET)).whole;
    const key = "11111111-1111-4111-8111-111111111111";
    await saveRecord(keptRecord({ key, hash }));
    const { user, scans } = await openDoor(() => answer(false));
    expect(await screen.findByText("1 scan is not checked in yet")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("heading", { name: "Check-in Complete" });
    expect(scans()[0]).toEqual({ qrHash: hash, idempotencyKey: key, eventId: null, scannedBy: 1 });
    expect(screen.queryByText(/not checked in yet/i)).not.toBeInTheDocument();
  });

  test.each([
    [
      "4.scan.21, 8.scan.5",
      problem(400, "ticket_invalid", "invalid"),
      "Invalid QR Code",
      "Format not recognised",
    ],
    ["8.scan.4", problem(404, "ticket_unknown", "not found"), "Invalid QR Code", "Not valid for this event"],
    ["8.scan.3", new Response("", { status: 409 }), "Already Checked In", "Already Checked In"],
    [
      "4.scan.15, 8.scan.7",
      problem(503, "database_unavailable", "Down"),
      "Temporary Issue",
      "Not checked in yet",
    ],
    ["8.scan.8", new Response("", { status: 418 }), "Scan Failed", "Please try again"],
  ])(
    "2.scan.12, %s that fails is a panel with its heading, and the next one is taken",
    async (_id, failure, title, reason) => {
      const answers = [failure];
      const { upload } = await openDoor(() => answers.shift() ?? answer(false));
      inView = ["poster"];
      await upload();
      await screen.findByRole("heading", { name: title });
      const panel = screen.getByRole("region", { name: "Camera" });
      expect(panel).toHaveTextContent(reason);
      expect(within(toastRegion()).queryAllByRole("listitem")).toEqual([]);
      inView = [TICKET];
      await upload();
      expect(await screen.findByRole("heading", { name: "Check-in Complete" })).toBeInTheDocument();
    },
  );

  test("4.scan.11 for another event names the event that it is for", async () => {
    const ticketEvent = { id: 9, name: "Harbour Ball", date: "2026-12-05" };
    const { upload } = await openDoor(() => problem(404, "ticket_other_event", "not found", { ticketEvent }));
    inView = [TICKET];
    await upload();
    await screen.findByRole("heading", { name: "Invalid QR Code" });
    expect(screen.getByText(/Harbour Ball, Sat 5 Dec 2026/)).toBeInTheDocument();
  });

  test("4.scan.18 in the name of somebody else is repeated once, in the right name and with the same key", async () => {
    const answers = [problem(403, "not_you", "Somebody else"), answer(false)];
    const calls = serve({
      "GET /api/events": () => json([GALA]),
      "GET /api/me": () => json({ ...OLIVE, id: 5 }),
      "POST /api/attendees/scan": () => answers.shift() ?? answer(true),
    });
    const { user } = openApp("/scan-attendees", { as: OLIVE });
    inView = [TICKET];
    await user.click(await screen.findByRole("button", { name: "Start" }));
    await screen.findByRole("heading", { name: "Check-in Complete" });
    const bodies = calls.filter(({ path }) => path.endsWith("/scan")).map(({ body }) => body as Scan);
    expect(bodies.map(({ scannedBy }) => scannedBy)).toEqual([1, 5]);
    expect(bodies[1]?.idempotencyKey).toBe(bodies[0]?.idempotencyKey);
  });

  test("8.scan.11, 12 that fails sounds and shakes the device", async () => {
    const felt: unknown[] = [];
    Object.assign(navigator, { vibrate: (pattern: number[]) => felt.push(pattern) > 0 });
    const gain = { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} };
    const start = vi.fn();
    vi.stubGlobal(
      "AudioContext",
      class {
        state = "running";
        currentTime = 0;
        destination = {};
        resume = async () => {};
        close = async () => {};
        createGain = () => ({ gain, connect: () => {} });
        createOscillator = () => ({
          frequency: {},
          connect: () => ({ connect: () => {} }),
          start,
          stop: () => {},
        });
      },
    );
    const { upload } = await openDoor(() => problem(400, "ticket_invalid", "invalid"));
    inView = ["poster"];
    await upload();
    await screen.findByRole("heading", { name: "Invalid QR Code" });
    // 8.scan.11
    expect(start).toHaveBeenCalledOnce();
    // 8.scan.12
    expect(felt).toEqual([[300]]);
    Reflect.deleteProperty(navigator, "vibrate");
  });

  test("9.scan.1 the picture is read every 500 ms", async () => {
    const { start } = await openDoor(() => answer(false));
    reads.length = 0;
    await start();
    await screen.findByText("Scanning...");
    await waitFor(() => expect(reads.length).toBeGreaterThan(3), { timeout: 4000 });
    const gaps = reads.slice(1).map((at, index) => at - (reads[index] ?? 0));
    // The clock runs from the start of a reading, and a busy machine reads a little later at times.
    for (const gap of gaps) expect(gap).toBeGreaterThan(425);
    expect(Math.min(...gaps)).toBeLessThan(700);
  });
});

describe("an uploaded image", () => {
  const sentence = "No QR code found in the image. Please try a clearer image.";

  test("5.scan.3, 8.scan.13 without a code says so", async () => {
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
  test("2.scan.1, 4.scan.1 is closed by Stop", async () => {
    const { start, user } = await openDoor(() => answer(false));
    expect(screen.getByRole("button", { name: "Upload image" })).toBeEnabled();
    await start();
    expect(await screen.findByText("Scanning...")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Stop" }));
    expect(tracks[0]?.stop).toHaveBeenCalledOnce();
    expect(screen.getByText("Camera Ready")).toBeInTheDocument();
  });

  test("4.scan.22 is closed by leaving the screen, even before it has opened", async () => {
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

  test("2.scan.31 is not 'Scanning...' while it opens again with its page", async () => {
    const { start } = await openDoor(() => answer(false));
    await start();
    await screen.findByText("Scanning...");
    const state = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    getUserMedia.mockReturnValue(new Promise(() => {}));
    state.mockReturnValue("visible");
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    expect(await screen.findByText("Starting the camera...")).toBeInTheDocument();
    expect(screen.queryByText("Scanning...")).not.toBeInTheDocument();
    expect(screen.queryByText("Camera Ready")).not.toBeInTheDocument();
  });

  test("8.camera.2 that is refused says why, and Start asks again", async () => {
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

test("2.scan.9 rapid mode is off at first and remembered", async () => {
  const { user, unmount } = await openDoor(() => answer(false));
  expect(await screen.findByRole("switch", { name: "Rapid mode" })).not.toBeChecked();
  await user.click(screen.getByRole("switch", { name: "Rapid mode" }));
  unmount();
  await openDoor(() => answer(false));
  expect(await screen.findByRole("switch", { name: "Rapid mode" })).toBeChecked();
});

describe("a hardware scanner", () => {
  test("4.scan.25 checks in with the camera off", async () => {
    const { scans } = await openDoor(() => answer(false));
    scanner(TICKET);
    await screen.findByRole("heading", { name: "Check-in Complete" });
    expect(scans()).toEqual([
      {
        qrData: TICKET,
        scannedBy: 1,
        eventId: null,
        idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
    expect(screen.getByRole("listitem")).toHaveTextContent(/Ada Byron.*Table 12/);
  });

  test("4.scan.25 types past the button that has the focus, and past the list of events", async () => {
    const { scans } = await openDoor(() => answer(false));
    const start = screen.getByRole("button", { name: "Start" });
    start.focus();
    scanner(TICKET, start);
    await screen.findByRole("heading", { name: "Check-in Complete" });
    expect(getUserMedia).not.toHaveBeenCalled();
    expect(fireEvent.keyDown(screen.getByLabelText("Event"), { key: "M" })).toBe(false);
    expect(scans()).toHaveLength(1);
  });

  test("4.scan.25 typing in a text field is no reading", async () => {
    const { user, scans } = await openDoor(() => answer(false));
    await user.click(screen.getByRole("button", { name: "Find guest" }));
    scanner("4006381333931", await screen.findByRole("searchbox"));
    // Codes are decided in their order: this one comes after any reading of the field.
    scanner(TICKET);
    await screen.findByRole("heading", { name: "Check-in Complete" });
    expect(scans()).toEqual([expect.objectContaining({ qrData: TICKET })]);
  });

  test("4.scan.25 closes the search", async () => {
    const { user, scans } = await openDoor(() => answer(false));
    await user.click(screen.getByRole("button", { name: "Find guest" }));
    const close = await screen.findByRole("button", { name: "Close" });
    scanner(TICKET, close);
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await waitFor(() => expect(scans()).toHaveLength(1));
    await waitFor(() => expect(screen.getByRole("button", { name: "Find guest" })).toHaveFocus());
  });

  test("4.scan.26 a code read while another is asked about is kept over a reload", async () => {
    await openDoor(() => new Promise(() => {}));
    const other = TICKET.replace("DL1.7", "DL1.8");
    scanner(TICKET);
    scanner(other);
    await screen.findByText("Checking the ticket...");
    // 2.scan.23
    expect(screen.getByText("1 waiting")).toBeInTheDocument();
    const kept = async () => (await readRecords()).map(({ hash }) => hash).sort();
    const hashes = [(await qrHashes(TICKET)).whole, (await qrHashes(other)).whole].sort();
    await waitFor(async () => expect(await kept()).toEqual(hashes));
  });
});

describe("the event of tonight", () => {
  const other = { ...GALA, id: 8, name: "Harbour Ball", date: "2031-05-17" };
  const tonight = () => ({ ...GALA, date: businessDay() });
  const open = async (events: (typeof GALA)[]) => {
    serve({ "GET /api/events": () => json(events) });
    const opened = openApp("/scan-attendees", { as: OLIVE });
    const stage = within(await screen.findByRole("region", { name: "Camera" }));
    await screen.findByRole("option", { name: /Harbour Ball/ });
    return { ...opened, stage };
  };

  const at = (hour: number) => vi.setSystemTime(new Date(2026, 10, 20, hour));
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
    at(18);
  });
  afterEach(() => vi.useRealTimers());

  test("2.scan.901 is chosen on a device where nobody has chosen one, and gives way to that of the next evening", async () => {
    const first = await open([tonight(), other]);
    expect(await first.stage.findByText("Midwinter Gala")).toBeVisible();
    expect(screen.getByLabelText("Event")).toHaveValue("7");
    first.unmount();

    const next = [
      { ...GALA, date: "2026-11-02" },
      { ...other, date: businessDay() },
    ];
    at(9);
    const inTheMorning = await open(next);
    expect(await inTheMorning.stage.findByText("Midwinter Gala")).toBeVisible();
    inTheMorning.unmount();

    at(18);
    const second = await open(next);
    expect(await second.stage.findByText("Harbour Ball")).toBeVisible();
    second.unmount();

    const third = await open([{ ...GALA, date: "2026-11-02" }, other]);
    expect(await third.stage.findByText("Harbour Ball")).toBeVisible();
  });

  test("2.scan.901 is not chosen where there are two, or instead of one that a person chose", async () => {
    const first = await open([tonight(), { ...other, date: businessDay() }]);
    expect(await first.stage.findByText("All Events")).toBeVisible();
    await first.user.selectOptions(screen.getByLabelText("Event"), "8");
    first.unmount();

    const second = await open([tonight(), other]);
    expect(await second.stage.findByText("Harbour Ball")).toBeVisible();
    await second.user.selectOptions(screen.getByLabelText("Event"), "");
    expect(await second.stage.findByText("Tonight: Midwinter Gala")).toBeVisible();
    expect(screen.getByLabelText("Event")).toHaveValue("");
  });

  test("2.scan.901 chosen automatically and then by a person, it stays", async () => {
    const first = await open([tonight(), other]);
    expect(await first.stage.findByText("Midwinter Gala")).toBeVisible();
    saveDoorEvent(GALA.id);
    first.unmount();

    const second = await open([
      { ...GALA, date: "2026-11-02" },
      { ...other, date: businessDay() },
    ]);
    expect(await second.stage.findByText("Midwinter Gala")).toBeVisible();
  });
});

test("2.scan.47 where all events are chosen, the only one of tonight is offered by its name", async () => {
  const tonight = { ...GALA, date: businessDay() };
  const other = { ...GALA, id: 8, name: "Harbour Ball", date: "2031-05-17" };
  localStorage.setItem("doorlist.door.event", "null");
  serve({ "GET /api/events": () => json([tonight, other]) });
  const { user } = openApp("/scan-attendees", { as: OLIVE });
  const stage = within(await screen.findByRole("region", { name: "Camera" }));
  expect(await stage.findByText("Tonight: Midwinter Gala")).toBeVisible();
  await user.click(stage.getByRole("button", { name: "Scan for this event" }));
  expect(screen.getByLabelText("Event")).toHaveValue("7");
  expect(stage.getByText("Midwinter Gala")).toBeVisible();
  expect(stage.queryByRole("button", { name: "Scan for this event" })).toBeNull();
});

describe("finding a guest", () => {
  const FOUND = {
    ...ADA,
    phone: "0400 111 222",
    invoiceNumber: "INV-7K3M",
    qrCodeData: TICKET,
    attended: false,
    inside: false,
    leftAt: null,
  };

  async function openSearch(rows: { attended: boolean }[] = [FOUND], scan = () => answer(false)) {
    const calls = serve({
      "GET /api/events": () => json([GALA]),
      "GET /api/attendees": ({ query }) =>
        json(rows.filter(({ attended }) => String(attended) === query.attended)),
      "POST /api/attendees/scan": scan,
    });
    const opened = openApp("/scan-attendees", { as: OLIVE });
    await screen.findByRole("option", { name: /Midwinter Gala/ });
    await opened.user.selectOptions(screen.getByLabelText("Event"), "7");
    await opened.user.click(screen.getByRole("button", { name: "Find guest" }));
    await opened.user.type(await screen.findByRole("searchbox"), " ada ");
    return { ...opened, calls };
  }

  test("2.scan.1202 the form for a new guest compares the amount with the price", async () => {
    serve({
      "GET /api/events": () => json([{ ...FAR_OFF, ticketPriceCents: 12_000 }]),
      "GET /api/events/7/ticket-types": () => json([]),
      "GET /api/attendees": () => json([]),
      "GET /api/attendees/similar": () => json([]),
    });
    const { user } = openApp("/scan-attendees", { as: OLIVE });
    await screen.findByRole("option", { name: /Midwinter Gala/ });
    await user.selectOptions(screen.getByLabelText("Event"), "7");
    await user.click(screen.getByRole("button", { name: "Find guest" }));
    await user.type(await screen.findByRole("searchbox"), "Nora New");
    await user.click(await screen.findByRole("button", { name: "Add this guest" }));
    await user.click(await screen.findByRole("button", { name: "partial" }));
    await user.type(screen.getByLabelText("Amount Paid (AUD)"), "190");
    expect(
      await screen.findByText("$70.00 more than the ticket price of $120.00. Choose the status 'paid'."),
    ).toBeVisible();
  });

  test("2.scan.17 asks the server, for the door's event, once the typing pauses", async () => {
    const { calls } = await openSearch();
    await screen.findByText("Ada Byron");
    const searches = calls.filter(({ path }) => path === "/api/attendees");
    expect(searches.map(({ query }) => query)).toEqual(
      ["false", "true"].map((attended) => ({ search: "ada", limit: "20", eventId: "7", attended })),
    );
  });

  test("2.scan.18 shows table, payment and whether they are in, and the event where none is chosen", async () => {
    const inside = {
      ...FOUND,
      id: 41,
      fullName: "Bea Inside",
      paymentStatus: "paid",
      paymentGroup: "paid",
      attended: true,
      inside: true,
    };
    const { user } = await openSearch([FOUND, inside]);
    const guests = async () => within(await screen.findByRole("dialog")).findAllByRole("listitem");
    const [ada, bea] = await guests();
    expect(ada).toHaveTextContent(/Ada Byron.*unpaid.*Table 12.*INV-7K3M.*Check in$/);
    expect(ada).not.toHaveTextContent("Midwinter Gala");
    expect(bea).toHaveTextContent(/Bea Inside.*Paid.*Arrived at .*\d\d:42/);
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.selectOptions(screen.getByLabelText("Event"), "");
    await user.click(screen.getByRole("button", { name: "Find guest" }));
    await user.type(await screen.findByRole("searchbox"), "ada");
    expect((await guests())[0]).toHaveTextContent(/Ada Byron.*Table 12.*INV-7K3M.*Midwinter Gala/);
  });

  test("4.scan.24 one tap is a scan of the guest's own ticket", async () => {
    const { user, calls } = await openSearch();
    await user.click(await screen.findByRole("button", { name: "Check in Ada Byron" }));
    await screen.findByRole("heading", { name: "Check-in Complete" });
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(calls.find(({ path }) => path.endsWith("/scan"))?.body).toEqual({
      qrData: TICKET,
      scannedBy: 1,
      eventId: 7,
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(screen.getByRole("listitem")).toHaveTextContent(/Ada Byron.*Checked in/);
  });

  test("finds nobody, and says where else to look", async () => {
    await openSearch([]);
    await screen.findByText("No guest matches");
    expect(screen.getByText(/Only the chosen event is searched/)).toBeInTheDocument();
  });

  test("that fails says so, and can be tried again", async () => {
    const { user } = await openSearch();
    await screen.findByText("Ada Byron");
    serve({ "GET /api/attendees": () => new Response("", { status: 500 }) });
    await user.type(screen.getByRole("searchbox"), "m");
    await screen.findByText("The search could not be done");
    serve({ "GET /api/attendees": ({ query }) => json(query.attended === "false" ? [FOUND] : []) });
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Ada Byron");
  });

  test("4.scan.28 the camera's picture is not read meanwhile", async () => {
    const { start, user, scans } = await openDoor(() => answer(false));
    await start();
    await screen.findByText("Scanning...");
    await user.click(screen.getByRole("button", { name: "Find guest" }));
    inView = [TICKET];
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(scans()).toEqual([]);
    await user.click(await screen.findByRole("button", { name: "Close" }));
    await screen.findByRole("heading", { name: "Check-in Complete" });
  });
});

describe("one owner for each reason to wait", () => {
  test("4.scan.32 the search that closes does not reopen what an upload still needs", async () => {
    const { start, user, scans, upload } = await openDoor(() => answer(false));
    await start();
    await screen.findByText("Scanning...");
    let opened: (picture: object) => void = () => {};
    vi.stubGlobal("createImageBitmap", () => new Promise((resolve) => (opened = resolve)));
    await upload();
    await user.click(screen.getByRole("button", { name: "Find guest" }));
    await user.click(await screen.findByRole("button", { name: "Close" }));
    inView = [TICKET];
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(scans()).toEqual([]);
    opened({ width: 100, height: 100, close: () => {} });
    await screen.findByRole("heading", { name: "Check-in Complete" });
    expect(scans()).toHaveLength(1);
  });
});

describe("the event of the door", () => {
  test("4.scan.34 that the device remembers and that was deleted stops the door", async () => {
    localStorage.setItem("doorlist.door.event", "99");
    const { user, scans, upload } = await openDoor(() => answer(false));
    const stage = screen.getByRole("region", { name: "Camera" });
    expect(await within(stage).findByRole("alert")).toHaveTextContent(
      "This event was deleted. Choose another event.",
    );
    expect(screen.getByLabelText("Event")).toHaveDisplayValue("Event 99 (deleted)");
    expect(screen.getByRole("button", { name: "Start" })).toBeDisabled();
    inView = [TICKET];
    await upload();
    expect(await screen.findByRole("heading", { name: "Scan Failed" })).toBeInTheDocument();
    expect(scans()).toEqual([]);
    await user.selectOptions(screen.getByLabelText("Event"), "");
    expect(screen.queryByRole("heading", { name: "Scan Failed" })).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Start" })).toBeEnabled();
  });

  test("4.scan.34 that only the server knows to be deleted is looked up again", async () => {
    localStorage.setItem("doorlist.door.event", "7");
    const events = [[GALA], []];
    const refusal = problem(400, "validation_failed", "Not valid", {
      errors: [{ field: "eventId", message: "No such event" }],
    });
    serve({ "GET /api/events": () => json(events.shift()), "POST /api/attendees/scan": () => refusal });
    const { user } = openApp("/scan-attendees", { as: OLIVE });
    await screen.findByRole("option", { name: /Midwinter Gala/ });
    inView = [TICKET];
    await user.click(screen.getByRole("button", { name: "Start" }));
    await screen.findByRole("heading", { name: "Scan Failed" });
    await waitFor(() => expect(screen.getByLabelText("Event")).toHaveDisplayValue("Event 7 (deleted)"));
    await waitFor(() => expect(tracks[0]?.stop).toHaveBeenCalled());
  });
});

describe("4.scan.34, 4.scan.47 an event that the server calls deleted", () => {
  const refusal = () =>
    problem(400, "validation_failed", "Not valid", {
      errors: [{ field: "eventId", message: "No such event" }],
    });

  test("stops the door though the list of events cannot be read again, until another is chosen", async () => {
    localStorage.setItem("doorlist.door.event", "7");
    let lists = 0;
    const calls = serve({
      "GET /api/events": () => {
        lists += 1;
        return lists === 1 ? json([GALA]) : problem(503, "database_unavailable", "Later");
      },
      "POST /api/attendees/scan": ({ body }) => ((body as Scan).eventId === 7 ? refusal() : answer(false)),
    });
    const { user } = openApp("/scan-attendees", { as: OLIVE });
    await screen.findByRole("option", { name: /Midwinter Gala/ });
    inView = [TICKET];
    await user.click(screen.getByRole("button", { name: "Start" }));
    await screen.findByRole("heading", { name: "Scan Failed" });
    expect(await screen.findByRole("button", { name: "Start" })).toBeDisabled();
    expect(tracks[0]?.stop).toHaveBeenCalled();
    expect(screen.queryByText("Camera Ready")).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("button", { name: "Next guest" })).not.toBeInTheDocument();
    const stage = screen.getByRole("region", { name: "Camera" });
    expect(within(stage).getByRole("alert")).toHaveTextContent("This event was deleted.");
    for (const line of stage.querySelectorAll("p:not([role=status])")) expect(line).not.toBeEmptyDOMElement();
    await user.selectOptions(screen.getByLabelText("Event"), "");
    await user.click(screen.getByRole("button", { name: "Start" }));
    await screen.findByRole("heading", { name: "Check-in Complete" });
    const sent = calls.filter(({ path }) => path.endsWith("/scan")).map(({ body }) => (body as Scan).eventId);
    expect(sent).toEqual([7, null]);
  });

  test("4.scan.46 leaves no scan in the door's hands that it takes to the event chosen instead", async () => {
    localStorage.setItem("doorlist.door.event", "7");
    let refuse: (answer: Response) => void = () => {};
    const asked = new Promise<Response>((resolve) => {
      refuse = resolve;
    });
    const events = [[GALA], []];
    serve({
      "GET /api/events": () => json(events.shift() ?? []),
      "POST /api/attendees/scan": ({ body }) => ((body as Scan).eventId === 7 ? asked : answer(false)),
    });
    const { user } = openApp("/scan-attendees", { as: OLIVE });
    const ofDeleted = () => [...allRecords()].filter(({ eventId }) => eventId === 7);
    await screen.findByRole("option", { name: /Midwinter Gala/ });
    scanner(TICKET);
    await waitFor(() => expect(ofDeleted()).toHaveLength(1));
    scanner(TICKET.replace("S", "T"));
    await waitFor(() => expect(ofDeleted()).toHaveLength(2));
    refuse(refusal());
    await screen.findByRole("heading", { name: "Scan Failed" });
    expect(ofDeleted().filter(({ key }) => isInFlight(key))).not.toEqual([]);
    await user.selectOptions(screen.getByLabelText("Event"), "");
    await screen.findByRole("heading", { name: "Check-in Complete" });
    await waitFor(() => expect(ofDeleted().filter(({ key }) => isInFlight(key))).toEqual([]));
  });

  test("no longer stops it once the list has been read and names the event", async () => {
    localStorage.setItem("doorlist.door.event", "7");
    serve({ "GET /api/events": () => json([GALA]), "POST /api/attendees/scan": refusal });
    const { user } = openApp("/scan-attendees", { as: OLIVE });
    await screen.findByRole("option", { name: /Midwinter Gala/ });
    inView = [TICKET];
    await user.click(screen.getByRole("button", { name: "Start" }));
    await waitFor(() => expect(tracks[0]?.stop).toHaveBeenCalled());
    await waitFor(() => expect(screen.getByRole("button", { name: "Start" })).toBeEnabled());
    expect(screen.getByLabelText("Event")).toHaveDisplayValue(/Midwinter Gala/);
  });
});

describe("4.scan.31 a scan that failed for another reason than its ticket", () => {
  test("stays until a tap", async () => {
    const { upload, user } = await openDoor(() => problem(403, "forbidden", "Not for you"));
    inView = [TICKET];
    await upload();
    await screen.findByRole("heading", { name: "Scan Failed" });
    await new Promise((resolve) => setTimeout(resolve, 4500));
    expect(screen.getByRole("heading", { name: "Scan Failed" })).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Next guest" }));
    expect(screen.queryByRole("heading", { name: "Scan Failed" })).not.toBeInTheDocument();
  });
});

describe("light and lenses", () => {
  test("2.scan.14 a torch is switched on and off where the camera has one", async () => {
    torch = true;
    const { start, user } = await openDoor(() => answer(false));
    expect(screen.queryByRole("button", { name: "Torch" })).not.toBeInTheDocument();
    await start();
    const button = await screen.findByRole("button", { name: "Torch", pressed: false });
    await user.click(button);
    expect(applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ torch: true }] });
    await user.click(await screen.findByRole("button", { name: "Torch", pressed: true }));
    expect(applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ torch: false }] });
  });

  test("2.scan.14 a camera without a torch, or one that refuses, has no button", async () => {
    const { start, user, unmount } = await openDoor(() => answer(false));
    await start();
    await screen.findByText("Scanning...");
    expect(screen.queryByRole("button", { name: "Torch" })).not.toBeInTheDocument();
    unmount();
    torch = true;
    vi.spyOn(console, "error").mockImplementation(() => {});
    applyConstraints.mockRejectedValue(new DOMException("", "NotReadableError"));
    const again = await openDoor(() => answer(false));
    await again.start();
    await user.click(await screen.findByRole("button", { name: "Torch" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Torch" })).not.toBeInTheDocument());
  });

  test("2.scan.15, 2.scan.16 a camera is chosen where there are several, and remembered", async () => {
    devices = [
      { kind: "videoinput", deviceId: "back", label: "Back camera" },
      { kind: "videoinput", deviceId: "usb", label: "" },
    ];
    const { start, user, unmount } = await openDoor(() => answer(false));
    expect(screen.queryByLabelText("Camera", { selector: "select" })).not.toBeInTheDocument();
    await start();
    const picker = await screen.findByLabelText("Camera", { selector: "select" });
    expect(picker).toHaveDisplayValue("Automatic");
    expect(within(picker).getByRole("option", { name: "Back camera" })).toBeInTheDocument();
    await user.selectOptions(picker, "Camera 2");
    await waitFor(() => expect(tracks).toHaveLength(2));
    expect(tracks[0]?.stop).toHaveBeenCalledOnce();
    expect(getUserMedia.mock.lastCall?.[0]).toMatchObject({ video: { deviceId: { exact: "usb" } } });
    unmount();
    const again = await openDoor(() => answer(false));
    await again.start();
    await waitFor(() => expect(tracks).toHaveLength(3));
    expect(getUserMedia.mock.lastCall?.[0]).toMatchObject({ video: { deviceId: { exact: "usb" } } });
  });

  test("2.scan.15 one camera alone is no choice", async () => {
    devices = [{ kind: "videoinput", deviceId: "back", label: "Back camera" }];
    const { start } = await openDoor(() => answer(false));
    await start();
    await screen.findByText("Scanning...");
    expect(screen.queryByLabelText("Camera", { selector: "select" })).not.toBeInTheDocument();
  });
});
