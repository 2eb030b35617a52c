// Measures a running server's screens in a browser: `node measure.mjs cold slow`, asked by ../web.py over standard input,
// answers on standard output as JSON.

import { text } from "node:stream/consumers";

const PARTS = {
  cold: async (asked) => (await import("./cold.mjs")).measureCold(asked),
  slow: async (asked) => (await import("./slow.mjs")).measureSlow(asked),
  offline: async (asked) => (await import("./offline.mjs")).measureOffline(asked),
  evening: async (asked) => (await import("./evening.mjs")).measureEvening(asked),
  eyes: async (asked) => (await import("./eyes.mjs")).measureEyes(asked),
};

const asked = JSON.parse(await text(process.stdin));
const found = {};
for (const part of process.argv.slice(2)) Object.assign(found, await PARTS[part](asked));
process.stdout.write(JSON.stringify(found));
