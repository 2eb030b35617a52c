import { counted, formatCount } from "@/lib/count";

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
  arrived: (arrived: number) => `${formatCount(arrived)} of them ${arrived === 1 ? "has" : "have"} arrived.`,
  isToday: "This event is today.",
  confirm: "Delete Event",
};
