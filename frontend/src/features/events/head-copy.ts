/** Links at the head of /edit-event. */
export const EVENT_HEAD_COPY = {
  add: "Add Attendee",
  tickets: "Tickets",
  passes: "Passes",
  figures: "Analytics",
} as const;
