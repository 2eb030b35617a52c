import { newIdempotencyKey } from "@/lib/idempotency-key";
import { readStored, removeStored, writeStored } from "@/lib/storage";

/** An unclaimed pass of this tab. The key makes claiming it twice harmless. */
export interface GivenPass {
  secret: string;
  key: string;
}

const KEY = "doorlist.pass";
const SECRET = /^[\w-]{1,100}$/;

const isWhole = (stored: Partial<GivenPass> | null): stored is GivenPass =>
  typeof stored?.secret === "string" && typeof stored.key === "string";

/**
 * Takes the pass from the link and removes it from address bar and history, so that nobody else reads it. This tab
 * saves it until it is claimed.
 */
export function takePassOfLink(): GivenPass | null {
  const secret = location.hash.slice(1);
  const kept = readStored("session", KEY) as Partial<GivenPass> | null;
  if (secret) history.replaceState(history.state, "", location.pathname);
  if (!SECRET.test(secret)) return isWhole(kept) && !secret ? kept : null;
  const given = isWhole(kept) && kept.secret === secret ? kept : { secret, key: newIdempotencyKey() };
  writeStored("session", KEY, given);
  return given;
}

export const clearPass = (): void => removeStored("session", KEY);
