import { useEffect, useState } from "react";
import {
  type CameraDevice,
  CameraError,
  type CameraFailure,
  hasTorch,
  listCameras,
  openDoorCamera,
} from "@/features/checkin/camera/door-camera";
import { keepScreenOn } from "@/features/checkin/camera/wake-lock";

type Listener = {
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
 * The camera's stream while it is wanted and the page is in view, else null. Every way out (Stop, leaving the
 * screen, another camera, a hidden page, a start cancelled half-way) stops the tracks. `listener` must be stable.
 */
export function useCameraStream(
  wanted: boolean,
  cameraId: string | null,
  listener: Listener,
): MediaStream | null {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const visible = usePageVisible();
  const open = wanted && visible;

  useEffect(() => {
    if (!open) return;
    const cancel = new AbortController();
    let close = () => {};
    const { mediaDevices } = navigator;
    const browser = { isSecureContext: window.isSecureContext, mediaDevices, cameraId };
    const look = () =>
      listCameras(mediaDevices).then(
        (cameras) => {
          if (!cancel.signal.aborted) listener.onCameras(cameras);
        },
        () => {}, // without a list there is no choice, and the door works all the same
      );
    openDoorCamera(browser, cancel.signal).then(
      (camera) => {
        if (!camera) return;
        if (cancel.signal.aborted) return camera.close();
        const letScreenDim = keepScreenOn();
        close = () => {
          letScreenDim();
          camera.close();
        };
        for (const track of camera.stream.getTracks()) {
          track.onended = () => listener.onFail({ kind: "other", message: "the camera was disconnected" });
        }
        setStream(camera.stream);
        listener.onRun(hasTorch(camera.stream));
        void look();
        // A camera may be plugged in, or out, while the door is open.
        mediaDevices.addEventListener?.("devicechange", look, { signal: cancel.signal });
      },
      (error: unknown) => {
        if (cancel.signal.aborted) return;
        const message = error instanceof Error ? error.message : String(error);
        listener.onFail(error instanceof CameraError ? error.failure : { kind: "other", message });
      },
    );
    return () => {
      cancel.abort();
      close();
      setStream(null);
    };
  }, [open, cameraId, listener]);

  return stream;
}
