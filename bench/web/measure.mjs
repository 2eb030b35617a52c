// Measures a running server's screens in a browser: `node measure.mjs`, asked by ../web.py over standard input, answers
// on standard output as JSON.

import { text } from "node:stream/consumers";
import { measureCold } from "./cold.mjs";
import { measureSlow } from "./slow.mjs";

const asked = JSON.parse(await text(process.stdin));
const cold = await measureCold(asked);
const slow = await measureSlow(asked);
process.stdout.write(JSON.stringify({ ...cold, ...slow }));
