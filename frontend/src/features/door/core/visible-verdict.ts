import { REASON } from "@/features/door/copy";
import { VERDICT_MS, VERDICT_SEEN_MS } from "@/features/door/core/rules";
import type { Scan } from "@/features/door/core/scan";
import { canLetIn, isOwing, isUndecided, type Verdict } from "@/features/door/core/verdict";

/** A verdict on the screen; `until` null stays until somebody acts. `id` tells two equal verdicts apart. */
export type Shown = { id: number; verdict: Verdict; scan: Scan | null; at: number; until: number | null };

/** How long a verdict stays at the least: its toast time, and to the end of the cooldown (contract 4.scan.6). */
export function shownUntil(verdict: Verdict, at: number, cooldownEnds: number): number | null {
  // The guest is not in, and the ticket is not the reason: a person has to read that.
  if (isUndecided(verdict) || ["failed", "event_deleted", "removed"].includes(verdict.kind)) return null;
  // The person has to choose, too, or to take money.
  if (canLetIn(verdict) || isOwing(verdict)) return null;
  const toast =
    verdict.kind === "admitted"
      ? VERDICT_MS.success
      : verdict.kind === "already"
        ? VERDICT_MS.already
        : VERDICT_MS.error;
  return Math.max(at + toast, cooldownEnds);
}

/** At a door that stops, a debt does not hide for long why it does. */
export const shownAtStop = (shown: Shown | null): Shown | null =>
  shown && isOwing(shown.verdict) ? { ...shown, until: shown.at + VERDICT_MS.already } : shown;

/** The verdict has only just come: nobody has seen it yet (contract 4.scan.30). */
export const isUnseen = (shown: Shown | null, at: number): boolean =>
  shown !== null && at < shown.at + VERDICT_SEEN_MS;

/** The verdict once the server has answered: without the line that it is not confirmed (contract 4.offline). */
export function confirmed(shown: Shown, contradicted: boolean): Shown | null {
  const { verdict } = shown;
  if (isUndecided(verdict)) return null;
  if (!("unconfirmed" in verdict)) return shown;
  const { unconfirmed: _, ...sure } = verdict;
  if (sure.kind !== "refused") return { ...shown, verdict: sure };
  const isWrong = sure.isUnlisted && !contradicted;
  return {
    ...shown,
    verdict: { ...sure, isUnlisted: false, reason: isWrong ? REASON.otherEvent : sure.reason },
  };
}
