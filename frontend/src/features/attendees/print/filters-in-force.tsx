import { MANAGE_COPY } from "@/features/attendees/list/copy";
import { PRINT_COPY } from "@/features/attendees/print/copy";
import type { PrintSource } from "@/features/attendees/print/print-source";
import { formatTable } from "@/features/attendees/row-copy";

interface FiltersInForceProps {
  source: PrintSource;
  /** Name of the filter's ticket type; undefined while loading. */
  typeName: string | undefined;
  /** Label of the filter by email. */
  mailLabel: string | undefined;
}

/** The selection or the list's filters besides the event, in words; nothing without any. */
export function FiltersInForce({ source, typeName, mailLabel }: FiltersInForceProps) {
  const named =
    source.kind === "chosen"
      ? MANAGE_COPY.selected(source.ids.length)
      : filterWords(source, { typeName, mailLabel });
  if (named === "") return null;
  return (
    <p className="wrap-anywhere basis-full" dir="auto">
      {source.kind === "chosen" ? named : `${MANAGE_COPY.filters}: ${named}`}
    </p>
  );
}

/** The filters besides the event; blank without any. */
export function filterWords(
  { filters, except }: Extract<PrintSource, { kind: "matching" }>,
  { typeName, mailLabel }: Omit<FiltersInForceProps, "source">,
): string {
  const { search, payment, attended, owes, ticketTypeId, tableNumber, ticketMail } = filters;
  return [
    search && `${MANAGE_COPY.search} ${search}`,
    payment && `${MANAGE_COPY.payment} ${payment}`,
    attended !== null && (attended ? MANAGE_COPY.attended : MANAGE_COPY.notAttended),
    owes && MANAGE_COPY.owes,
    ticketTypeId !== null && typeName,
    tableNumber !== null && formatTable(tableNumber),
    ticketMail !== null && mailLabel,
    except.length > 0 && PRINT_COPY.leftOut(except.length),
  ]
    .filter(Boolean)
    .join(" · ");
}
