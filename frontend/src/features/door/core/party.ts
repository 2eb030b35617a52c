import type { Scan } from "@/features/door/core/scan";
import type { Verdict } from "@/features/door/core/verdict";

const NOBODY: readonly string[] = [];

/** The check-ins of the last party after a verdict. The first check-in of another party replaces them. */
export function withPartyScan(
  party: readonly string[],
  { idempotencyKey, partyOf }: Scan,
  verdict: Verdict,
): readonly string[] {
  if (partyOf === undefined || verdict.kind !== "admitted") return party;
  return [...(party.includes(partyOf) ? party : [partyOf]), idempotencyKey];
}

export const without = (party: readonly string[], key: string): readonly string[] =>
  party.includes(key) ? party.filter((other) => other !== key) : party;

/** The check-ins that one undo reverts, offered at the last of them; empty elsewhere. */
export const togetherOf = (party: readonly string[], key: string): readonly string[] =>
  party.length > 1 && party.at(-1) === key ? party : NOBODY;
