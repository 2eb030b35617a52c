import { BURST_GAP_MS, BURST_MIN_LENGTH } from "@/features/door/core/rules";

/** A key that went down; `key` as the browser names it. */
export type KeyDown = { key: string; at: number };

/** The keys typed so fast, one after the other, that no hand typed them. */
export type Burst = { text: string; lastAt: number };
export const NO_BURST: Burst = { text: "", lastAt: Number.NEGATIVE_INFINITY };

const MODIFIERS = ["Shift", "CapsLock", "NumLock"];

/** The burst after one more key. `code` is what a scanner read, once its Enter has ended a burst; else null. */
export function afterKey(burst: Burst, { key, at }: KeyDown): { burst: Burst; code: string | null } {
  // A scanner holds Shift for capitals; that is no key of its own.
  if (MODIFIERS.includes(key)) return { burst, code: null };
  const text = at - burst.lastAt <= BURST_GAP_MS ? burst.text : "";
  if (key === "Enter") {
    const code = text.trim();
    return { burst: NO_BURST, code: code.length >= BURST_MIN_LENGTH ? code : null };
  }
  if (key.length !== 1) return { burst: NO_BURST, code: null };
  return { burst: { text: text + key, lastAt: at }, code: null };
}
