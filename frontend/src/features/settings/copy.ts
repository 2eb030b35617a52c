import { TICKET_TEXT_MAX, TICKET_TEXT_READABLE } from "@/features/settings/rules";
import { formatCount } from "@/lib/count";

export const SETTINGS_COPY = {
  title: "Settings",
  loading: "Loading settings...",
  failed: "The settings could not be loaded",
  save: "Save",
  saving: "Saving...",
  saved: { title: "Saved", description: "The settings are in use on every screen." },
  failure: { title: "Error", fallback: "The settings could not be saved" },
  unchanged: "Nothing was changed",
} as const;

export const ORGANISATION_COPY = {
  heading: "Organisation",
  hint: "Shown on the sign-in screen, on tickets, on the guest's ticket page and on prints.",
  name: "Name",
  nameHint: "Optional",
  logo: "Logo",
  logoHint: "PNG, JPEG or WebP, up to 512 KiB",
  noLogo: "No logo",
  chooseLogo: "Choose an image",
  replaceLogo: "Replace",
  removeLogo: "Remove",
  logoBusy: "Saving...",
  logoTooLarge: "The logo is larger than 512 KiB. Choose a smaller image.",
  logoFailure: { title: "Failed to save logo", fallback: "The logo could not be saved" },
  logoSaved: { title: "Saved", description: "The logo is in use." },
  logoRemoved: { title: "Removed", description: "There is no logo now." },
  accent: "Accent colour",
  accentHint:
    "Optional, such as #0b6e4f. Doorlist makes it lighter or darker where text would be hard to read.",
  accentWrong: "Enter a colour such as #0b6e4f, or leave it blank",
  pickAccent: "Choose a colour",
  preview: "Preview",
  inLight: "On a light screen",
  inDark: "On a dark screen",
} as const;

export const FORMAT_COPY = {
  heading: "Money, dates and times",
  currency: "Currency",
  /** Stored amounts keep their number of smallest units; `shift` is how many decimals the new currency lacks. */
  nothingConverted: (amount: string, sameAmount: string, shift: number) => {
    const looks =
      shift === 0
        ? ""
        : ` All look ${formatCount(10 ** Math.abs(shift))} times ${shift > 0 ? "larger" : "smaller"}, because the currencies have different decimals.`;
    return `Amounts are not converted: ${amount} will read ${sameAmount}.${looks} Check prices and amounts paid afterwards.`;
  },
  dates: "Dates",
  dayFirst: "Day first: Sat 21 Nov 2026",
  monthFirst: "Month first: Sat, Nov 21, 2026",
  times: "Times",
  hours24: "24 hours: 19:30",
  hours12: "12 hours: 7:30 pm",
} as const;

export const TICKET_TEXT_COPY = {
  heading: "Tickets",
  label: "Text on the ticket",
  hint: "Blank means the standard text: Tickets are not refundable. Please arrive 30 minutes early.",
  small: (length: number) =>
    `${formatCount(length)} of ${TICKET_TEXT_MAX} characters. Over ${TICKET_TEXT_READABLE} the text gets small on the ticket: shorten it, or look at a ticket.`,
  tooLong: "Use 500 characters or fewer",
} as const;
