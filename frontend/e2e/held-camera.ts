import type { Page } from "@playwright/test";

/** A camera in the page that can be held up: a real stream of a canvas, whose pictures stop when the test says so. */
export interface HeldCamera {
  /** Draws a picture ten times a second, or stops. */
  film(on: boolean): Promise<void>;
  /** Mutes the track, as when another app takes the camera, or a call on a phone. */
  mute(muted: boolean): Promise<void>;
  /** Ends the track, as when the camera is unplugged. */
  end(): Promise<void>;
  /** The number of times the camera was opened, and of its live tracks. */
  tracks(): Promise<{ opened: number; live: number }>;
}

interface Held {
  drawing: boolean;
  muted: boolean;
  tracks: MediaStreamTrack[];
}

export async function holdCamera(page: Page, { filming = true } = {}): Promise<HeldCamera> {
  await page.addInitScript((drawing) => {
    const held: Held = { drawing, muted: false, tracks: [] };
    Object.assign(window, { held });
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement("canvas");
      const pen = canvas.getContext("2d");
      const stream = canvas.captureStream();
      for (const track of stream.getTracks()) {
        Object.defineProperty(track, "muted", { get: () => held.muted });
        held.tracks.push(track);
      }
      let shade = 0;
      setInterval(() => {
        if (!held.drawing || !pen) return;
        shade = (shade + 1) % 100;
        pen.fillStyle = `hsl(200 20% ${shade}%)`;
        pen.fillRect(0, 0, canvas.width, canvas.height);
      }, 100);
      return stream;
    };
  }, filming);
  const change = (wish: { drawing?: boolean; muted?: boolean; ended?: boolean }) =>
    page.evaluate(({ ended, ...rest }) => {
      const { held } = window as unknown as { held: Held };
      Object.assign(held, rest);
      const track = held.tracks.at(-1);
      if (rest.muted !== undefined) track?.dispatchEvent(new Event(rest.muted ? "mute" : "unmute"));
      if (!ended) return;
      track?.stop();
      track?.dispatchEvent(new Event("ended"));
    }, wish);
  return {
    film: (drawing) => change({ drawing }),
    mute: (muted) => change({ muted, drawing: !muted }),
    end: () => change({ ended: true }),
    tracks: () =>
      page.evaluate(() => {
        const { tracks } = (window as unknown as { held: Held }).held;
        const live = tracks.filter(({ readyState }) => readyState === "live").length;
        return { opened: tracks.length, live };
      }),
  };
}
