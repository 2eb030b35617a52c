import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { accentCss, accentPreviews, brandColours, contrastOf, rgbOf } from "@/lib/accent";

type Vector = Record<"accent" | "head" | "button" | "onButton" | "darkButton" | "darkOnButton", string>;

// Messages to guests have the same colours, which the back end computes.
const VECTORS: Vector[] = JSON.parse(
  readFileSync(new URL("../../../backend/tests/mail/accent_vectors.json", import.meta.url), "utf8"),
);

test.each(VECTORS)(
  "3.mail.10 screens and messages have the same colours of $accent",
  ({ accent, ...colours }) => {
    const [light, dark] = [accentPreviews.of(accent, "light"), accentPreviews.of(accent, "dark")];
    expect({
      head: brandColours(accent).brand,
      button: light.accent,
      onButton: light.onAccent,
      darkButton: dark.accent,
      darkOnButton: dark.onAccent,
    }).toEqual(colours);
  },
);

const contrast = (one: string, other: string) => contrastOf(rgbOf(one), rgbOf(other));

const COLOURS = ["#0b6e4f", "#ffff00", "#ffffff", "#000000", "#e11d48", "#7f7f7f", "#00ffff", "#1a237e"];
const LIGHT = ["#f1ede6", "#ffffff"];
const DARK = ["#252e33", "#12191d"];

const tokensOf = (css: string) => {
  const [light = "", dark = ""] = css.split("@media");
  const read = (text: string) =>
    Object.fromEntries([...text.matchAll(/--([\w-]+):(#\w{6});/g)].map(([, k, v]) => [k, v]));
  return { light: read(light), dark: read(dark) } as Record<"light" | "dark", Record<string, string>>;
};

test.each(COLOURS)(
  "9.settings.3 the accent %s is readable in light and dark, and so is text on it",
  (color) => {
    const { light, dark } = tokensOf(accentCss(color));
    for (const [tokens, grounds] of [
      [light, LIGHT],
      [dark, DARK],
    ] as const) {
      for (const ground of grounds) expect(contrast(tokens.accent ?? "", ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(tokens["on-accent"] ?? "", tokens.accent ?? "")).toBeGreaterThanOrEqual(4.5);
      expect(contrast(tokens["on-accent"] ?? "", tokens["accent-hover"] ?? "")).toBeGreaterThanOrEqual(4.5);
      expect(contrast(tokens["on-accent-soft"] ?? "", tokens["accent-soft"] ?? "")).toBeGreaterThanOrEqual(
        4.5,
      );
    }
  },
);

test.each(COLOURS)("9.settings.4 a ticket's head in %s carries its light texts", (color) => {
  const { brand, deep } = brandColours(color);
  for (const ground of [brand, deep])
    for (const ink of ["#fbf7ee", "#c5d6dc", "#f6c566"])
      expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
});

test("9.settings.3 without an accent the style sheet stays as it is", () => {
  expect(accentCss(null)).toBe("");
  expect(accentCss("#0b6e4f")).not.toContain("verdict");
});
