import type { LoggedStep } from "@/api/types";
import { AT_THE_DOOR, LET_IN_ANYWAY } from "@/features/activity/copy";
import type { Part } from "@/features/activity/field-changes";

/** 'Olive Organizer let this guest in at Backstage, Gate B', with the pass of a helper. */
export function sentenceOfScan({ person, helper, device: door, list, ...step }: LoggedStep): Part[] {
  const isAnyway = step.outcome === "let_in_offline" && step.certainty === "none";
  const maker = person?.fullName ?? "a former account";
  const place = [list?.name, door].filter(Boolean).join(", ");
  return [
    ...(helper
      ? [{ name: helper }, ` (pass of ${maker})`]
      : [{ name: person?.fullName ?? "A former account" }]),
    ` ${isAnyway ? LET_IN_ANYWAY : (AT_THE_DOOR[step.outcome] ?? step.outcome)}`,
    ...(place ? [` at ${place}`] : []),
  ];
}
