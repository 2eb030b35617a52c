import type { LoggedStep } from "@/api/types";
import { AT_THE_DOOR } from "@/features/activity/copy";
import type { Part } from "@/features/activity/field-changes";

/** 'Olive Organizer let this guest in at Backstage, Gate B', with the pass of a helper. */
export function sentenceOfScan({ person, helper, device: door, outcome, list }: LoggedStep): Part[] {
  const maker = person?.fullName ?? "a former account";
  const place = [list?.name, door].filter(Boolean).join(", ");
  return [
    ...(helper
      ? [{ name: helper }, ` (pass of ${maker})`]
      : [{ name: person?.fullName ?? "A former account" }]),
    ` ${AT_THE_DOOR[outcome] ?? outcome}`,
    ...(place ? [` at ${place}`] : []),
  ];
}
