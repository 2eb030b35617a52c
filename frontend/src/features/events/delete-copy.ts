export const DELETE_EVENT_COPY = {
  zone: "Danger Zone",
  zoneText: "Deleting an event also deletes its attendees, for good.",
  button: "Delete Event",
  deleting: "Deleting...",
  done: { title: "Success", description: "Event deleted successfully" },
  failure: { title: "Error", fallback: "Failed to delete event" },
};
