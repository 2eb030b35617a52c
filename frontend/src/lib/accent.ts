/** Colours made from the accent colour, readable in light and dark (contract 9.settings). */

type Rgb = readonly [number, number, number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** The least favourable grounds of text and controls: `--surface-muted` of each scheme. */
const LIGHT_GROUND: Rgb = [241, 237, 230];
const DARK_GROUND: Rgb = [37, 46, 51];
/** The text on the sign-in panel and on the head of a ticket, `--on-brand`. */
const ON_BRAND: Rgb = [251, 247, 238];
/** The contrast of text with its ground by WCAG 2.1 AA, with some reserve for rounding. */
const READABLE = 4.6;
/** The brand colour is also the ground of the muted text and the lamp's yellow. */
const READABLE_ON_BRAND = 9;
const STEP = 0.04;

/** The parts of a colour such as `#f6c566`, 0 to 255. */
export const rgbOf = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as never;

const hexOf = (color: Rgb): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

const mixed = (color: Rgb, other: Rgb, share: number): Rgb =>
  color.map((part, index) => part + ((other[index] ?? 0) - part) * share) as never;

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours by WCAG, from 1 to 21. */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The color, moved towards black or white until it is readable on the ground. */
function readableOn(ground: Rgb, color: Rgb, least = READABLE): Rgb {
  const end = contrastOf(ground, WHITE) > contrastOf(ground, BLACK) ? WHITE : BLACK;
  let found = color;
  for (let share = STEP; contrastOf(ground, found) < least && share <= 1; share += STEP)
    found = mixed(color, end, share);
  return found;
}

/** The dark ground of the sign-in panel and of the head of a ticket. */
export function brandColours(accent: string) {
  const brand = readableOn(ON_BRAND, mixed(rgbOf(accent), BLACK, 0.3), READABLE_ON_BRAND);
  return {
    brand: hexOf(brand),
    deep: hexOf(mixed(brand, BLACK, 0.4)),
    line: hexOf(mixed(brand, WHITE, 0.25)),
  };
}

/** The tokens of the accent in one scheme. */
function tokens(color: Rgb, ground: Rgb): string {
  const isLight = ground === LIGHT_GROUND;
  const accent = readableOn(ground, color);
  const soft = mixed(accent, isLight ? WHITE : ground, isLight ? 0.88 : 0.75);
  const named = {
    accent,
    "accent-hover": mixed(accent, isLight ? BLACK : WHITE, 0.18),
    "on-accent": isLight ? WHITE : mixed(accent, BLACK, 0.85),
    "accent-soft": soft,
    "on-accent-soft": readableOn(soft, accent, READABLE + 1),
    ring: accent,
  };
  return Object.entries(named)
    .map(([name, value]) => `--${name}:${hexOf(value)};`)
    .join("");
}

/** The accent for its preview; `unset` is the value of the colour input while nothing is set. */
export const accentPreviews = {
  unset: "#12303d",
  of: (accent: string, scheme: "light" | "dark") => {
    const isLight = scheme === "light";
    const ground = isLight ? LIGHT_GROUND : DARK_GROUND;
    const shown = readableOn(ground, rgbOf(accent));
    return {
      ground: hexOf(ground),
      text: hexOf(isLight ? BLACK : WHITE),
      accent: hexOf(shown),
      onAccent: hexOf(isLight ? WHITE : mixed(shown, BLACK, 0.85)),
    };
  },
};

/** The accent's tokens as CSS for both schemes; nothing without an accent. */
export function accentCss(accent: string | null): string {
  if (!accent) return "";
  const color = rgbOf(accent);
  const { brand, deep, line } = brandColours(accent);
  const panel = `--brand:${brand};--brand-deep:${deep};--brand-line:${line};`;
  return (
    `:root{${tokens(color, LIGHT_GROUND)}${panel}}` +
    `@media screen and (prefers-color-scheme: dark){:root{${tokens(color, DARK_GROUND)}${panel}}}`
  );
}
