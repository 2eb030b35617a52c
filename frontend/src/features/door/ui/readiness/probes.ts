import { ApiError, isNetworkError } from "@/api/api-error";
import { CameraError, openDoorCamera } from "@/features/door/camera/door-camera";
import { CAMERA_LOOK_MS, PICTURE_LIMIT_MS } from "@/features/door/core/rules";
import type { DoorBell, Sound } from "@/features/door/scan/door-bell";
import { readServerTime } from "@/features/door/ui/readiness/api";
import {
  type CameraFacts,
  type DoorEvent,
  SERVER_CALLS,
  type ServerFacts,
  type TicketFacts,
} from "@/features/door/ui/readiness/readiness-rules";
import { now, today } from "@/lib/clock";
import { toIsoDate } from "@/lib/event-date";
import { wait } from "@/lib/sleep";

/** What the browser and the server say about this device. Whatever is opened here is closed again. */

/** Whether a picture comes of a stream, in time. */
async function givesPicture(stream: MediaStream, signal: AbortSignal): Promise<boolean> {
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  video.play().catch(() => {}); // what matters is what comes
  try {
    for (let waited = 0; waited < PICTURE_LIMIT_MS; waited += CAMERA_LOOK_MS) {
      if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return true;
      if (!(await wait(CAMERA_LOOK_MS, signal))) return false;
    }
    return false;
  } finally {
    video.srcObject = null;
  }
}

/** Opens the camera for a moment. The door's own, where it runs or starts, is left alone: some phones lend it only once. */
export async function tryCamera(cameraId: string | null, signal: AbortSignal): Promise<CameraFacts> {
  const { mediaDevices } = navigator;
  const browser = { isSecureContext: window.isSecureContext, mediaDevices, cameraId };
  try {
    const camera = await openDoorCamera(browser, signal);
    if (!camera) return { kind: "waits", why: "opening" };
    const track = camera.stream.getVideoTracks()[0];
    // Asked while it runs: a stopped track has forgotten.
    const { deviceId, width = 0, height = 0 } = track?.getSettings?.() ?? {};
    signal.addEventListener("abort", camera.close, { once: true });
    const isSeen = await givesPicture(camera.stream, signal);
    if (!signal.aborted) camera.close();
    if (!isSeen) return { kind: "blind", label: track?.label ?? "" };
    const isChosen = cameraId === null || deviceId === cameraId;
    return { kind: "opened", label: track?.label ?? "", width, height, isChosen };
  } catch (error) {
    if (error instanceof CameraError) return { kind: "failed", failure: error.failure };
    return { kind: "failed", failure: { kind: "other", message: String(error) } };
  }
}

/** Plays the beep of a check-in, where the door's sound is on. */
export async function trySound(bell: DoorBell): Promise<Sound> {
  const sound = await bell.unlock();
  if (sound === "running") bell.ring("success");
  return sound;
}

/** Asks for the wake lock that the door takes while its camera runs. */
export async function tryWakeLock(): Promise<"stays on" | "refused" | "unsupported"> {
  if (!navigator.wakeLock) return "unsupported";
  try {
    await (await navigator.wakeLock.request("screen")).release();
    return "stays on";
  } catch {
    return "refused";
  }
}

/** Not every browser has it, and TypeScript's own types leave it out. */
type WithBattery = { getBattery?: () => Promise<{ level: number; charging: boolean }> };

export async function readBattery(): Promise<{ level: number; charging: boolean } | null> {
  try {
    return (await (navigator as WithBattery).getBattery?.()) ?? null;
  } catch {
    return null; // a page may be forbidden to ask
  }
}

/**
 * Round trips to the server, one after the other; the middle one counts, and the quickest tells the time. `eventId` is
 * that of a door without a session.
 */
export async function measureServer(eventId: number | null, signal: AbortSignal): Promise<ServerFacts> {
  const trips: { milliseconds: number; offset: number | null }[] = [];
  try {
    for (let call = 0; call < SERVER_CALLS; call += 1) {
      const begun = performance.now();
      const told = await readServerTime(eventId, signal);
      const milliseconds = performance.now() - begun;
      // A Date header leaves out the milliseconds; half a second is what they are on average.
      const offset = told === null ? null : told + 500 - (now() - milliseconds / 2);
      if (call > 0) trips.push({ milliseconds, offset });
    }
  } catch (error) {
    if (error instanceof ApiError && !isNetworkError(error)) return { kind: "refused", status: error.status };
    return { kind: "silent" };
  }
  trips.sort((one, other) => one.milliseconds - other.milliseconds);
  const middle = trips[Math.floor(trips.length / 2)];
  return { kind: "answered", milliseconds: middle?.milliseconds ?? 0, offset: trips[0]?.offset ?? null };
}

/** An evening that goes on past midnight carries yesterday's date. */
function daysOfTonight(): string[] {
  const yesterday = today();
  yesterday.setDate(yesterday.getDate() - 1);
  return [toIsoDate(today()), toIsoDate(yesterday)];
}

/** Null where the list could not be read. */
export async function countTicketsOf(
  event: DoorEvent | null,
  counted: Promise<Pick<TicketFacts, "total" | "present">>,
): Promise<TicketFacts | null> {
  try {
    return { event, tonight: daysOfTonight(), ...(await counted) };
  } catch {
    return null;
  }
}

/** Safari's own, which TypeScript leaves out: whether the page was opened from the home screen. */
type WithStandalone = { standalone?: boolean };

/** Whether this is an iPhone or iPad whose browser wipes what a page saved after 7 days without use. */
export const isWipedByBrowser = (): boolean => (navigator as WithStandalone).standalone === false;
