import { currencyCode, currencyUnits } from "@/lib/amount";
import { counted, formatCount } from "@/lib/count";
import { formatEventTime } from "@/lib/event-date";
import { exampleDate } from "@/lib/exact-date";

export const EVENT_FIELDS_COPY = {
  name: "Event Name",
  date: "Event Date",
  time: "Event Time",
  timeOptional: "Event Time (Optional)",
  get datePlaceholder() {
    return `e.g. ${exampleDate()}`;
  },
  timePlaceholder: (time: string) => `e.g. ${formatEventTime(time)}`,
  openCalendar: "Choose a date",
  chooseStart: "Choose the start",
  chooseEnd: "Choose the end",
  addPrice: "Add a ticket price",
  get price() {
    return `Ticket Price (${currencyCode()})`;
  },
  get priceHint() {
    return `Optional, in ${currencyUnits()}: what one ticket costs.`;
  },
  addCapacity: "Add a capacity",
  capacity: "Capacity",
  capacityHint: (countsExits: boolean, stopsAtCapacity: boolean) =>
    `Optional: how many people may be in. ${countsExits ? "The people inside" : "Arrivals"} count against it. Screens turn amber at 90 %, red at 100 %; then ${stopsAtCapacity ? "the door refuses guests" : "guests are still let in"}.`,
  inThePast: "This date is in the past",
  capacityOverbooked: (registered: number, over: number) =>
    `${counted(registered, "guest is", "guests are")} registered: overbooked by ${formatCount(over)}.`,
  capacityExceeded: (inside: number) =>
    `${counted(inside, "guest is", "guests are")} in already: at this capacity the event is full.`,
  stopsAtCapacity: "Refuse guests when full",
  stopsAtCapacityHint:
    "At its capacity an event, or a check-in list, answers 'Full'. Staff can let a guest in anyway.",
  countsExits: "Count people leaving",
  countsExitsHint: "The scanner also scans people out, and counts who is inside.",
  reentry: "Let people come back in",
  reentryHint: "If off, the door refuses guests who have left.",
  capacityWrong: "Enter a whole number from 1 to 100,000, or leave it blank for no limit",
  addPlace: "Add venue, end time or ticket text",
  venue: "Venue",
  address: "Address",
  addressHint: "Guests get a link to a map.",
  endTime: "End Time",
  endTimeHint: "Earlier than the start means the next day.",
  endsAtStart: "The same as the start. Leave it blank if the end is open.",
  endsNextDay: (moment: string) => `Ends ${moment}`,
  ticketText: "Text on the ticket",
  ticketTextHint: "If this is blank, tickets have the text of the settings.",
  tooLong: (most: number) => `Use ${most} characters or fewer`,
  nameMissing: "Event name is required",
  nameTooLong: "Use 200 characters or fewer",
  dateMissing: "Event date is required",
  timeMissing: "Event time is required",
  get dateWrong() {
    return `Enter a date such as ${exampleDate()}`;
  },
  get timeWrong() {
    return `Enter a time such as ${formatEventTime("19:30")}`;
  },
};

export const EDIT_EVENT_COPY = {
  title: "Edit Event",
  loading: "Loading event...",
  notFound: "Event not found",
  notFoundText: "It may have been deleted, or the address is not quite right.",
  toDashboard: "Go to the dashboard",
  details: "Details",
  fetchFailed: "Failed to fetch event",
  submit: "Update Event",
  submitting: "Updating...",
  missing: { title: "Error", description: "Please fill in all fields" },
  /** `capacity`: null where registered guests do not count against it. */
  done: (capacity: number | null, registered: number) => ({
    title: "Success",
    description: "Event updated successfully",
    ...(capacity !== null && registered > capacity
      ? { reason: EVENT_FIELDS_COPY.capacityOverbooked(registered, registered - capacity) }
      : {}),
  }),
  failure: { title: "Error", fallback: "Failed to update event" },
};

/** Labels of an edit conflict; an empty field needs a label too. */
export const EVENT_CONFLICT_COPY = {
  what: "event",
  none: "None",
  noTime: "No time",
  noPrice: "No price",
  noCapacity: "No capacity",
  on: "On",
  off: "Off",
};
