import { createHmac } from "node:crypto";

const STEP_MS = 30_000;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The authenticator app's code for a secret, `steps` periods of 30 seconds after `at` (RFC 6238). */
export function codeOf(secret: string, steps: number, at = Date.now()): string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / STEP_MS) + steps));
  const mac = createHmac("sha1", key).update(counter).digest();
  const from = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** The code of the previous period, which the server still accepts: waits if that is about to end. */
export async function previousCodeOf(secret: string): Promise<string> {
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (left < 10_000) await new Promise((done) => setTimeout(done, left + 100));
  return codeOf(secret, -1);
}
