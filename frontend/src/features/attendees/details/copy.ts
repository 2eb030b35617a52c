import type { Attendee } from "@/api/types";
import type { CapacityUse } from "@/features/attendees/details/use-event-capacity";
import { currencyUnits } from "@/lib/amount";
import { capacityLabel, fullnessLabel } from "@/lib/capacity";
import { counted, formatCount } from "@/lib/count";
import { formatTimeOfDay } from "@/lib/event-date";

export const DETAILS_COPY = {
  title: "Attendee Details",
  phone: "Phone Number",
  table: "Table Number",
  payment: "Payment Status",
  amountPaid: "Amount Paid",
  owed: "Still owed",
  invoice: "Invoice Number",
  checkedInAt: "Checked in",
  scannedBy: "Scanned by",
  /** 'Kim, Main entrance (pass of Olive Organizer)' for a helper. */
  letInBy: ({ scanner, checkInDoor }: Pick<Attendee, "scanner" | "checkInDoor">) =>
    checkInDoor?.helper
      ? `${checkInDoor.helper}, ${checkInDoor.door} (pass of ${scanner?.fullName})`
      : [scanner?.fullName, checkInDoor?.door].filter(Boolean).join(", "),
  /** Null for an attendee who never came, and where exits are not counted. */
  presence: ({ inside, leftAt }: Pick<Attendee, "inside" | "leftAt">, countsExits: boolean) => {
    if (leftAt) return `Left at ${formatTimeOfDay(leftAt)}`;
    return inside && countsExits ? "Inside" : null;
  },
  soldBy: "Sold by",
  edit: "Edit",
  attendance: "Attendance",
  present: "Present",
  absent: "Not arrived",
  markPresent: "Mark Present",
  markAbsent: "Mark Absent",
  marking: "Saving...",
  /** '76 of 90 arrived · capacity 74 · Full, 2 over' */
  capacityUse: ({ people, tickets, capacity, countsExits }: CapacityUse) =>
    [
      countsExits
        ? `${formatCount(people)} inside`
        : `${formatCount(people)} of ${formatCount(tickets)} arrived`,
      `capacity ${formatCount(capacity)}`,
      fullnessLabel(people, capacity),
    ]
      .filter(Boolean)
      .join(" · "),
  full: ({ people, capacity }: CapacityUse) => ({
    title: "The event is full",
    description: `The capacity of ${formatCount(capacity)} is reached: ${counted(people, "guest is", "guests are")} in.`,
    submit: "Mark Present anyway",
  }),
  /** `full`: the count of an event that is then full. */
  marked: (message: string, full: CapacityUse | null) => ({
    title: "Updated Successfully",
    description: message,
    ...(full ? { reason: `Now ${formatCount(full.people)} in, ${capacityLabel(full.capacity)}` } : {}),
  }),
  markFailure: { title: "Update Failed", fallback: "Failed to update attendance" },
  sendTicket: "Send ticket",
  sendTicketHint: "Opens a page with SMS, your email app, print and the QR code.",
} as const;

export const EDIT_COPY = {
  heading: "Edit attendee",
  addAmount: "Amount paid",
  get amountHint() {
    return `Optional, in ${currencyUnits()}. Left as it is, it follows the payment status.`;
  },
  noAmount: "None",
  save: "Save",
  saving: "Saving...",
  cancel: "Cancel",
  missing: { title: "Validation Error", description: "Full name and phone are required" },
  done: { title: "Updated Successfully" },
  failure: { title: "Update Failed", fallback: "Failed to update attendee" },
  what: "attendee",
} as const;
