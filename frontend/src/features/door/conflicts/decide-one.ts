import { ApiError, conflictingVersion } from "@/api/api-error";
import type { Conflict, ConflictDecision } from "@/api/types";
import { decideConflict } from "@/features/door/conflicts/api";

/** `changed`: somebody else, or a new check-in, came first. `settled`: it is none any more. */
type Outcome = "decided" | "changed" | "settled";

/** Decides one; what another person decided alike meanwhile counts as done. */
export async function decideOne(
  { id, version }: Conflict,
  decision: Omit<ConflictDecision, "version">,
): Promise<{ outcome: Outcome; conflict: Conflict | null }> {
  try {
    return { outcome: "decided", conflict: await decideConflict(id, { ...decision, version }) };
  } catch (error) {
    const current = conflictingVersion<Conflict>(error);
    if (current) return { outcome: isAsWanted(current, decision) ? "decided" : "changed", conflict: current };
    if (error instanceof ApiError && error.status === 404) return { outcome: "settled", conflict: null };
    throw error;
  }
}

/** Somebody else, or this call before its answer was lost, has decided just that. */
const isAsWanted = (current: Conflict, { state, note }: Omit<ConflictDecision, "version">): boolean =>
  current.state === state && (note ?? current.note ?? "") === (current.note ?? "");
