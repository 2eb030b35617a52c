// An evening at one door without a network: thousands of readings on a processor slowed four times. The records of the
// first ones must not slow the last.

import { chromium, fromTests } from "./front-end.mjs";
import { readInARow } from "./in-page.mjs";
import { SLOWED, signIn } from "./slow.mjs";

const PATIENCE_MS = 60_000;
/** From a verdict to the next guest: just longer than each verdict stays. */
const PAUSE_MS = 450;

/** `tickets` are read in order. The result has the times of the first, the last and the other readings; `watched`: how many. */
export async function measureEvening({ address, username, password, eventId, server, tickets, watched }) {
  const { BROWSER } = await fromTests("browser.ts");
  const browser = await chromium.launch(BROWSER);
  try {
    const { context, page } = await signIn(browser, { address, username, password });
    await page.evaluate((id) => {
      localStorage.setItem("doorlist.door.rapid", "true");
      localStorage.setItem("doorlist.door.event", String(id));
    }, eventId);
    await page.goto("/scan-attendees");
    await page.getByText(/^Arrived 0 of/).waitFor();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Performance.enable");
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
    // An open stream outlives the first of the two, and calls would wait for the second.
    await context.setOffline(true);
    process.kill(server, "SIGSTOP");
    await page.getByText("Offline", { exact: true }).waitFor();
    const read = (from, to) => measureSlice(page, devtools, tickets.slice(from, to));
    // The first hundred pay for what is compiled.
    await read(0, watched);
    const first = await read(watched, 2 * watched);
    const between = await read(2 * watched, -watched);
    const last = await read(-watched, tickets.length);
    await page.getByText(`Arrived ${tickets.length} of`).waitFor();
    return { first, between, last };
  } finally {
    process.kill(server, "SIGCONT");
    await browser.close();
  }
}

/** The milliseconds of each verdict, and how long the page's own thread worked for each reading. */
async function measureSlice(page, devtools, tickets) {
  const before = await workedMs(devtools);
  const verdicts = await readInARow(page, tickets, PAUSE_MS);
  const worked = (await workedMs(devtools)) - before;
  return { verdicts, worked: worked / tickets.length };
}

async function workedMs(devtools) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration").value * 1000;
}
