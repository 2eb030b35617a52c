// Modules of the front end and its tests that a measurement needs as well.

import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const FRONT_END = fileURLToPath(new URL("../../frontend/", import.meta.url));
export const require = createRequire(join(FRONT_END, "package.json"));

export const BUILT = join(FRONT_END, "dist");
export const { chromium } = require("playwright-core");

/** One of the files beside the browser tests, which are TypeScript. */
export async function fromTests(name) {
  const { runnerImport } = await import(pathToFileURL(require.resolve("vite")).href);
  const { module } = await runnerImport(join(FRONT_END, "e2e", name), { root: FRONT_END, configFile: false });
  return module;
}
