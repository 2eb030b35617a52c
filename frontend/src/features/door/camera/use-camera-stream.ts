import { type RefObject, useEffect, useState } from "react";
import {
  type CameraDevice,
  CameraError,
  type CameraFailure,
  hasTorch,
  listCameras,
} from "@/features/door/camera/door-camera";
import { type CameraWait, runCamera } from "@/features/door/camera/run-camera";
import { WAKE_LOCK_DELAY_MS } from "@/features/door/core/rules";
import { sleep } from "@/lib/sleep";

type Listener = {
  onWait: (why: CameraWait) => void;
  onRun: (hasTorch: boolean) => void;
  onFail: (failure: CameraFailure) => void;
  onCameras: (cameras: CameraDevice[]) => void;
};

/** A hidden page closes the camera. */
function usePageVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState !== "hidden");
  useEffect(() => {
    const look = () => setVisible(document.visibilityState !== "hidden");
    const leave = () => setVisible(false);
    document.addEventListener("visibilitychange", look);
    window.addEventListener("pagehide", leave);
    window.addEventListener("pageshow", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("pageshow", look);
    };
  }, []);
  return visible;
}

/**
 * Shows the camera in `video` while it is wanted and the page is visible. Returns the stream while frames arrive,
 * else null. Every exit stops the tracks. `listener` must be stable.
 */
export function useCameraStream(
  wanted: boolean,
  cameraId: string | null,
  video: RefObject<HTMLVideoElement | null>,
  listener: Listener,
): MediaStream | null {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const visible = usePageVisible();
  const open = wanted && visible;

  useEffect(() => (open ? keepScreenOn() : undefined), [open]);

  useEffect(() => {
    const screen = video.current;
    if (!open || !screen) return;
    const cancel = new AbortController();
    const { signal } = cancel;
    const { mediaDevices } = navigator;
    const browser = { isSecureContext: window.isSecureContext, mediaDevices, cameraId };
    const look = () =>
      listCameras(mediaDevices).then(
        (cameras) => {
          if (!signal.aborted) listener.onCameras(cameras);
        },
        () => {}, // without a list there is no camera choice
      );
    const onWait = (why: CameraWait) => {
      setStream(null);
      listener.onWait(why);
      // Another camera may be chosen instead of the busy one.
      if (typeof why === "object") void look();
    };
    const onPicture = (shown: MediaStream) => {
      setStream(shown);
      listener.onRun(hasTorch(shown));
      void look();
    };
    // A camera was plugged in or out.
    mediaDevices?.addEventListener?.("devicechange", look, { signal });
    runCamera(browser, screen, { onWait, onPicture }, signal).catch((error: unknown) => {
      if (signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      listener.onFail(error instanceof CameraError ? error.failure : { kind: "other", message });
    });
    return () => {
      cancel.abort();
      setStream(null);
    };
  }, [open, cameraId, video, listener]);

  return stream;
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
