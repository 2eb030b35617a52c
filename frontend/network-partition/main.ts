/**
 * An evening of doors that are apart. Reads what is there from the standard input, and writes what people at the doors saw
 * and did to the standard output, one JSON object a line.
 */

import { readFileSync } from "node:fs";
import { Chance } from "./chance";
import { type Evening, type HistoryEntry, run } from "./evening";

const evening = JSON.parse(readFileSync(0, "utf8")) as Evening;
const code = readFileSync(new URL("./core.js", import.meta.url), "utf8");
const note = (entry: HistoryEntry) => process.stdout.write(`${JSON.stringify(entry)}\n`);

// What a door logs of lost connections is no news here.
console.error = () => {};
await run(evening, code, new Chance(evening.seed), note);
process.exit(0);
