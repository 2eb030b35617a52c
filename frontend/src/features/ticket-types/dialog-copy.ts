import type { TicketTypeColor } from "@/api/types";
import { amountWrong, changedPriceNote, currencyCode } from "@/lib/amount";
import { counted } from "@/lib/count";

const guests = (count: number): string => counted(count, "guest", "guests");

/** The dialogs of a ticket type: they load later than what shows one. */
export const TYPE_DIALOG_COPY = {
  newTitle: "New ticket type",
  editTitle: "Edit ticket type",
  name: "Name",
  nameMissing: "Enter a name",
  nameTooLong: "Use 40 characters or fewer",
  color: "Colour",
  get price() {
    return `Price (${currencyCode()})`;
  },
  priceHint: "Optional. Blank means the event's ticket price.",
  priceChanged: changedPriceNote,
  get priceWrong() {
    return amountWrong();
  },
  announce: "Announce arrivals",
  announceHint: "Staff screens show when one of these guests comes in.",
  save: "Save",
  saving: "Saving...",
  cancel: "Cancel",
  remove: "Delete",
  removing: "Deleting...",
  saveFailure: {
    title: "Failed to save ticket type",
    fallback: "The ticket type could not be saved. Check the connection, then try again.",
  },
  removeFailure: {
    title: "Failed to delete ticket type",
    fallback: "The ticket type could not be deleted. Check the connection, then try again.",
  },
  moveTitle: (name: string) => `Delete ${name}?`,
  moveText: (count: number) =>
    `${guests(count)} ${count === 1 ? "has" : "have"} this type. Choose what they get instead.`,
  moveTo: "They get",
} as const;

export const COLOR_NAMES: Record<TicketTypeColor, string> = {
  slate: "Slate",
  blue: "Blue",
  teal: "Teal",
  green: "Green",
  gold: "Gold",
  orange: "Orange",
  red: "Red",
  purple: "Purple",
};
