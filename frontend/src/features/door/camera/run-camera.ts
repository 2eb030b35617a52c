import {
  type CameraBrowser,
  CameraError,
  type CameraFailure,
  type DoorCamera,
  openDoorCamera,
} from "@/features/door/camera/door-camera";
import { type FilmEnd, film } from "@/features/door/camera/watch-stream";
import { CAMERA_PROVEN_MS, REOPEN_PAUSES_MS } from "@/features/door/core/rules";
import { wait } from "@/lib/sleep";

/** Why a camera that is wanted gives no picture yet. */
export type CameraWait = "opening" | FilmEnd | Extract<CameraFailure, { kind: "busy" }>;

type Listener = {
  onWait: (why: CameraWait) => void;
  /** Pictures come from now on, until `onWait`. */
  onPicture: (stream: MediaStream) => void;
};

/** The camera, null while another app uses it or it was unplugged a moment ago. Throws CameraError for what stays. */
async function tryToOpen(browser: CameraBrowser, comesBack: boolean, signal: AbortSignal) {
  try {
    return { camera: await openDoorCamera(browser, signal), why: null };
  } catch (error) {
    const failure = error instanceof CameraError ? error.failure : null;
    if (failure?.kind === "busy") return { camera: null, why: failure };
    if (failure?.kind === "missing" && comesBack) return { camera: null, why: "lost" as const };
    throw error;
  }
}

/**
 * Films until `signal` is aborted. A camera that stops is closed and opened anew, in longer and longer steps while that
 * does not help. Throws CameraError where only a person can help.
 */
export async function runCamera(
  browser: CameraBrowser,
  video: HTMLVideoElement,
  { onWait, onPicture }: Listener,
  signal: AbortSignal,
): Promise<void> {
  const show = async ({ stream, close }: DoorCamera) => {
    // At once: a page that is left may not get another turn.
    signal.addEventListener("abort", close, { once: true });
    try {
      const listener = { onPicture: () => onPicture(stream), onPaused: () => onWait("paused") };
      return await film(stream, video, listener, signal);
    } finally {
      signal.removeEventListener("abort", close);
      if (!signal.aborted) close();
    }
  };
  let hasFilmed = false;
  onWait("opening");
  for (let round = 0; !signal.aborted; round += 1) {
    const comesBack = hasFilmed && round < REOPEN_PAUSES_MS.length;
    const { camera, why } = await tryToOpen(browser, comesBack, signal);
    if (signal.aborted) return camera?.close();
    let reason: CameraWait | null = why;
    if (camera) {
      const begun = performance.now();
      reason = await show(camera);
      hasFilmed = true;
      if (performance.now() - begun > CAMERA_PROVEN_MS) round = 0;
    }
    if (reason === null) return;
    onWait(reason);
    await wait(REOPEN_PAUSES_MS[round] ?? Math.max(...REOPEN_PAUSES_MS), signal);
  }
}
