import { BUSY_PAUSES_MS } from "@/features/door/core/rules";
import { wait } from "@/lib/sleep";

/** Opening and closing the camera at the door. Whoever opens it closes it. */

/** Why there is no camera picture; the words for each are in copy.ts. */
export type CameraFailure =
  | { kind: "insecure" }
  | { kind: "unsupported" }
  | { kind: "denied" }
  | { kind: "dismissed" }
  | { kind: "missing" }
  /** It is there and does not start: most likely another app uses it. */
  | { kind: "busy"; message: string }
  | { kind: "other"; message: string };

export class CameraError extends Error {
  constructor(readonly failure: CameraFailure) {
    super(failure.kind);
  }
}

export type DoorCamera = { stream: MediaStream; close(): void };

/** One camera of this device; `label` is empty where the browser tells none. */
export type CameraDevice = { id: string; label: string };

/** What the door needs of the browser. */
export type CameraBrowser = {
  isSecureContext: boolean;
  mediaDevices: Pick<MediaDevices, "getUserMedia"> | undefined;
  /** The camera that was chosen on this device. */
  cameraId: string | null;
};

const SHARP = { width: { ideal: 1280 }, height: { ideal: 720 } };

/** contract 8: the camera tries rear-exact, rear, front, then any. */
export const CAMERA_ORDER: readonly (MediaTrackConstraints | true)[] = [
  { facingMode: { exact: "environment" }, ...SHARP },
  { facingMode: "environment", ...SHARP },
  { facingMode: "user", ...SHARP },
  true,
];

/** What browsers, old ones too, call a camera that is not there, and one that is and does not start. */
const ABSENT = [
  "NotFoundError",
  "DevicesNotFoundError",
  "OverconstrainedError",
  "ConstraintNotSatisfiedError",
];
const BUSY = ["NotReadableError", "TrackStartError", "AbortError"];

/** The failure that an error of getUserMedia stands for. */
export function cameraFailure(error: unknown): CameraFailure {
  // Not every browser's camera errors are Errors.
  const { name = "", message = "" } = (
    typeof error === "object" && error !== null ? error : {}
  ) as Partial<Error>;
  if (name === "NotAllowedError" || name === "SecurityError") {
    // Closing the question without an answer is no refusal: asking again is possible.
    return /dismiss/i.test(message) ? { kind: "dismissed" } : { kind: "denied" };
  }
  if (ABSENT.includes(name)) return { kind: "missing" };
  return { kind: BUSY.includes(name) ? "busy" : "other", message: message || name || String(error) };
}

const stopTracks = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop();
};

/** What to ask for, in turn: the camera that was chosen, then the order. A choice that is not plugged in holds nobody up. */
const wishes = (cameraId: string | null): readonly (MediaTrackConstraints | true)[] =>
  cameraId === null ? CAMERA_ORDER : [{ deviceId: { exact: cameraId }, ...SHARP }, ...CAMERA_ORDER];

/** The cameras of this device. Browsers name them only while one is allowed to run. */
export async function listCameras(
  mediaDevices: Pick<MediaDevices, "enumerateDevices"> | undefined,
): Promise<CameraDevice[]> {
  const devices = (await mediaDevices?.enumerateDevices?.()) ?? [];
  return devices
    .filter(({ kind, deviceId }) => kind === "videoinput" && deviceId !== "")
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
}

/** TypeScript's own types leave the torch out. */
type WithTorch<T> = T & { torch?: boolean };

/** Whether the camera that gives this stream has a light. */
export function hasTorch(stream: MediaStream): boolean {
  const capabilities: WithTorch<MediaTrackCapabilities> =
    stream.getVideoTracks()[0]?.getCapabilities?.() ?? {};
  return capabilities.torch === true;
}

/** Rejects where the camera refuses. */
export async function switchTorch(stream: MediaStream, on: boolean): Promise<void> {
  const wish: WithTorch<MediaTrackConstraintSet> = { torch: on };
  await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [wish] });
}

/** One camera of the order; null where it is not there, or `signal` was aborted. One that is busy is asked for again. */
async function openWish(
  mediaDevices: Pick<MediaDevices, "getUserMedia">,
  video: MediaTrackConstraints | true,
  signal: AbortSignal,
): Promise<MediaStream | null> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await mediaDevices.getUserMedia({ video, audio: false });
    } catch (error) {
      const failure = cameraFailure(error);
      if (failure.kind === "missing") return null;
      const pause = failure.kind === "busy" ? BUSY_PAUSES_MS[tries] : undefined;
      if (pause === undefined) throw new CameraError(failure);
      if (!(await wait(pause, signal))) return null;
    }
  }
}

/**
 * Opens the best camera there is. The next one of the order is only for a device that has not the one before: a rear
 * camera that is busy for a moment would else mean the selfie camera for the evening. Gives null when `signal` was
 * aborted meanwhile; no track is left running then. Throws CameraError.
 */
export async function openDoorCamera(
  browser: CameraBrowser,
  signal: AbortSignal,
): Promise<DoorCamera | null> {
  if (!browser.isSecureContext) throw new CameraError({ kind: "insecure" });
  if (!browser.mediaDevices?.getUserMedia) throw new CameraError({ kind: "unsupported" });
  for (const video of wishes(browser.cameraId)) {
    if (signal.aborted) return null;
    const stream = await openWish(browser.mediaDevices, video, signal);
    if (!stream) continue;
    if (!signal.aborted) return { stream, close: () => stopTracks(stream) };
    stopTracks(stream);
    return null;
  }
  if (signal.aborted) return null;
  throw new CameraError({ kind: "missing" });
}
