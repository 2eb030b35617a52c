import type { LoggedStep } from "@/api/types";
import { ANYWAY, AT_THE_DOOR, DOOR_NOTES } from "@/features/activity/copy";
import type { Part } from "@/features/activity/field-changes";
import { formatTimestamp } from "@/lib/event-date";

const SENT_LATER_MS = 60_000;

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

/** When the server received a scan, if more than a minute after it was made (contract 2.activity.1206). */
export function sentLater({ at, receivedAt }: Pick<LoggedStep, "at" | "receivedAt">): string | null {
  const isLate = receivedAt !== null && Date.parse(receivedAt) - Date.parse(at) > SENT_LATER_MS;
  return isLate ? DOOR_NOTES.sentLater(formatTimestamp(receivedAt)) : null;
}
