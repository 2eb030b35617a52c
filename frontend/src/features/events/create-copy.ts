export const CREATE_EVENT_COPY = {
  title: "Create Event",
  heading: "Create New Event",
  enough: "A name and a date are enough. The rest can be added later.",
  timePassed: "This time has passed today.",
  /** For an event in the small hours of today, which are over. */
  nightPassed: (tomorrow: string) => `This time has passed today. For the coming night choose ${tomorrow}.`,
  copied: (name: string, date: string) =>
    `Copied from ${name} of ${date}. The date is a week later: check it.`,
  startEmpty: "Start with an empty form",
  alreadyThere: "There is already an event with this name on this date.",
  submit: "Create Event",
  submitting: "Creating...",
  done: { title: "Success", description: "Event created successfully!" },
  open: "Open event",
  failure: { title: "Error", fallback: "Failed to create event" },
  createdBefore: {
    title: "Check before you create it again",
    description: "An earlier try went through with other details. Look for it among your events first.",
  },
};
