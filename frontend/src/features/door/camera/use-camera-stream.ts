import { type RefObject, useEffect, useState } from "react";
import type { FilmListener } from "@/features/door/camera/run-camera";
import { lateModule } from "@/lib/late-module";

/** Loaded after the page (decision 0025): the camera starts with a tap. */
export const loadCamera = lateModule(() => import("@/features/door/camera/run-camera"));

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
  listener: Omit<FilmListener, "onStream">,
): MediaStream | null {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const visible = usePageVisible();
  const open = wanted && visible;

  useEffect(() => {
    const screen = video.current;
    if (!open || !screen) return;
    const cancel = new AbortController();
    const { signal } = cancel;
    const fail = () => {
      if (!signal.aborted) listener.onFail({ kind: "not_loaded" });
    };
    loadCamera().then(
      ({ film }) => film({ screen, cameraId, signal, onStream: setStream, ...listener }),
      fail,
    );
    return () => {
      cancel.abort();
      setStream(null);
    };
  }, [open, cameraId, video, listener]);

  return stream;
}
