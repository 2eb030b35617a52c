import type { PaymentGroupSales } from "@/api/types";
import { DAY, HOUR, MINUTE, WEEK } from "@/features/analytics/arrivals/time-steps";
import { GOOD_FROM, HIGH_PERFORMER_FROM, isOwedKnown } from "@/features/analytics/rules";
import { centsOfUnits, currencyCode } from "@/lib/amount";
import { counted, formatCount } from "@/lib/count";
import { formatMoney } from "@/lib/money";

/** Formats a sum of the API as `$1,250.00`. */
export const revenueLabel = (units: number): string => formatMoney(centsOfUnits(units));

const withoutPrice = (count: number): string => `${formatCount(count)} without a price`;

export const ANALYTICS_COPY = {
  title: "Analytics Dashboard",
  event: "Event",
  /** Heading and file name of the print. */
  printTitle: (event = "All Events") => `Analytics · ${event}`,
  asOf: (time: string) => `Figures as of ${time}`,
  loading: "Loading figures...",
  loadingEvents: "Loading events...",
  chooseEvent: "Choose one event to see its arrivals and tables.",
  failure: { title: "The numbers could not be loaded", fallback: "Check the connection, then try again." },
};

export const OVERVIEW_COPY = {
  heading: "Overview",
  totalTicketsSold: "Total Tickets Sold",
  get totalRevenue() {
    return `Total Revenue (${currencyCode()})`;
  },
  get outstanding() {
    return `Outstanding (${currencyCode()})`;
  },
  unknown: "Unknown",
  unpriced: (count: number) =>
    counted(count, "unpaid ticket without a price", "unpaid tickets without a price"),
  notArrived: "Not arrived",
  notArrivedOfAll: "at events that are over",
  inside: "Inside",
  left: "Left",
  leftMeans: "have left and not come back",
  capacity: "Capacity",
  ofCapacity: (people: number, capacity: number) => `${formatCount(people)} of ${formatCount(capacity)}`,
  countedAs: { registered: "registered", inside: "are there now", arrived: "arrived" },
  totalEvents: "Total Events",
  activeUsers: "Active Users",
  paid: "Paid",
  unpaid: "Unpaid",
  complimentary: "Free",
  scanned: "Scanned",
  share: (percent: number) => `${percent}%`,
};

export const NOTHING_SOLD_COPY = {
  noEvents: {
    title: "No events yet",
    description: "Create an event first: its sales show here.",
    action: "Create Event",
  },
  noTickets: {
    title: "No tickets sold yet",
    description: "Sales, tables and arrivals show here with the first attendee.",
    action: "Add Attendee",
  },
  goneEvent: {
    title: "This event is gone",
    description: "It does not exist, or was deleted. Choose another event, or all events.",
    action: "Show All Events",
  },
};

export const PAYMENTS_COPY = {
  heading: "Payments",
  groups: { paid: "Paid", complimentary: "Free", owed: "Unpaid" },
  tickets: (count: string, isOne: boolean) => `${count} ${isOne ? "ticket" : "tickets"}`,
  /** '$630.00 taken · $3,330.00 owed · 7 partial'. */
  sums: ({ group, count, revenue, totalOutstanding, unpriced, partial }: PaymentGroupSales) =>
    [
      `${revenueLabel(revenue)} taken`,
      group === "owed" && count > 0 && isOwedKnown(totalOutstanding, unpriced)
        ? `${revenueLabel(totalOutstanding)} owed`
        : null,
      unpriced > 0 ? withoutPrice(unpriced) : null,
      partial > 0 ? `${formatCount(partial)} partial` : null,
    ]
      .filter((part) => part !== null)
      .join(" · "),
};

export const TABLES_COPY = {
  heading: "Tables",
  table: (tableNumber: number) => (tableNumber > 0 ? `Table ${tableNumber}` : "No table"),
  attended: (attended: string, tickets: string) => `${attended} of ${tickets} arrived`,
  more: (left: string) => `Show more tables (${left} left)`,
};

export const TYPES_COPY = {
  heading: "Ticket Types",
  none: "No type",
  sold: (arrived: string, sold: string) => `${arrived} of ${sold} arrived`,
};

export const EVENTS_COPY = {
  heading: "Events",
  event: "Event",
  date: "Date",
  tickets: "Tickets",
  arrived: "Arrived",
  revenue: "Revenue",
  owed: "Owed",
  withoutPrice,
  more: (left: string) => `Show more events (${left} left)`,
};

export const USERS_COPY = {
  heading: "Sales by User",
  role: { super_admin: "Super Admin", organizer: "Organizer" },
  badge: { high: "High Performer", good: "Good", low: "Needs Improvement" },
  rule: (ofAll: boolean) =>
    `The badge goes by tickets sold${ofAll ? "" : " at this event"}: ${HIGH_PERFORMER_FROM} or more is High Performer, ${GOOD_FROM} to ${HIGH_PERFORMER_FROM - 1} is Good, and under ${GOOD_FROM} is Needs Improvement.`,
  sold: (count: string) => `${count} sold`,
  parts: ({ paid, unpaid, complimentary }: Record<"paid" | "unpaid" | "complimentary", string>) =>
    `${paid} paid · ${unpaid} unpaid · ${complimentary} free`,
  uncredited: (count: string, isOne: boolean) =>
    isOne ? `${count} ticket has no seller.` : `${count} tickets have no seller.`,
};

function lengthLabel(length: number): string {
  const [unit, name] = (
    [
      [WEEK, "week"],
      [DAY, "day"],
      [HOUR, "hour"],
      [MINUTE, "minute"],
    ] as const
  ).find(([size]) => length % size === 0) ?? [MINUTE, "minute"];
  return length === unit ? name : `${length / unit} ${name}s`;
}

export const ARRIVALS_COPY = {
  heading: "Arrivals",
  none: "No one has arrived yet",
  noneText: "Check-ins at the door show here, by the minute.",
  per: (length: number) => `Guests who came in, per ${lengthLabel(length)}.`,
  arrived: "Arrived",
  first: "First",
  busiest: "Busiest",
  last: "Last",
  busiestFact: (time: string, count: string) => `${time} (${count})`,
  chart: ({
    total,
    first,
    last,
    busiest,
    most,
  }: Record<"total" | "first" | "last" | "busiest" | "most", string>) =>
    `Arrivals over time: ${total} from ${first} to ${last}, most at ${busiest} with ${most}. The table below has the same numbers.`,
  loadingChart: "Loading the chart...",
  readout: (time: string, count: string, total: string) => `${time}: ${count} arrived, ${total} in all`,
  readoutHint: "Point at a bar, touch it, or use the arrow keys, for its numbers.",
  showTable: "Show as a table",
  time: "Time",
  count: "Arrived",
  total: "In all",
  emptyLeftOut: "Times without arrivals are left out.",
  arrivedMeans: "Arrived: attendees who attended. People who have left are not subtracted.",
  extraPeople: (count: number) => counted(count, "possible extra person", "possible extra people"),
  extraPeopleMeans:
    "Tickets let in twice, and people let in without being on the list. Not part of any figure here.",
};
