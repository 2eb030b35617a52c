/**
 * An evening of doors behind failing networks. Reads the initial state from the standard input, and writes the observations
 * and actions of people at the doors to the standard output, one JSON object a line.
 */

import { readFileSync } from "node:fs";
import { Chance } from "./chance";
import { type Evening, type HistoryEntry, run } from "./evening";

const evening = JSON.parse(readFileSync(0, "utf8")) as Evening;
const code = readFileSync(new URL("./core.js", import.meta.url), "utf8");
const note = (entry: HistoryEntry) => process.stdout.write(`${JSON.stringify(entry)}\n`);

// Lost connections are expected: do not log them.
console.error = () => {};
await run(evening, code, new Chance(evening.seed), note);
process.exit(0);
