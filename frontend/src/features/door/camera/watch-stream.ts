import {
  CAMERA_LOOK_MS,
  FIRST_PICTURE_LIMIT_MS,
  PAUSED_LIMIT_MS,
  PAUSED_TOLD_MS,
  PICTURE_LIMIT_MS,
} from "@/features/door/core/rules";
import { wait } from "@/lib/sleep";

/** Why a film ended: another app took the camera, or it gives no picture any more. */
export type FilmEnd = "paused" | "lost";

type Listener = {
  /** The first picture is there. */
  onPicture: () => void;
  /** Another app has taken the camera, and may give it back. */
  onPaused: () => void;
};

/** Counts the pictures that reach the screen. A browser that cannot tell shows no more than that there is one. */
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
    // What is scrolled out of view may not be drawn at all, and proves nothing.
    const { top, bottom } = video.getBoundingClientRect();
    const seen = isNew || bottom <= 0 || top >= window.innerHeight;
    isNew = false;
    return seen;
  };
  return { hasNew, stop: () => video.cancelVideoFrameCallback(request) };
}

/**
 * Shows a camera's stream for as long as it gives pictures. Tells why it ended, null where `signal` was aborted. It looks
 * at the track again and again, because phones leave events out, and counts looks instead of time: a page that was
 * asleep has missed nothing.
 */
export async function film(
  stream: MediaStream,
  video: HTMLVideoElement,
  { onPicture, onPaused }: Listener,
  signal: AbortSignal,
): Promise<FilmEnd | null> {
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
    while (await wait(CAMERA_LOOK_MS, signal)) {
      if (track?.readyState === "ended") return "lost";
      if (track?.muted) {
        looksMuted += 1;
        if (!isPaused && looksMuted * CAMERA_LOOK_MS >= PAUSED_TOLD_MS) {
          isPaused = true;
          onPaused();
        }
        if (looksMuted * CAMERA_LOOK_MS >= PAUSED_LIMIT_MS) return "paused";
        continue;
      }
      // After a call an iPhone gives black pictures until it is asked for its camera anew.
      if (isPaused) return "paused";
      looksMuted = 0;
      if (video.paused) play();
      looksWithout = pictures.hasNew() ? 0 : looksWithout + 1;
      const limit = hasRun ? PICTURE_LIMIT_MS : FIRST_PICTURE_LIMIT_MS;
      if (looksWithout * CAMERA_LOOK_MS >= limit) return "lost";
    }
    return null;
  } finally {
    pictures.stop();
    video.srcObject = null;
  }
}
