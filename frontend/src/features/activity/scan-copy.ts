import type { LoggedStep } from "@/api/types";
import { ANYWAY, AT_THE_DOOR } from "@/features/activity/copy";
import type { Part } from "@/features/activity/field-changes";

/** 'Olive Organizer let this guest in at Backstage, Gate B', with the pass of a helper. */
export function sentenceOfScan({ person, helper, device: door, list, ...step }: LoggedStep): Part[] {
  const predicates = step.certainty === "none" ? { ...AT_THE_DOOR, ...ANYWAY } : AT_THE_DOOR;
  const maker = person?.fullName ?? "a former account";
  const place = [list?.name, door].filter(Boolean).join(", ");
  return [
    ...(helper
      ? [{ name: helper }, ` (pass of ${maker})`]
      : [{ name: person?.fullName ?? "A former account" }]),
    ` ${predicates[step.outcome] ?? step.outcome}`,
    ...(place ? [` at ${place}`] : []),
  ];
}
