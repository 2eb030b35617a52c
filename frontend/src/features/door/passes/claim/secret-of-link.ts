import { newIdempotencyKey } from "@/lib/idempotency-key";
import { readStored, removeStored, writeStored } from "@/lib/storage";

/** A pass that this tab was given and has not claimed. The key makes it harmless to claim it twice from here. */
export interface GivenPass {
  secret: string;
  key: string;
}

const KEY = "doorlist.pass";
const SECRET = /^[\w-]{1,100}$/;

const isWhole = (stored: Partial<GivenPass> | null): stored is GivenPass =>
  typeof stored?.secret === "string" && typeof stored.key === "string";

/**
 * The pass of the link, which is taken out of the address bar and out of the history: nobody who looks over a shoulder, or
 * goes back, finds it. This tab keeps it until it is claimed, so that a reload loses nothing.
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

export const forgetPass = (): void => removeStored("session", KEY);
