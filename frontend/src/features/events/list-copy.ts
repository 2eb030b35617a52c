import { counted } from "@/lib/count";

export const EVENT_LIST_COPY = {
  heading: "Your Events",
  tonight: "Tonight",
  today: "Today",
  over: "Past",
  loading: "Loading events...",
  none: "Plan your first evening",
  noneHint: "Give it a name and a date. Then you can add guests and scan their tickets at the door.",
  createFirst: "Create the first event",
  nothingAhead: "No event ahead",
  nothingAheadHint: "Every event on your list is over. Plan the next one, or begin with a copy of the last.",
  createNext: "Create the next event",
  duplicateLast: "Duplicate the last event",
  unshown: (count: number) => `${counted(count, "more event", "more events")} that day: see Your Events.`,
  overview: "Quick Overview",
  totalEvents: "Total Events",
  totalAttendees: "Total Attendees",
  attendeesFailed: "The attendees could not be counted.",
  fetchFailed: "The events could not be loaded",
};
