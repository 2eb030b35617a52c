import type { QueryClient } from "@tanstack/react-query";
import { ApiError, isNetworkError } from "@/api/api-error";
import { api, unwrapPage } from "@/api/client";
import { CameraError, openDoorCamera } from "@/features/door/camera/door-camera";
import { CAMERA_POLL_MS, FRAME_TIMEOUT_MS } from "@/features/door/core/rules";
import { doorListQuery } from "@/features/door/guest-list/use-door-list";
import type { DoorBell, Sound } from "@/features/door/scan/door-bell";
import {
  type CameraProbe,
  type CheckedEvent,
  SERVER_CALLS,
  type ServerProbe,
  type TicketProbe,
} from "@/features/door/ui/readiness/readiness-rules";
import { now, today } from "@/lib/clock";
import { toIsoDate } from "@/lib/event-date";
import { sleep } from "@/lib/sleep";

/** Probes of browser, device and server. They close what they open. */

/** True if the stream shows a frame in time. */
async function givesPicture(stream: MediaStream, signal: AbortSignal): Promise<boolean> {
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  video.play().catch(() => {}); // what matters is what comes
  try {
    for (let waited = 0; waited < FRAME_TIMEOUT_MS; waited += CAMERA_POLL_MS) {
      if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return true;
      if (!(await sleep(CAMERA_POLL_MS, signal))) return false;
    }
    return false;
  } finally {
    video.srcObject = null;
  }
}

/** Opens the camera briefly. The door's running camera is left alone, because some phones allow only one. */
export async function tryCamera(cameraId: string | null, signal: AbortSignal): Promise<CameraProbe> {
  const { mediaDevices } = navigator;
  const browser = { isSecureContext: window.isSecureContext, mediaDevices, cameraId };
  try {
    const camera = await openDoorCamera(browser, signal);
    if (!camera) return { kind: "waits", why: "opening" };
    const track = camera.stream.getVideoTracks()[0];
    // While it runs: a stopped track has no settings.
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

export async function trySound(bell: DoorBell): Promise<Sound> {
  const sound = await bell.unlock();
  if (sound === "running") bell.ring("success");
  return sound;
}

export async function tryWakeLock(): Promise<"stays on" | "refused" | "unsupported"> {
  if (!navigator.wakeLock) return "unsupported";
  try {
    await (await navigator.wakeLock.request("screen")).release();
    return "stays on";
  } catch {
    return "refused";
  }
}

/** Missing in some browsers and in TypeScript's types. */
type WithBattery = { getBattery?: () => Promise<{ level: number; charging: boolean }> };

export async function readBattery(): Promise<{ level: number; charging: boolean } | null> {
  try {
    return (await (navigator as WithBattery).getBattery?.()) ?? null;
  } catch {
    return null; // a page may be forbidden to ask
  }
}

/**
 * Consecutive requests: the median counts, and the fastest sets the time. `eventId` is that of a door without a
 * session.
 */
export async function measureServer(eventId: number | null, signal: AbortSignal): Promise<ServerProbe> {
  const trips: { milliseconds: number; offset: number | null }[] = [];
  try {
    for (let call = 0; call < SERVER_CALLS; call += 1) {
      const begun = performance.now();
      const told = await readServerTime(eventId, signal);
      const milliseconds = performance.now() - begun;
      // The Date header has no milliseconds: add half a second on average.
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

/** After midnight tonight's event has yesterday's date. */
function daysOfTonight(): string[] {
  const yesterday = today();
  yesterday.setDate(yesterday.getDate() - 1);
  return [toIsoDate(today()), toIsoDate(yesterday)];
}

/** Null if the tickets could not be counted. */
export async function countTicketsOf(
  event: CheckedEvent | null,
  counted: Promise<Pick<TicketProbe, "total" | "present">>,
): Promise<TicketProbe | null> {
  try {
    return { event, tonight: daysOfTonight(), ...(await counted) };
  } catch {
    return null;
  }
}

/** Safari only: opened from the home screen. Missing in TypeScript's types. */
type WithStandalone = { standalone?: boolean };

/** True for an iPhone or iPad browser, which deletes a page's data after 7 days without use. */
export const isWipedByBrowser = (): boolean => (navigator as WithStandalone).standalone === false;

interface TicketCount {
  total: number;
  present: number;
}

/**
 * The server's clock in ms since 1970, or null. A door without a session asks for a ticket of its event, because
 * helpers may read nothing else (contract 6.pass.303).
 */
export async function readServerTime(eventId: number | null, signal: AbortSignal): Promise<number | null> {
  const { response } =
    eventId === null
      ? await api.GET("/api/me", { signal })
      : await api.GET("/api/door/list", {
          params: { query: { eventId, ids: "1" } },
          signal,
          cache: "no-store",
        });
  const told = Date.parse(response.headers.get("Date") ?? "");
  return Number.isNaN(told) ? null : told;
}

/** Null counts all events. */
export async function countTickets(eventId: number | null, signal: AbortSignal): Promise<TicketCount> {
  const count = async (filter: { attended?: boolean }) => {
    const query = { limit: 1, eventId, ...filter };
    return (await unwrapPage(api.GET("/api/attendees", { params: { query }, signal }))).total ?? 0;
  };
  const [total, present] = await Promise.all([count({}), count({ attended: true })]);
  return { total, present };
}

/** Counts the list on this device, once loaded. */
export async function countListed(eventId: number, queryClient: QueryClient): Promise<TicketCount> {
  const { list } = await queryClient.ensureQueryData(doorListQuery(eventId));
  return { total: list.tickets.size, present: list.tickets.countArrived() };
}
