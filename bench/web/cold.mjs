// Lighthouse on every screen, as a phone that has never been there. The sign-in is the profile's: Lighthouse empties the
// browser's cache before each visit and leaves cookies and localStorage alone.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import lighthouse from "lighthouse";
import { BUILT, chromium, fromTests } from "./front-end.mjs";

const ROUNDS = 3;
const TIMED = ["/", "/manage-attendees", "/analytics"];
// Without /attendee-success, which leaves for the next screen before a visit has been judged.
const JUDGED = [
  "/create-event",
  "/edit-event/1",
  "/add-attendee",
  "/attendee-details/1",
  "/qr-review/1",
  "/scan-attendees",
  "/backup-restore",
  "/user-management",
  "/no-such-page",
];
const QUALITIES = ["accessibility", "best-practices"];
const START_MS = 30_000;
const TRIES = 3;
/** A tab that Chromium takes for hidden paints nothing. */
const AWAKE = [
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
];

/** Each screen's figures; `runs` only for the timed ones. */
export async function measureCold({ address, username, password, directory }) {
  const browser = await startChromium(join(directory, "profile"));
  try {
    const visit = (path, settings) => audit(new URL(path, address).href, { port: browser.port, ...settings });
    const pages = [await timed("/auth", visit)];
    await signIn(browser.port, address, { username, password });
    for (const path of TIMED) pages.push(await timed(path, visit));
    for (const path of JUDGED) pages.push(await judged(path, visit));
    const { lighthouseVersion } = await visit("/", { onlyAudits: ["viewport"] });
    return { lighthouse: lighthouseVersion, pages };
  } finally {
    await browser.stop();
  }
}

async function timed(path, visit) {
  const first = await visit(path, { onlyCategories: ["performance", ...QUALITIES] });
  const answers = [first];
  while (answers.length < ROUNDS) answers.push(await visit(path, { onlyCategories: ["performance"] }));
  return { ...(await qualities(path, first)), runs: answers.map(figures) };
}

/** The figures that need no clock: the network is the machine's own. */
async function judged(path, visit) {
  const answer = await visit(path, {
    onlyCategories: QUALITIES,
    onlyAudits: ["network-requests"],
    throttlingMethod: "provided",
  });
  return { ...(await qualities(path, answer)), runs: [] };
}

function figures({ categories, audits }) {
  const valueOf = (name) => audits[name].numericValue;
  return {
    performance: Math.round(categories.performance.score * 100),
    fcp: valueOf("first-contentful-paint"),
    lcp: valueOf("largest-contentful-paint"),
    tbt: valueOf("total-blocking-time"),
    cls: valueOf("cumulative-layout-shift"),
    si: valueOf("speed-index"),
  };
}

async function qualities(path, { categories, audits, finalDisplayedUrl }) {
  const requests = audits["network-requests"].details.items;
  const counted = QUALITIES.flatMap((name) => categories[name].auditRefs.filter(({ weight }) => weight > 0));
  return {
    path,
    accessibility: Math.round(categories.accessibility.score * 100),
    bestPractices: Math.round(categories["best-practices"].score * 100),
    found: counted.map(({ id }) => id).filter((id) => audits[id].score !== null && audits[id].score < 1),
    scriptKiB: await firstLoadKiB(finalDisplayedUrl),
    loadsReader: requests.some(({ url }) => url.endsWith(".wasm")),
  };
}

/** The scripts that the page names, which load before there is anything to see; other chunks load once it is ready. */
async function firstLoadKiB(url) {
  const page = await (await fetch(url)).text();
  const scripts = [...page.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, script]) => script);
  return scripts.reduce((sum, script) => sum + gzipBytes(script), 0) / 1024;
}

function gzipBytes(path) {
  const file = join(BUILT, path);
  return existsSync(`${file}.gz`) ? readFileSync(`${file}.gz`).length : gzipSync(readFileSync(file)).length;
}

async function audit(url, settings) {
  const options = { logLevel: "error", disableFullPageScreenshot: true, ...settings };
  let { lhr } = await lighthouse(url, options);
  // Now and then it loses the beginning of a visit, and asks to be run again.
  for (let tries = 1; lhr.runtimeError && tries < TRIES; tries += 1) ({ lhr } = await lighthouse(url, options));
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`);
  return lhr;
}

async function signIn(port, address, staff) {
  const steps = await fromTests("steps.ts");
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await browser.contexts()[0].newPage();
  page.setDefaultTimeout(START_MS * 2);
  await page.goto(address);
  await steps.fillSignIn(page, staff);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("link", { name: "Create Event" }).waitFor();
  await page.close();
  // Only the connection: the browser goes on.
  await browser.close();
}

/** A separate Chromium to which more than one program may connect. */
async function startChromium(profile) {
  const { BROWSER } = await fromTests("browser.ts");
  const program = BROWSER.executablePath ?? chromium.executablePath();
  const args = [...BROWSER.args, ...AWAKE, "--headless=new", "--remote-debugging-port=0", `--user-data-dir=${profile}`];
  const running = spawn(program, [...args, "about:blank"], { stdio: "ignore" });
  const ended = once(running, "exit");
  const stop = async () => {
    running.kill();
    await ended;
  };
  const told = join(profile, "DevToolsActivePort");
  const deadline = Date.now() + START_MS;
  while (!existsSync(told) || !readFileSync(told, "utf8").includes("\n")) {
    if (Date.now() > deadline || running.exitCode !== null) {
      await stop();
      throw new Error("Chromium did not start.");
    }
    await wait(50);
  }
  return { port: Number(readFileSync(told, "utf8").split("\n")[0]), stop };
}
