import type { Page } from "@playwright/test";

/** Before the page loads: records the cameras that it opens. */
export async function noteCameras(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    Object.assign(window, { tracks });
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
}

/** The number of cameras opened so far, and of those still open. */
export const cameras = (page: Page) =>
  page.evaluate(() => {
    const { tracks } = window as unknown as { tracks: MediaStreamTrack[] };
    return { opened: tracks.length, open: tracks.filter(({ readyState }) => readyState === "live").length };
  });
