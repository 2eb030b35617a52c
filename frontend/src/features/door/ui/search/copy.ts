export const SEARCH_COPY = {
  title: "Find a guest",
  field: "Name, phone or invoice number",
  /** Helpers get no phone numbers (contract 6.pass.303). */
  helpersField: "Name or invoice number",
  hint: "For a guest without a phone, or with a ticket that cannot be read.",
  searching: "Searching...",
  nobody: "No guest matches",
  nobodyHint: "Try the phone number or the invoice number.",
  nobodyOfEvent: "Only the chosen event is searched. The guest may hold a ticket for another one.",
  didYouMean: "Did you mean",
  failed: "The search could not be done",
  checkIn: "Check in",
  checkOut: "Check out",
  add: "Add this guest",
  addTitle: "Add a guest",
  back: "Back to search",
  close: "Close",
} as const;

export const checkInOf = (fullName: string) => `Check in ${fullName}`;
export const checkOutOf = (fullName: string) => `Check out ${fullName}`;
export const inSince = (moment: string) => `Arrived at ${moment}`;
export const shownOfFound = (shown: number, found: number) =>
  `The first ${shown} of ${found}. Type more to narrow it down.`;

/** Above results of the guest list (contract 2). */
export const LIST_SEARCH_NOTE = "Phone numbers can't be searched offline.";
