import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export type Device = "phone" | "desktop";
export type Scheme = "light" | "dark";
export const SCHEMES: readonly Scheme[] = ["light", "dark"];

/** The size of a screen in CSS pixels, and how wide the page of all pictures shows it. */
const DEVICES: Record<Device, { width: number; height: number; shown: number }> = {
  phone: { width: 390, height: 844, shown: 260 },
  desktop: { width: 1280, height: 800, shown: 560 },
};

const repository = (path: string) => fileURLToPath(new URL(`../../${path}/`, import.meta.url));
const PICTURES = repository("pictures");
const FRONT = join(PICTURES, "front");
const COMMITTED = repository("docs/pictures");
mkdirSync(FRONT, { recursive: true });

const slug = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
const pictureName = (name: string, device: Device, scheme: Scheme) => `${slug(name)}.${device}-${scheme}.png`;

/** Where a picture goes. */
export const pictureFile = (name: string, device: Device, scheme: Scheme): string =>
  join(PICTURES, pictureName(name, device, scheme));

/** Keeps a picture of the README, and puts it in place of the committed one where that is wished for. */
export function keepFront(name: string, scheme: Scheme, webp: Buffer): void {
  const file = `${name}-${scheme}.webp`;
  writeFileSync(join(FRONT, file), webp);
  if (!process.env.README) return;
  mkdirSync(COMMITTED, { recursive: true });
  copyFileSync(join(FRONT, file), join(COMMITTED, file));
}

/** The page that shows all pictures side by side: a row per screen, phone and desktop by day and by night. */
export function writeIndex(names: readonly string[]): void {
  const there = new Set(readdirSync(PICTURES));
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const [group = name] = name.split(":");
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  const rows = [...groups].map(([group, members]) => {
    const shown = members.map((name) => row(name, there)).filter(Boolean);
    return shown.length > 0
      ? `<section id="${slug(group)}"><h2>${group}</h2>${shown.join("")}</section>`
      : "";
  });
  const links = [...groups.keys()].map((group) => `<a href="#${slug(group)}">${group}</a>`);
  writeFileSync(join(PICTURES, "index.html"), `${HEAD}<nav>${links.join(" ")}</nav>${rows.join("")}`);
}

function row(name: string, there: ReadonlySet<string>): string {
  const cells = (Object.keys(DEVICES) as Device[]).flatMap((device) =>
    SCHEMES.map((scheme) => pictureName(name, device, scheme))
      .filter((file) => there.has(file))
      .map((file) => cell(file, DEVICES[device])),
  );
  return cells.length > 0 ? `<h3>${name}</h3><div>${cells.join("")}</div>` : "";
}

/** A line shows where the screen ends, and scrolling begins. */
function cell(file: string, { width, height, shown }: (typeof DEVICES)[Device]): string {
  const png = readFileSync(join(PICTURES, file));
  const screens = png.readUInt32BE(20) / png.readUInt32BE(16) / (height / width);
  const line = screens > 1.01 ? `<i style="top:${(shown * height) / width}px"></i>` : "";
  return `<a href="${file}"><img src="${file}" width="${shown}" loading="lazy" alt="${file}">${line}</a>`;
}

const HEAD = `<!doctype html><meta charset="utf-8"><title>Doorlist, every screen</title><style>
body{margin:0 24px 48px;font:15px/1.5 system-ui,sans-serif;background:#8c9296;color:#111}
nav{position:sticky;top:0;z-index:1;margin:0 -24px;padding:8px 24px;background:#d9dcde}
nav a{margin-right:10px;color:#123}
section{scroll-margin-top:80px}
section>div{display:flex;gap:16px;align-items:flex-start;overflow-x:auto;padding-bottom:12px}
section>div a{position:relative;flex:none}
img{display:block;height:auto;background:#fff}
i{position:absolute;left:-6px;right:-6px;border-top:2px dashed #d0208a}
</style>`;
