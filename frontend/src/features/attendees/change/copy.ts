import { CHANGED_PER_REQUEST_MAX } from "@/features/attendees/rules";
import { counted, formatCount } from "@/lib/count";

const attendees = (count: number): string => counted(count, "attendee", "attendees");

export const CHANGE_COPY = {
  button: "Change",
  title: (count: number) => `Change ${attendees(count)}`,
  text: "A field that you leave blank stays as it is.",
  tooMany: `At most ${formatCount(CHANGED_PER_REQUEST_MAX)} attendees can be changed at once. Select fewer, or narrow the filters.`,
  unchanged: "No change",
  nothing: "Fill in at least one field",
  paid: "Guests who still owe have then paid the rest of the ticket price, and free guests all of it.",
  unpaid: "The amounts that paid guests have paid are removed.",
  partial: "A part payment needs its amount. Edit these guests one by one.",
  cancel: "Cancel",
  confirm: (count: number) => `Change ${formatCount(count)}`,
  changing: "Changing...",
  done: (count: number, unchanged: number) => ({
    title: "Success",
    description:
      unchanged === 0
        ? `${attendees(count)} changed`
        : `${attendees(count)} changed, ${formatCount(unchanged)} had these values already`,
  }),
  noneChanged: (count: number) => ({
    title: "Nothing to change",
    description:
      count === 1
        ? "The attendee has these values already"
        : `All ${attendees(count)} have these values already`,
  }),
  failure: { title: "Nothing was changed", fallback: "The change failed. Please try again." },
  dropped: (missing: number, left: number) =>
    `${counted(missing, "selected attendee was", "selected attendees were")} deleted or no longer ${missing === 1 ? "matches" : "match"}. Nothing was changed. Press again to change the other ${formatCount(left)}.`,
  noneLeft: {
    title: "Nothing was changed",
    description: "The selected attendees were deleted or no longer match.",
    variant: "destructive",
  },
  unconfirmed: {
    title: "Not confirmed",
    fallback:
      "The server did not answer, so the change may have been made. Try again: it is made only once, and 'Undo' brings back the values from before.",
  },
} as const;
