// The door that decides by its own list, on a processor slowed four times: how the list comes, what its upkeep costs, and
// a hardware scanner's readings while the server is frozen.

import { setTimeout as wait } from "node:timers/promises";
import { chromium, fromTests } from "./front-end.mjs";
import { followList, followReading, measureBare, measureFrames } from "./in-page.mjs";
import { SLOWED, signIn } from "./slow.mjs";

const PATIENCE_MS = 60_000;
/** As scanners type. */
const KEY_MS = 5;
const TRIES = 3;
const VERDICT_LIMIT_MS = 10_000;
/** Between a verdict that has gone and the next ticket. */
const REST_MS = 300;
/** Time for the chunks that a page still loads once it is ready. */
const SETTLE_MS = 2000;
const FRAMES_MS = 20_000;
/** Check-ins at other doors while the list is maintained: as many a second as eight busy doors have. */
const OTHERS_MS = 200;

/** `loads`: how often the list is read; `tickets`: read while the server is frozen; `others`: for the list's upkeep. */
export async function measureOffline({ address, username, password, eventId, server, loads, tickets, others }) {
  const { BROWSER } = await fromTests("browser.ts");
  const browser = await chromium.launch(BROWSER);
  try {
    const { context, page } = await signIn(browser, { address, username, password });
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
    const loading = [];
    for (let load = 0; load < loads; load++) loading.push(await measureLoad(page, eventId));
    const { readings: online } = await measureReadings(page, tickets.splice(0, others.length ? 5 : 0));
    const upkeep = others.length ? await measureUpkeep(page, others) : null;
    const frozen = tickets.length ? await measureFrozen(page, { server, tickets }) : { readings: [], bare: [] };
    return { loading, online, upkeep, offline: frozen.readings, bare: frozen.bare };
  } finally {
    await browser.close();
  }
}

/** From the choice of the event to its list on the device's disk; nothing of it is there before. */
async function measureLoad(page, eventId) {
  await page.goto("/scan-attendees");
  const choice = page.getByLabel("Event");
  await choice.locator(`option[value="${eventId}"]`).waitFor({ state: "attached" });
  await choice.selectOption({ label: "All Events" });
  await page.reload();
  await choice.locator(`option[value="${eventId}"]`).waitFor({ state: "attached" });
  await wait(SETTLE_MS);
  const list = await followList(page);
  await choice.selectOption(String(eventId));
  return list.milliseconds();
}

/** The frames of the page while nothing changes, and then while other doors check guests in. */
async function measureUpkeep(page, others) {
  const quiet = await measureFrames(page, () => wait(FRAMES_MS));
  const during = await measureFrames(page, async () => {
    const until = Date.now() + FRAMES_MS;
    while (Date.now() < until && others.length) {
      const answer = await page.request.post("/api/attendees/scan", { data: { qrData: others.shift() } });
      if (!answer.ok()) throw new Error(await answer.text());
      await wait(OTHERS_MS);
    }
  });
  return { quiet, during };
}

async function measureFrozen(page, { server, tickets }) {
  process.kill(server, "SIGSTOP");
  try {
    await page.getByText("Offline", { exact: true }).waitFor();
    return await measureReadings(page, tickets);
  } finally {
    process.kill(server, "SIGCONT");
  }
}

/** From the scanner's last key to the painted verdict; after each, the same for a bare page at that time. */
async function measureReadings(page, tickets) {
  const scanner = await page.context().newCDPSession(page);
  const readings = [];
  const bare = [];
  for (const { text, name } of tickets) {
    readings.push(await measureReading(page, scanner, { text, name }));
    await page.locator('[aria-label="Camera"] h2').waitFor({ state: "detached" });
    await wait(REST_MS);
    bare.push(await measureBare(page));
  }
  await scanner.detach();
  return { readings, bare };
}

/** A busy machine may part the keys, which then are no burst: they are typed again. */
async function measureReading(page, scanner, { text, name }) {
  for (let tries = 0; tries < TRIES; tries++) {
    const verdict = await followReading(page, name, VERDICT_LIMIT_MS);
    for (const key of [...text, "Enter"]) {
      const values = key === "Enter" ? { text: "\r", windowsVirtualKeyCode: 13 } : { text: key };
      const sent = scanner.send("Input.dispatchKeyEvent", { type: "keyDown", key, ...values });
      await Promise.all([wait(KEY_MS), key === "Enter" && sent]);
    }
    const took = await verdict.milliseconds();
    if (took !== null) return took;
  }
  throw new Error(`No verdict for ${name}.`);
}
