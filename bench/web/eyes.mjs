// Door-like pictures read by the door's own code, on one thread of a real browser: blurred, tilted, dim, cracked.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, FRONT_END, fromTests, require } from "./front-end.mjs";

/** `strengths` of each kind of trouble, and `empty` pictures without a code. */
export async function measureEyes({ strengths, empty }) {
  const { BROWSER } = await fromTests("browser.ts");
  const directory = await mkdtemp(join(tmpdir(), "doorlist-eyes-"));
  const address = await servePage(directory);
  const browser = await chromium.launch(BROWSER);
  try {
    const page = await browser.newPage();
    await page.goto(address.url);
    await page.waitForFunction(() => "lookAt" in window);
    const look = (n, of) => page.evaluate(([number, strong]) => window.lookAt(number, strong), [n, of]);
    // The first picture pays for what is compiled.
    await look(0, strengths);
    const pictures = [];
    const withCode = await page.evaluate((of) => window.countWithCode(of), strengths);
    for (let n = 0; n < withCode; n++) pictures.push(await look(n, strengths));
    for (let n = 0; n < empty; n++) pictures.push(await look(n, 0));
    return { pictures };
  } finally {
    await browser.close();
    await address.close();
    await rm(directory, { recursive: true });
  }
}

/** Builds the page and serves it. */
async function servePage(outDir) {
  const { build, preview } = await import(pathToFileURL(require.resolve("vite")).href);
  const shared = { root: FRONT_END, configFile: false, logLevel: "error" };
  await build({
    ...shared,
    resolve: { alias: { "@": join(FRONT_END, "src") } },
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: join(FRONT_END, "e2e/door-pictures/measure.html") },
    },
  });
  const server = await preview({ ...shared, build: { outDir }, preview: { host: "127.0.0.1", port: 0 } });
  const [local] = server.resolvedUrls.local;
  return { url: `${local}e2e/door-pictures/measure.html`, close: () => server.close() };
}
