import { BUSY_BACKOFF_MS } from "@/features/door/core/rules";
import { sleep } from "@/lib/sleep";

/** The messages are in copy.ts. */
export type CameraFailure =
  | { kind: "insecure" }
  | { kind: "unsupported" }
  | { kind: "denied" }
  | { kind: "dismissed" }
  | { kind: "missing" }
  /** The code of the camera could not be loaded. */
  | { kind: "not_loaded" }
  /** The camera does not start, most likely because another app uses it. */
  | { kind: "busy"; message: string }
  | { kind: "other"; message: string };

export class CameraError extends Error {
  constructor(readonly failure: CameraFailure) {
    super(failure.kind);
  }
}

export type DoorCamera = { stream: MediaStream; close(): void };

/** `label` is empty if the browser hides it. */
export type CameraDevice = { id: string; label: string };

export type CameraBrowser = {
  isSecureContext: boolean;
  mediaDevices: Pick<MediaDevices, "getUserMedia"> | undefined;
  cameraId: string | null;
};

const SHARP = { width: { ideal: 1280 }, height: { ideal: 720 } };

/** Rear-exact, rear, front, then any camera (contract 8). */
export const CAMERA_ORDER: readonly (MediaTrackConstraints | true)[] = [
  { facingMode: { exact: "environment" }, ...SHARP },
  { facingMode: "environment", ...SHARP },
  { facingMode: "user", ...SHARP },
  true,
];

/** Error names of missing and of busy cameras, including old browsers'. */
const ABSENT = [
  "NotFoundError",
  "DevicesNotFoundError",
  "OverconstrainedError",
  "ConstraintNotSatisfiedError",
];
const BUSY = ["NotReadableError", "TrackStartError", "AbortError"];

/** Classifies an error of getUserMedia. */
export function cameraFailure(error: unknown): CameraFailure {
  // Some browsers throw other objects than Errors.
  const { name = "", message = "" } = (
    typeof error === "object" && error !== null ? error : {}
  ) as Partial<Error>;
  if (name === "NotAllowedError" || name === "SecurityError") {
    // A dismissed prompt may be shown again.
    return /dismiss/i.test(message) ? { kind: "dismissed" } : { kind: "denied" };
  }
  if (ABSENT.includes(name)) return { kind: "missing" };
  return { kind: BUSY.includes(name) ? "busy" : "other", message: message || name || String(error) };
}

const stopTracks = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop();
};

/** The chosen camera first; if it is unplugged, the usual order. */
const wishes = (cameraId: string | null): readonly (MediaTrackConstraints | true)[] =>
  cameraId === null ? CAMERA_ORDER : [{ deviceId: { exact: cameraId }, ...SHARP }, ...CAMERA_ORDER];

/** Browsers list cameras only while one is allowed to run. */
export async function listCameras(
  mediaDevices: Pick<MediaDevices, "enumerateDevices"> | undefined,
): Promise<CameraDevice[]> {
  const devices = (await mediaDevices?.enumerateDevices?.()) ?? [];
  return devices
    .filter(({ kind, deviceId }) => kind === "videoinput" && deviceId !== "")
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
}

/** Opens one camera of the order; null if it is missing or `signal` was aborted. Retries a busy one. */
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
      const pause = failure.kind === "busy" ? BUSY_BACKOFF_MS[tries] : undefined;
      if (pause === undefined) throw new CameraError(failure);
      if (!(await sleep(pause, signal))) return null;
    }
  }
}

/**
 * Opens the best camera. A busy camera is not replaced by the next one: that would mean the selfie camera for the
 * evening. Returns null, with no track running, if `signal` was aborted. Throws CameraError.
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
