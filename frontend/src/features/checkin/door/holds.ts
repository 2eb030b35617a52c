/** Why no scan is decided: this device was removed, the session has ended, or the event of this door was deleted. */
export type Stop = "removed" | "signed_out" | "event_deleted";

/** Why the camera's picture is not read. Each reason is taken away only by its own owner (contract 4.scan.32). */
export type Hold = Stop | "search" | "check" | "devices" | "guest" | "upload";

/** Why the door stands still, or null. The gravest first: without a session there are no events to choose from. */
export function stopOf(holds: readonly Hold[]): Stop | null {
  if (holds.includes("removed")) return "removed";
  if (holds.includes("signed_out")) return "signed_out";
  return holds.includes("event_deleted") ? "event_deleted" : null;
}
