import { counted, formatCount } from "@/lib/count";

const attendees = (count: number): string => counted(count, "attendee", "attendees");

/** Print options of the list, and texts of every print page (contract 2). */
export const PRINT_COPY = {
  close: "Cancel",
  doorList: "Door list",
  doorListOf: (eventName: string) => `Everyone at ${eventName}, with a tick box`,
  doorListOfChosen: "Everyone at the chosen event, with a tick box",
  doorListNoEvent: "Choose the event on the next page",
  tickets: "QR tickets",
  ticketsOfSelected: (count: number) => `For the ${count === 1 ? "one" : formatCount(count)} selected`,
  ticketsOfShown: (count: number, isNarrowed: boolean) =>
    `For ${count === 1 ? "the one" : `all ${formatCount(count)}`}${isNarrowed ? " that the filters show" : ""}`,
  ticketsTooMany:
    "Too many individual choices to print at once. Use filters and 'Select all', or print in batches.",
  event: "Event",
  leftOut: (count: number) => `${formatCount(count)} left out`,
  order: "Sorted",
  orders: { lastName: "By last name", name: "By name", table: "By table" },
  loading: "Loading attendees...",
  progress: (read: number, total: number) => `${formatCount(read)} of ${formatCount(total)}`,
  fetchFailed: "The attendees could not be loaded",
} as const;

export const DOOR_LIST_COPY = {
  title: "Print Door List",
  preview: "Door list",
  chooseEvent: "Choose an event",
  chooseEventHint: "Its door list shows here, ready to print.",
  eventNotFound: "Event not found",
  eventNotFoundHint: "It may have been deleted. Choose another one.",
  loadingEvents: "Loading events...",
  eventsFailed: "The events could not be loaded",
  none: "No one is registered for this event yet",
  noneHint: "The door list has a line for each attendee.",
  tooMany: (count: number) => `${attendees(count)} are too many for one door list`,
  tooManyHint: (most: number) => `At most ${formatCount(most)} fit. Export CSV has them all.`,
  kind: { name: "Door list by name", lastName: "Door list by last name", table: "Door list by table" },
  asOf: (moment: string) => `Printed from the list as of ${moment}`,
  count: attendees,
  present: (count: number) => `${formatCount(count)} arrived`,
  unpaid: (count: number) => `${formatCount(count)} not paid`,
  columns: { table: "Table", invoice: "Invoice", phone: "Phone", payment: "Payment" },
  isIn: "Arrived",
  isOut: "Not arrived",
  owed: (status: string, amount: string | null) => (amount ? `${status} · ${amount}\u00a0owed` : status),
  fileName: (eventName: string, date: string) => `Door list ${eventName} ${date}`,
} as const;
