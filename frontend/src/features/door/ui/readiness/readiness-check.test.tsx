import { act, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { App } from "@/app/app";
import type { DecodeReply } from "@/features/door/camera/decoder";
import "@/pages/scan-attendees-page";
import { FAR_OFF, GALA, OLIVE } from "@/testing/cast";
import { openApp } from "@/testing/open-app";
import { type Call, json, page, problem, serve } from "@/testing/server";

const HOUR = 3_600_000;
const track = { label: "Back Camera", stop: vi.fn(), getSettings: () => ({ width: 1280, height: 720 }) };
const stream = { getTracks: () => [track], getVideoTracks: () => [track] };
const getUserMedia = vi.fn();
const oscillators: unknown[] = [];

/** A sound card that only counts. */
class FakeAudio {
  state = "suspended";
  currentTime = 0;
  destination = {};
  resume = async () => {
    this.state = "running";
  };
  close = async () => {};
  createGain = () => ({
    gain: { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} },
    connect: () => ({}),
  });
  createOscillator = () => {
    const tone = {
      frequency: { value: 0 },
      connect: (next: object) => next,
      start: () => {},
      stop: () => {},
    };
    oscillators.push(tone);
    return tone;
  };
}

/** The decoder's; it sees nothing in any picture. */
class FakeWorker {
  onmessage: ((message: { data: DecodeReply }) => void) | null = null;
  postMessage({ id }: { id: number }) {
    setTimeout(() =>
      this.onmessage?.({ data: { kind: "read", id, reading: { texts: [], isCodeLike: false } } }),
    );
  }
  terminate() {}
}

/** How much of a picture the camera has given: a MediaElement's readyState. */
let readyState = 4;

beforeEach(() => {
  readyState = 4;
  Object.defineProperty(HTMLMediaElement.prototype, "readyState", {
    get: () => readyState,
    configurable: true,
  });
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  track.stop.mockReset();
  oscillators.length = 0;
  getUserMedia.mockReset().mockResolvedValue(stream);
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("AudioContext", FakeAudio);
  vi.stubGlobal("Worker", FakeWorker);
  const has = (name: string, value: unknown) =>
    Object.defineProperty(navigator, name, { value, configurable: true });
  has("mediaDevices", { getUserMedia, enumerateDevices: async () => [] });
  has("wakeLock", { request: async () => Object.assign(new EventTarget(), { release: async () => {} }) });
  has("getBattery", async () => ({ level: 0.8, charging: false }));
});
afterEach(() => {
  vi.useRealTimers();
  for (const name of ["mediaDevices", "wakeLock", "getBattery", "serviceWorker", "standalone"])
    Reflect.deleteProperty(navigator, name);
});

/** An answer of a server whose clock is so much ahead of this one's. */
function timed(answer: Response, ahead = 0): Response {
  answer.headers.set("Date", new Date(Date.now() + ahead).toUTCString());
  return answer;
}

const LIST = {
  event: { id: GALA.id, name: GALA.name, date: "2099-12-30", time: null },
  asOf: 1,
  position: "a-1",
  tickets: [["AAAAAAAAAAAAAAAAAAAAAA", 1, "Ada Byron", 7, "paid", null, "INV-1", null, null]],
};

/** A browser that keeps the page for later. */
function withServiceWorker() {
  const registration = { active: {} };
  Object.defineProperty(navigator, "serviceWorker", {
    value: { register: async () => registration, ready: Promise.resolve(registration) },
    configurable: true,
  });
}

async function openDoor(routes: Parameters<typeof serve>[0] = {}) {
  const calls = serve({
    "GET /api/events": () => json([FAR_OFF]),
    "GET /api/me": () => timed(json(OLIVE)),
    "GET /api/attendees": ({ query }: Call) => page([], { total: query.attended ? 12 : 180 }),
    "GET /api/door/list": () => json(LIST),
    "POST /api/door/grants": () =>
      json({
        id: 4,
        user: OLIVE,
        makesUntil: new Date(Date.now() + 16 * HOUR).toISOString(),
      }),
    ...routes,
  });
  const opened = openApp("/scan-attendees", { as: OLIVE });
  const button = await screen.findByRole("button", { name: "Check this device" });
  await screen.findByRole("option", { name: /Midwinter Gala/ });
  const check = async () => {
    await opened.user.click(button);
    return within(await screen.findByRole("dialog", { name: "Ready for the door?" }));
  };
  return { ...opened, calls, check };
}

const line = (name: string) =>
  screen
    .getAllByRole("listitem")
    .find((item) => item.textContent?.startsWith(`${name}:`) || item.textContent?.startsWith(name));

test("2.pass.518 after a claim it opens by itself once, and not again after a reload", async () => {
  const grant = { user: OLIVE, makesUntil: new Date(Date.now() + 12 * HOUR).toISOString() };
  serve({
    "GET /api/me": () => problem(401, "not_signed_in", "Please sign in."),
    "GET /api/door/list": () => json(LIST),
    "POST /api/door/grants": () => json({ ...grant, id: 4 }),
    "POST /api/door/passes/claim": () =>
      json({ ...grant, grantId: 4, event: LIST.event, door: "Main entrance", helper: "Kim" }),
  });
  const opened = openApp("/pass#secret");
  await opened.user.type(await screen.findByLabelText("Your name"), "Kim{Enter}");
  expect(await screen.findByRole("dialog", { name: "Ready for the door?" })).toBeVisible();
  // The router's own part of the entry is left: 'Back' counts on it.
  expect(history.state).toMatchObject({ usr: null, key: expect.any(String), idx: expect.any(Number) });
  await opened.user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  window.dispatchEvent(new Event("pagehide"));
  opened.unmount();
  render(<App />);
  await screen.findByRole("button", { name: "Start" });
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("2.ready.581 a helper on an iPhone is not sent to the home screen, where the pass is not", async () => {
  const grant = { user: OLIVE, makesUntil: new Date(Date.now() + 12 * HOUR).toISOString() };
  Object.defineProperty(navigator, "standalone", { value: false, configurable: true });
  withServiceWorker();
  serve({
    "GET /api/me": () => problem(401, "not_signed_in", "Please sign in."),
    "GET /api/door/list": () => json(LIST),
    "POST /api/door/grants": () => json({ ...grant, id: 4 }),
    "POST /api/door/passes/claim": () =>
      json({ ...grant, grantId: 4, event: LIST.event, door: "Main entrance", helper: "Kim" }),
  });
  const opened = openApp("/pass#secret");
  await opened.user.type(await screen.findByLabelText("Your name"), "Kim{Enter}");
  const dialog = within(await screen.findByRole("dialog", { name: "Ready for the door?" }));
  await dialog.findByText("Ready, also after a reload.");
  expect(line("Without a network")).toHaveTextContent("OK");
  expect(line("Without a network")).not.toHaveTextContent("home screen");
});

describe("the check of the device", () => {
  test("2.ready.1..3 says of each thing how it stands, and all in all 'Ready for the door'", async () => {
    const { check, calls } = await openDoor();
    const dialog = await check();
    expect(await dialog.findByText("Ready for the door")).toBeVisible();
    expect(dialog.getByRole("status")).toHaveTextContent("Ready for the door");
    const lines = within(dialog.getByRole("list", { name: "What was checked" })).getAllByRole("listitem");
    const starts = [
      "Tickets: Note",
      "Server: OK",
      "Without a network: Note",
      "Camera: OK",
      "QR reader: OK",
      "Sign-in: OK",
      "Battery: OK",
      "Sound: OK",
      "Screen: OK",
      "Clock: OK",
      "Live updates: Note",
      "Page: OK",
    ];
    expect(lines.map((item, index) => item.textContent?.slice(0, starts[index]?.length))).toEqual(starts);
    expect(line("Camera")).toHaveTextContent("Back Camera opens (1280 × 720).");
    expect(line("Battery")).toHaveTextContent("80%.");
    // 2.ready.9
    expect(line("Tickets")).toHaveTextContent("No event chosen");
    expect(line("Tickets")).toHaveTextContent("180 tickets, 12 arrived");
    // 2.ready.4, 2.ready.11
    expect(track.stop).toHaveBeenCalledOnce();
    // 2.ready.8: the first of four opens the connection.
    expect(calls.filter(({ path }) => path === "/api/me")).toHaveLength(4);
  });

  test("2.ready.3, 6, 7, 9 counts what is worth a look", async () => {
    localStorage.setItem("doorlist.door.event", "7");
    Object.defineProperty(navigator, "getBattery", {
      value: async () => ({ level: 0.2, charging: false }),
      configurable: true,
    });
    const { check } = await openDoor({
      "GET /api/me": () => timed(json(OLIVE), 3 * 60_000),
      "GET /api/attendees": () => page([], { total: 0 }),
    });
    const dialog = await check();
    expect(await dialog.findByText("3 things to check")).toBeVisible();
    expect(line("Battery")).toHaveTextContent("20% and not charging.Plug it in before the doors open.");
    expect(line("Clock")).toHaveTextContent("3 minutes behind the server.");
    expect(line("Tickets")).toHaveTextContent("Midwinter Gala has no tickets.");
  });

  test("2.ready.17 says whether the door goes on without a network, and what to do for it", async () => {
    const { check, user } = await openDoor();
    const dialog = await check();
    await dialog.findByText("No list on this device: choose an event.");
    await user.keyboard("{Escape}");
    await user.selectOptions(screen.getByLabelText("Event"), String(GALA.id));
    await check();
    // Without HTTPS, or behind a certificate that is not trusted, browsers allow no service worker.
    await waitFor(() =>
      expect(line("Without a network")).toHaveTextContent("Works while this page stays open.Do not close"),
    );
    await user.keyboard("{Escape}");
    withServiceWorker();
    await check();
    await waitFor(() => expect(line("Without a network")).toHaveTextContent("Ready, also after a reload."));
    expect(line("Without a network")).toHaveTextContent("OK");
    await user.keyboard("{Escape}");
    // An iPhone whose browser wipes what it saved.
    Object.defineProperty(navigator, "standalone", { value: false, configurable: true });
    await check();
    await waitFor(() =>
      expect(line("Without a network")).toHaveTextContent("add Doorlist to the home screen"),
    );
  });

  test("2.ready.17 says that the list is not saved where the device takes none", async () => {
    localStorage.setItem("doorlist.door.event", "7");
    vi.spyOn(console, "error").mockReturnValue();
    vi.spyOn(indexedDB, "open").mockImplementation(() => {
      throw new DOMException("A private window", "SecurityError");
    });
    const { check } = await openDoor();
    await check();
    await waitFor(() => expect(line("Without a network")).toHaveTextContent("Not saved on this device."));
    expect(line("Without a network")).toHaveTextContent("Needs attention");
  });

  test("2.ready.580 says at once that another tab has taken the saved list's place, and that it is back", async () => {
    localStorage.setItem("doorlist.door.event", "7");
    withServiceWorker();
    const { check } = await openDoor();
    await check();
    await waitFor(() => expect(line("Without a network")).toHaveTextContent("Ready, also after a reload."));
    // The browser sends the event to every tab except the writer.
    const otherTab = (eventId: number) => {
      localStorage.setItem("doorlist.door-list.event", String(eventId));
      window.dispatchEvent(new StorageEvent("storage", { key: "doorlist.door-list.event" }));
    };
    act(() => otherTab(8));
    expect(line("Without a network")).toHaveTextContent(
      "No longer saved on this device.Another tab may have chosen another event",
    );
    expect(line("Without a network")).toHaveTextContent("Needs attention");
    act(() => otherTab(7));
    expect(line("Without a network")).toHaveTextContent("Ready, also after a reload.");
  });

  test("2.ready.5 plays the beep of a check-in, and again when asked", async () => {
    const { check, user } = await openDoor();
    const dialog = await check();
    expect(await dialog.findByText("A beep was played. Did you hear it?")).toBeVisible();
    expect(oscillators).toEqual([expect.objectContaining({ frequency: { value: 1568 } })]);
    await user.click(dialog.getByRole("button", { name: "Play the beep" }));
    await waitFor(() => expect(oscillators).toHaveLength(2));
  });

  test("2.ready.8 tells a sign-in that has ended from a server that is not there", async () => {
    const { check, user } = await openDoor({
      "GET /api/me": () => problem(401, "not_signed_in", "Please sign in"),
    });
    const dialog = await check();
    expect(await dialog.findByText("Your sign-in has ended.")).toBeVisible();
    serve({});
    await user.click(dialog.getByRole("button", { name: "Check again" }));
    expect(await dialog.findByText("No answer.")).toBeVisible();
    expect(dialog.getByText("2 things to check")).toBeVisible();
    expect(line("Tickets")).toHaveTextContent("The list could not be loaded.");
  });

  test("2.ready.13 a sign-in that is five hours old may end too soon", async () => {
    const { check } = await openDoor();
    const record = JSON.parse(localStorage.getItem("doorlist.session") ?? "{}");
    localStorage.setItem(
      "doorlist.session",
      JSON.stringify({ ...record, authTime: record.authTime - 5 * HOUR }),
    );
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "doorlist.session" })));
    const dialog = await check();
    expect(await dialog.findByText("1 thing to check")).toBeVisible();
    expect(line("Sign-in")).toHaveTextContent("maybe before the evening does");
  });

  test("2.ready.10, 9.ready.1 has a word for everything after 5 seconds, and takes a later answer", async () => {
    let allow = (_stream: unknown) => {};
    let answer = (_response: Response) => {};
    getUserMedia.mockReturnValue(new Promise((resolve) => (allow = resolve)));
    const { user } = await openDoor({
      "GET /api/attendees": () => new Promise<Response>((resolve) => (answer = resolve)),
    });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await user.click(screen.getByRole("button", { name: "Check this device" }));
    await act(() => vi.advanceTimersByTimeAsync(4000));
    expect(screen.getByRole("dialog")).toHaveTextContent("Camera" + "Checking...");
    await act(() => vi.advanceTimersByTimeAsync(1100));
    expect(screen.getByText("2 things to check")).toBeVisible();
    expect(line("Camera")).toHaveTextContent("The camera has not opened yet.");
    expect(line("Tickets")).toHaveTextContent("The list could not be loaded.");
    await act(async () => {
      allow(stream);
      await vi.advanceTimersByTimeAsync(10);
    });
    expect(line("Camera")).toHaveTextContent("Back Camera opens");
    expect(track.stop).toHaveBeenCalledOnce();
    answer(page([], { total: 0 }));
  });

  test("2.ready.4 a camera that opens and gives no picture does not work", async () => {
    readyState = 0;
    const { check } = await openDoor();
    const dialog = await check();
    expect(await dialog.findByText("Back Camera opens but shows no picture.")).toBeVisible();
    expect(line("Camera")).toHaveTextContent("Does not work");
    expect(track.stop).toHaveBeenCalledOnce();
  });

  test("2.ready.4 a camera that the door is opening is left alone", async () => {
    getUserMedia.mockReturnValue(new Promise(() => {}));
    const { check, user } = await openDoor();
    await user.click(screen.getByRole("button", { name: "Start" }));
    const dialog = await check();
    expect(await dialog.findByText("The camera has not opened yet.")).toBeVisible();
    expect(getUserMedia).toHaveBeenCalledOnce();
  });

  test("2.ready.11 a camera that is allowed after closing is closed at once", async () => {
    let allow = (_stream: unknown) => {};
    getUserMedia.mockReturnValue(new Promise((resolve) => (allow = resolve)));
    const { check, user } = await openDoor();
    const dialog = await check();
    await user.click(dialog.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Check this device" })).toHaveFocus();
    allow(stream);
    await waitFor(() => expect(track.stop).toHaveBeenCalledOnce());
  });

  test("2.ready.4 tries the chosen camera first, and says when another one took its place", async () => {
    localStorage.setItem("doorlist.door.camera", '"usb"');
    getUserMedia.mockRejectedValueOnce(new DOMException("", "OverconstrainedError"));
    const { check } = await openDoor();
    const dialog = await check();
    expect(
      await dialog.findByText(/The chosen camera is not there\. Back Camera opens instead\./),
    ).toBeVisible();
    expect(getUserMedia.mock.calls[0]?.[0]).toMatchObject({ video: { deviceId: { exact: "usb" } } });
  });
});
