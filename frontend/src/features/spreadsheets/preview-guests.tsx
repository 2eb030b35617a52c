import type { ImportReport } from "@/api/types";
import { FIELD_LABEL, type GuestField, headingOf, PREVIEW_COPY } from "@/features/spreadsheets/preview-copy";
import { classes } from "@/lib/classes";
import { formatTimestamp } from "@/lib/event-date";
import { formatMoney } from "@/lib/money";

type Guest = ImportReport["guests"][number];

const VALUE_OF: [GuestField, (guest: Guest) => string | null][] = [
  ["fullName", ({ fullName }) => fullName],
  ["phone", ({ phone }) => phone],
  ["eventName", ({ eventName }) => eventName],
  ["tableNumber", ({ tableNumber }) => String(tableNumber)],
  ["paymentStatus", ({ paymentStatus }) => paymentStatus],
  ["amountPaid", ({ amountPaidCents: cents }) => (cents === null ? null : formatMoney(cents))],
  ["attendedAt", ({ attendedAt }) => attendedAt && formatTimestamp(attendedAt)],
  ["invoiceNumber", ({ invoiceNumber }) => invoiceNumber],
  ["notes", ({ notes }) => notes],
  ["ticketType", ({ ticketType }) => ticketType],
  ["email", ({ email }) => email],
  ["ticketCode", ({ ticketCode }) => ticketCode],
];

interface PreviewGuestsProps {
  report: ImportReport;
  /** With one event for all guests it is not repeated for each. */
  hasEvent: boolean;
}

/** Preview of the first guests, each value with the headings of its columns (contract 2). */
export function PreviewGuests({ report, hasEvent }: PreviewGuestsProps) {
  const { guests, columns, mapping } = report;
  if (guests.length === 0) return null;
  // Most guests have no note, so the column shows even if the first ones have none.
  const { notes } = mapping;
  const isAlways = (field: string) => field === "notes" && notes !== undefined;
  const rows = VALUE_OF.filter(
    ([field, textOf]) =>
      !(hasEvent && field === "eventName") && (isAlways(field) || guests.some((guest) => textOf(guest))),
  );
  return (
    <section aria-label={PREVIEW_COPY.guestsHeading} className="flex flex-col gap-2">
      <h3 className="font-medium">{PREVIEW_COPY.guestsHeading}</h3>
      <dl className="divide-y rounded-md border text-sm">
        {rows.map(([field, textOf]) => {
          const from = new Set(guests.flatMap((guest) => guest.columns[field] ?? []));
          if (field === "notes" && notes !== undefined) from.add(notes);
          return (
            <div key={field} className="flex flex-col gap-1 px-3 py-2 sm:flex-row sm:gap-3">
              <dt className="wrap-anywhere text-text-muted sm:w-2/5 sm:shrink-0">
                {FIELD_LABEL[field]}{" "}
                <span>{PREVIEW_COPY.from([...from].map((column) => headingOf(columns, column)))}</span>
              </dt>
              <dd className="grid min-w-0 flex-1 grid-cols-3 gap-3">
                {guests.map((guest) => (
                  <span
                    key={guest.row}
                    className={classes(
                      "wrap-anywhere line-clamp-3 tabular-nums",
                      guest.columns[field] ? "font-medium" : "text-text-muted",
                    )}
                  >
                    {textOf(guest)}
                  </span>
                ))}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
