import type { Browser } from "@playwright/test";
import { qrPicture } from "../e2e/film";
import type { Held } from "./screen";

/** The film that the camera at the door sees, upright as a phone is held. */
export const FILM_SIZE = { width: 480, height: 640 };

const LIGHTS = [
  "14% 9%, #ffd48a 0 26px",
  "72% 6%, #ffb65c 0 34px",
  "92% 27%, #f2e3c0 0 18px",
  "6% 38%, #e99a4b 0 24px",
  "58% 19%, #6fa4b8 0 20px",
  "30% 24%, #3f6d80 0 40px",
  "84% 72%, #c98a4a 0 30px",
  "12% 80%, #7b5a3c 0 44px",
]
  .map((light) => `radial-gradient(circle at ${light}, transparent 0)`)
  .join(", ");

/** A guest's phone with a ticket on it, in the lights of the foyer; or still out of focus, so that nothing is read. */
export async function scene(browser: Browser, { text, event, blurred }: Held): Promise<Buffer> {
  const page = await browser.newPage({ viewport: FILM_SIZE, deviceScaleFactor: 1, isMobile: false });
  const code = `data:image/png;base64,${qrPicture(text).toString("base64")}`;
  const place = blurred
    ? "translate(-38%, -34%) rotate(-11deg); filter: blur(7px)"
    : "translate(-50%, -50%) rotate(-3deg)";
  await page.setContent(`<body style="margin:0;overflow:hidden;background:#172a33;font-family:sans-serif">
    <div style="position:absolute;inset:-40px;filter:blur(9px);background:${LIGHTS}, linear-gradient(#22404c 35%, #4a3423)"></div>
    <div style="position:absolute;left:50%;top:50%;width:236px;height:400px;padding:10px;border-radius:34px;background:#0b0d10;border:1px solid #59626a;box-shadow:0 24px 60px #000a;transform:${place}">
      <div style="box-sizing:border-box;height:100%;padding:44px 14px 0;border-radius:26px;background:#fff;color:#17313d;text-align:center">
        <b style="display:block;margin-bottom:18px;font-size:17px">${event}</b>
        <img src="${code}" width="206" alt="">
      </div>
    </div>`);
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  const picture = await page.screenshot();
  await page.close();
  return picture;
}
