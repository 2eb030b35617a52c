import {
  type CameraBrowser,
  type CameraDevice,
  CameraError,
  type CameraFailure,
  type DoorCamera,
  listCameras,
  openDoorCamera,
} from "@/features/door/camera/door-camera";
import {
  CAMERA_POLL_MS,
  CAMERA_STABLE_MS,
  FIRST_FRAME_TIMEOUT_MS,
  FRAME_TIMEOUT_MS,
  PAUSED_NOTICE_AFTER_MS,
  PAUSED_TIMEOUT_MS,
  REOPEN_BACKOFF_MS,
  WAKE_LOCK_DELAY_MS,
} from "@/features/door/core/rules";
import { sleep } from "@/lib/sleep";

/** Why a wanted camera has no frame yet. */
export type CameraWait = "opening" | StreamEnd | Extract<CameraFailure, { kind: "busy" }>;

type Listener = {
  onWait: (why: CameraWait) => void;
  /** Frames arrive from now on, until `onWait`. */
  onPicture: (stream: MediaStream) => void;
};

export interface FilmListener {
  onWait: (why: CameraWait) => void;
  onRun: (hasTorch: boolean) => void;
  onFail: (failure: CameraFailure) => void;
  onCameras: (cameras: CameraDevice[]) => void;
  /** The stream while frames arrive, else null. */
  onStream: (stream: MediaStream | null) => void;
}

type Film = FilmListener & { screen: HTMLVideoElement; cameraId: string | null; signal: AbortSignal };

/** Shows the camera until `signal` is aborted, and keeps the device's screen on. */
export function film({ screen, cameraId, signal, onWait, onRun, onFail, onCameras, onStream }: Film): void {
  if (signal.aborted) return;
  const { mediaDevices } = navigator;
  const browser = { isSecureContext: window.isSecureContext, mediaDevices, cameraId };
  signal.addEventListener("abort", keepScreenOn(), { once: true });
  const look = () =>
    listCameras(mediaDevices).then(
      (cameras) => {
        if (!signal.aborted) onCameras(cameras);
      },
      () => {}, // without a list there is no camera choice
    );
  const onPicture = (shown: MediaStream) => {
    onStream(shown);
    onRun(hasTorch(shown));
    void look();
  };
  const onInterruption = (why: CameraWait) => {
    onStream(null);
    onWait(why);
    // Another camera may be chosen instead of the busy one.
    if (typeof why === "object") void look();
  };
  // A camera was plugged in or out.
  mediaDevices?.addEventListener?.("devicechange", look, { signal });
  runCamera(browser, screen, { onWait: onInterruption, onPicture }, signal).catch((error: unknown) => {
    if (signal.aborted) return;
    const message = error instanceof Error ? error.message : String(error);
    onFail(error instanceof CameraError ? error.failure : { kind: "other", message });
  });
}

/** Opens the camera; null while it is busy or was just unplugged. Throws CameraError for permanent failures. */
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
 * Runs the camera until `signal` is aborted. A camera that stops is reopened with increasing delays. Throws
 * CameraError if only a person can help.
 */
export async function runCamera(
  browser: CameraBrowser,
  video: HTMLVideoElement,
  { onWait, onPicture }: Listener,
  signal: AbortSignal,
): Promise<void> {
  const show = async ({ stream, close }: DoorCamera) => {
    // In the same turn, because a page being closed may not get another.
    signal.addEventListener("abort", close, { once: true });
    try {
      const listener = { onPicture: () => onPicture(stream), onPaused: () => onWait("paused") };
      return await watchStream(stream, video, listener, signal);
    } finally {
      signal.removeEventListener("abort", close);
      if (!signal.aborted) close();
    }
  };
  let hasFilmed = false;
  onWait("opening");
  for (let round = 0; !signal.aborted; round += 1) {
    const comesBack = hasFilmed && round < REOPEN_BACKOFF_MS.length;
    const { camera, why } = await tryToOpen(browser, comesBack, signal);
    if (signal.aborted) return camera?.close();
    let reason: CameraWait | null = why;
    if (camera) {
      const begun = performance.now();
      reason = await show(camera);
      hasFilmed = true;
      if (performance.now() - begun > CAMERA_STABLE_MS) round = 0;
    }
    if (reason === null) return;
    onWait(reason);
    await sleep(REOPEN_BACKOFF_MS[round] ?? Math.max(...REOPEN_BACKOFF_MS), signal);
  }
}

/** `paused`: another app took the camera. `lost`: no frames any longer. */
export type StreamEnd = "paused" | "lost";

type StreamListener = {
  onPicture: () => void;
  /** Another app took the camera and may return it. */
  onPaused: () => void;
};

/** Counts drawn frames. Without frame callbacks it only knows whether there is a frame. */
function countPictures(video: HTMLVideoElement, onPicture: () => void) {
  if (!("requestVideoFrameCallback" in video)) {
    const hasOne = () => {
      const { readyState, videoWidth } = video as HTMLVideoElement;
      if (readyState < 2 || videoWidth === 0) return false;
      onPicture();
      return true;
    };
    return { hasNew: hasOne, stop: () => {} };
  }
  let isNew = false;
  const note = () => {
    isNew = true;
    onPicture();
    request = video.requestVideoFrameCallback(note);
  };
  let request = video.requestVideoFrameCallback(note);
  const hasNew = () => {
    // A video scrolled out of view may not be drawn.
    const { top, bottom } = video.getBoundingClientRect();
    const seen = isNew || bottom <= 0 || top >= window.innerHeight;
    isNew = false;
    return seen;
  };
  return { hasNew, stop: () => video.cancelVideoFrameCallback(request) };
}

/**
 * Shows a stream while frames arrive. Returns why it ended; null if `signal` was aborted. It polls the track, because
 * phones omit events, and counts polls instead of time, because a page may sleep.
 */
export async function watchStream(
  stream: MediaStream,
  video: HTMLVideoElement,
  { onPicture, onPaused }: StreamListener,
  signal: AbortSignal,
): Promise<StreamEnd | null> {
  const track = stream.getVideoTracks()[0];
  let hasRun = false;
  let looksWithout = 0;
  let looksMuted = 0;
  let isPaused = false;
  const pictures = countPictures(video, () => {
    if (hasRun || isPaused || signal.aborted) return;
    hasRun = true;
    onPicture();
  });
  const play = () => void video.play().catch(() => {}); // a stop in the same moment interrupts it
  video.srcObject = stream;
  play();
  try {
    while (await sleep(CAMERA_POLL_MS, signal)) {
      if (track?.readyState === "ended") return "lost";
      if (track?.muted) {
        looksMuted += 1;
        if (!isPaused && looksMuted * CAMERA_POLL_MS >= PAUSED_NOTICE_AFTER_MS) {
          isPaused = true;
          onPaused();
        }
        if (looksMuted * CAMERA_POLL_MS >= PAUSED_TIMEOUT_MS) return "paused";
        continue;
      }
      // After a call an iPhone sends black frames until the camera is reopened.
      if (isPaused) return "paused";
      looksMuted = 0;
      if (video.paused) play();
      looksWithout = pictures.hasNew() ? 0 : looksWithout + 1;
      const limit = hasRun ? FRAME_TIMEOUT_MS : FIRST_FRAME_TIMEOUT_MS;
      if (looksWithout * CAMERA_POLL_MS >= limit) return "lost";
    }
    return null;
  } finally {
    pictures.stop();
    video.srcObject = null;
  }
}

/** Requests the lock until `signal` is aborted: the device may refuse or release it while the battery is low. */
async function hold(wakeLock: WakeLock, signal: AbortSignal): Promise<void> {
  do {
    const lock = await wakeLock.request("screen").catch(() => null);
    if (!lock) continue;
    await new Promise<void>((resolve) => {
      lock.addEventListener("release", () => resolve(), { once: true });
      signal.addEventListener("abort", () => resolve(), { once: true });
      if (signal.aborted) resolve();
    });
    await lock.release().catch(() => {});
  } while (await sleep(WAKE_LOCK_DELAY_MS, signal));
}

/** Keeps the screen on while scanning. */
export function keepScreenOn(): () => void {
  const cancel = new AbortController();
  if (navigator.wakeLock) void hold(navigator.wakeLock, cancel.signal);
  return () => cancel.abort();
}

/** TypeScript's types lack the torch. */
type WithTorch<T> = T & { torch?: boolean };

export function hasTorch(stream: MediaStream): boolean {
  const capabilities: WithTorch<MediaTrackCapabilities> =
    stream.getVideoTracks()[0]?.getCapabilities?.() ?? {};
  return capabilities.torch === true;
}

/** Rejects if the camera refuses. */
export async function switchTorch(stream: MediaStream, on: boolean): Promise<void> {
  const wish: WithTorch<MediaTrackConstraintSet> = { torch: on };
  await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [wish] });
}
