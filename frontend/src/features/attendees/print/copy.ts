import { counted, formatCount } from "@/lib/count";

const attendees = (count: number): string => counted(count, "attendee", "attendees");

/** Print options of the list, and texts of every print page (contract 2). */
export const PRINT_COPY = {
  close: "Cancel",
  doorList: "Door list",
  doorListOf: (eventName: string) => `Everyone at ${eventName}, with a tick box`,
  doorListOfChosen: "Everyone at the chosen event, with a tick box",
  doorListNoEvent: "Choose the event on the next page",
  doorListOfPart: (selected: number, matches: number) =>
    selected > 0
      ? `Door list of the ${selected === 1 ? "one" : formatCount(selected)} selected`
      : `Door list of the ${formatCount(matches)} that the filters show`,
  doorListPartHint: "Its heading says which guests it lists",
  tickets: "QR tickets",
  ticketsOfSelected: (count: number) => `For the ${count === 1 ? "one" : formatCount(count)} selected`,
  ticketsOfShown: (count: number, isNarrowed: boolean) =>
    `For ${count === 1 ? "the one" : `all ${formatCount(count)}`}${isNarrowed ? " that the filters show" : ""}`,
  tooManyChoices:
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
  noneOfPart: "None of these attendees is at this event",
  noneOfPartHint: "Choose another event, or print everyone.",
  everyone: "Print everyone instead",
  partKind: { selected: "Selected attendees", filtered: "Filtered list" },
  onlySelected: (count: number) =>
    count === 1
      ? "Not everyone: the one selected attendee"
      : `Not everyone: the ${formatCount(count)} selected attendees`,
  onlyFiltered: (words: string, isNarrowed: boolean) =>
    `Not everyone: ${isNarrowed ? "only attendees that match these filters: " : ""}${words}`,
  gone: (count: number) =>
    count === 1
      ? "One attendee you chose was deleted and is not on this list."
      : `${formatCount(count)} attendees you chose were deleted and are not on this list.`,
  ofOtherEvents: (count: number) =>
    count === 1
      ? "One attendee you chose is at another event and is not on this list."
      : `${formatCount(count)} attendees you chose are at other events and are not on this list.`,
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
  /** `part` is blank for everyone. */
  fileName: (eventName: string, date: string, part = "") => `Door list ${eventName}${part} ${date}`,
  fileSelected: (count: number) => ` selected ${count}`,
  fileFiltered: " filtered",
} as const;
