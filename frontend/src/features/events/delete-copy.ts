import { counted } from "@/lib/count";

export const DELETE_EVENT_COPY = {
  zone: "Danger Zone",
  zoneText: "Deleting an event also deletes its attendees, for good.",
  button: "Delete Event",
  deleting: "Deleting...",
  done: { title: "Success", description: "Event deleted successfully" },
  failure: { title: "Error", fallback: "Failed to delete event" },
};

/** The question before an event is deleted. It loads with its dialog. */
export const DELETE_DIALOG_COPY = {
  title: "Delete Event",
  text: (name: string) =>
    `Are you sure you want to delete "${name}"? This action cannot be undone and will permanently remove the event and all associated attendees.`,
  /** `attendees` is undefined if they could not be counted. */
  goesWithIt: (attendees: number | undefined) =>
    attendees === undefined
      ? "If it has attendees, a backup is made first."
      : attendees === 0
        ? "It has no attendees."
        : `${counted(attendees, "attendee", "attendees")} will be deleted too. A backup is made first.`,
  cancel: "Cancel",
  confirm: "Delete Event",
};
