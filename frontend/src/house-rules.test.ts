import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

/** The rules of CONTRIBUTING.md that need the whole tree to be seen at once. */
const SRC = resolve(import.meta.dirname);

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"))
  .map((path) => ({ path, text: readFileSync(resolve(SRC, path), "utf8") }));

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith("testing/");
const product = files.filter(({ path }) => !isTest(path));

/** Layers that each layer may import: itself and the ones below (ARCHITECTURE.md). */
const BELOW: Record<string, readonly string[]> = {
  "main.tsx": ["app", "components", "lib", "styles"],
  "service-worker.ts": [],
  "ticket-page.ts": ["features", "styles"],
  app: ["app", "pages", "features", "components", "hooks", "api", "lib"],
  pages: ["features", "components", "hooks", "api", "lib"],
  features: ["features", "components", "hooks", "api", "lib"],
  components: ["components", "hooks", "api", "lib"],
  hooks: ["hooks", "lib"],
  api: ["api", "lib"],
  lib: ["lib"],
};

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']|new URL\(\s*["'](\.[^"']+)["']/g;

/** Returns the imports of our own files, as paths under src/. */
function ownImports({ path, text }: { path: string; text: string }): string[] {
  return [...text.matchAll(IMPORT)].flatMap((match) => {
    const target = match[1] ?? match[2] ?? "";
    if (target.startsWith("@/")) return [target.slice(2)];
    if (target.startsWith(".")) return [relative(SRC, resolve(SRC, dirname(path), target))];
    return [];
  });
}

const layerOf = (path: string) => path.split("/")[0] ?? "";
const roomOf = (path: string) => path.split("/").slice(0, 2).join("/");

describe("layers", () => {
  test("there are files to look at, and every one stands in a known layer", () => {
    expect(product.length).toBeGreaterThan(50);
    expect(product.filter(({ path }) => !(layerOf(path) in BELOW)).map(({ path }) => path)).toEqual([]);
  });

  test("each layer imports only itself and what stands below it", () => {
    const upward = product.flatMap((file) =>
      ownImports(file)
        .filter((target) => !BELOW[layerOf(file.path)]?.includes(layerOf(target)))
        .map((target) => `${file.path} imports ${target}`),
    );
    expect(upward).toEqual([]);
  });

  test("features never import each other: pages compose", () => {
    const across = product
      .filter(({ path }) => layerOf(path) === "features")
      .flatMap((file) =>
        ownImports(file)
          .filter((target) => layerOf(target) === "features" && roomOf(target) !== roomOf(file.path))
          .map((target) => `${file.path} imports ${target}`),
      );
    expect(across).toEqual([]);
  });

  test("the door's core is plain functions: no React, network or storage", () => {
    const impure =
      /^(react|@tanstack\/|idb|lucide-react)|^@\/(components|hooks|api\/client|lib\/(storage|store))|\/use-/;
    const found = product
      .filter(({ path }) => path.startsWith("features/door/core/"))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^import (?!type).*? from "([^"]+)"/gms)]
          .map(([, target = ""]) => target)
          .filter((target) => impure.test(target))
          .map((target) => `${path} imports ${target}`),
      );
    expect(found).toEqual([]);
  });

  test("the product never imports what is there for tests", () => {
    const found = product.filter((file) => ownImports(file).some((target) => layerOf(target) === "testing"));
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});

/** Calls that Safari 16.4 or Chrome 111 lack, with the release that has them. Use a polyfill or another way. */
const TOO_NEW: Record<string, RegExp> = {
  "AbortSignal.any (17.4, 116)": /\bAbortSignal\.any\b/,
  "Promise.withResolvers (17.4, 119)": /\bPromise\.withResolvers\b/,
  "Promise.try (18.2, 128)": /\bPromise\.try\b/,
  "groupBy (17.4, 117)": /\b(Object|Map)\.groupBy\b/,
  "Array.fromAsync (16.4, 121)": /\bArray\.fromAsync\b/,
  "URL.canParse and URL.parse (17, 120)": /\bURL\.(canParse|parse)\b/,
  "methods of iterators (18.4, 122)":
    /\.(values|keys|entries)\(\)\s*\.(map|filter|some|every|find|toArray|take|drop|reduce)\(/,
  "methods of sets (17, 122)": /\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
  "bytes as text (18.2, 140)": /\.(toBase64|toHex)\(|\bUint8Array\.from(Base64|Hex)\b/,
  "the flag v of patterns (17, 112)": /\/[dgimsuy]*v[dgimsuy]*\.(test|exec)\(/,
};

test("2.browser.520 no screen calls what the oldest supported browsers lack", () => {
  const found = product.flatMap(({ path, text }) =>
    Object.entries(TOO_NEW)
      .filter(([, pattern]) => pattern.test(text))
      .map(([what]) => `${path}: ${what}`),
  );
  expect(found).toEqual([]);
});

describe("one place for each thing", () => {
  test("lib has no React: hooks stand in hooks/", () => {
    const withReact = product.filter(({ path, text }) => layerOf(path) === "lib" && /from "react/.test(text));
    expect(withReact.map(({ path }) => path)).toEqual([]);
  });

  test("only lib/clock.ts asks what time it is", () => {
    const asking = product.filter(({ text }) => /\bDate\.now\(|new Date\(\s*\)/.test(text));
    expect(asking.map(({ path }) => path)).toEqual(["lib/clock.ts"]);
  });

  test("9.format.4 only lib/intl.ts and its names format money, numbers and dates, or name a locale or a month", () => {
    const formatting = product.filter(({ text }) =>
      /Intl\.(NumberFormat|DateTimeFormat|DisplayNames)\((?!\)\.resolvedOptions)|\btoLocale\w*String\(|"en-[A-Z]{2}"|"(Jan|January|january)"/.test(
        text,
      ),
    );
    expect(formatting.map(({ path }) => path).sort()).toEqual(["lib/intl-names.ts", "lib/intl.ts"]);
  });

  test("a query key is written in its room's api.ts, its first part in api/query-keys.ts alone", () => {
    const KEY = /\b(?:queryKey|mutationKey|changes):\s*\[(?!room\])/;
    const FIRST_PART = /\[\s*"(?:attendees|events|users|imports|backup|analytics|conflicts|tickets|doors)"/;
    const keys = product.filter(({ path, text }) => !path.endsWith("/api.ts") && KEY.test(text));
    const firstParts = product.filter(({ text }) => FIRST_PART.test(text));
    expect(keys.map(({ path }) => path)).toEqual([]);
    expect(firstParts.map(({ path }) => path)).toEqual(["api/query-keys.ts"]);
  });

  test("colours and sizes come from the tokens: no values of one's own in class names or styles", () => {
    // Values that depend on the screen itself (a share of it, a notch) have no token and may be computed.
    const OWN_VALUE =
      /(?:^|[\s"'`:])-?(?:bg|text|border|ring|fill|stroke|outline|shadow|rounded|font|leading|tracking|p[xytrbl]?|m[xytrbl]?|gap|size|[wh]|min-[wh]|max-[wh])-\[(?!calc\(|max\(|min\(|\d+%)/m;
    const HEX_COLOUR = /["'`(\s]#[0-9a-f]{3,8}\b/i;
    const found = product.filter(
      ({ path, text }) => OWN_VALUE.test(text) || (path.endsWith(".tsx") && HEX_COLOUR.test(text)),
    );
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  test("components stay under 200 lines, everything else under 300", () => {
    const long = product.filter(
      ({ path, text }) => text.split("\n").length > (path.endsWith(".tsx") ? 200 : 300),
    );
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  test("no drawer for odds and ends", () => {
    const drawers = files.filter(({ path }) =>
      /^(utils?|helpers?|common|manager|index)\.tsx?$/.test(basename(path)),
    );
    expect(drawers.map(({ path }) => path)).toEqual([]);
  });
});
