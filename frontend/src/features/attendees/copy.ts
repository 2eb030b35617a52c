import { amountExamples, currencyCode, currencyUnits } from "@/lib/amount";

/** Labels of an attendee's fields on every screen that shows or changes them (contract 2). */
export const FIELD_LABEL = {
  fullName: "Full Name",
  phone: "Phone Number",
  phoneDoubtful: "This does not look like a phone number.",
  tableNumber: "Table Number",
  paymentStatus: "Payment Status",
  get amountPaid() {
    return `Amount Paid (${currencyCode()})`;
  },
  get partialHint() {
    return `In ${currencyUnits()}: what has been paid so far.`;
  },
  ticketType: "Ticket Type",
  notes: "Notes",
  notesHint: "Optional. Shown at the door.",
  email: "Email",
  emailHint: "Optional. Not shown at the door.",
} as const;

export const REGISTER_COPY = {
  title: "Add Attendee",
  heading: "New attendee",
  event: "Event",
  chooseEvent: "Choose an event",
  paymentHint: "paid, free, comp, partial",
  countsAsUnpaid: "Counts as unpaid",
  addAmount: "Amount paid",
  get amountHint() {
    return `Optional, in ${currencyUnits()}, for each ticket. Blank means the event's ticket price if the status is paid.`;
  },
  submit: "Add Attendee & Generate QR Code",
  submitting: "Adding...",
  done: { title: "Success", description: "Attendee added and QR code generated!" },
  failure: { title: "Error", fallback: "Failed to add attendee" },
  addedBefore: {
    title: "Check before you add again",
    description: "An earlier try went through with other details. Look for it among the attendees first.",
  },
  loadingEvents: "Loading events...",
  loadingTicket: "Loading the ticket...",
  ticketFailed: "The ticket could not be loaded",
  eventsFailed: "The events could not be loaded",
  noEvents: "There is no event yet",
  noEventsHint: "Attendees belong to an event. Create one first.",
  createEvent: "Create Event",
} as const;

export const FIELD_MESSAGE = {
  event: "Please select an event",
  fullNameMissing: "Full name is required",
  phoneMissing: "Phone number is required",
  paymentMissing: "Payment status is required",
  get amountMissing() {
    return `Enter what has been paid so far, such as ${amountExamples()}`;
  },
  tableWrong: "Table number must be 1 or more",
  tableTooLarge: "Table number must be 100,000 or less",
  emailWrong: "Enter one email address, such as name@example.com",
  tooLong: (most: number) => `Use ${most} characters or fewer`,
} as const;

export const ATTENDEE_COPY = {
  loading: "Loading attendee...",
  fetchFailed: "Failed to fetch attendee",
  notFound: "Attendee not found",
  notFoundText: "The attendee may have been deleted, or the address is not quite right.",
  back: "Back to Attendees",
  backToActivity: "Back to Activity",
  backToForm: "Back to Add Attendee",
  backToTicket: "Back to Ticket",
} as const;
