import { type RefObject, useEffect, useState } from "react";
import {
  type CameraDevice,
  CameraError,
  type CameraFailure,
  hasTorch,
  listCameras,
} from "@/features/door/camera/door-camera";
import { type CameraWait, runCamera } from "@/features/door/camera/run-camera";
import { keepScreenOn } from "@/features/door/camera/wake-lock";

type Listener = {
  onWait: (why: CameraWait) => void;
  onRun: (hasTorch: boolean) => void;
  onFail: (failure: CameraFailure) => void;
  onCameras: (cameras: CameraDevice[]) => void;
};

/** Whether the page can be seen; a hidden one films nobody. */
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
 * Shows the camera in `video` while it is wanted and the page is in view. Its stream while pictures come, else null.
 * Every way out (Stop, leaving the screen, another camera, a hidden page, a start cancelled half-way) stops the tracks.
 * `listener` must be stable.
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
        () => {}, // without a list there is no choice, and the door works all the same
      );
    const onWait = (why: CameraWait) => {
      setStream(null);
      listener.onWait(why);
      // Where one is busy, another may be chosen.
      if (typeof why === "object") void look();
    };
    const onPicture = (shown: MediaStream) => {
      setStream(shown);
      listener.onRun(hasTorch(shown));
      void look();
    };
    // A camera may be plugged in, or out, while the door is open.
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
