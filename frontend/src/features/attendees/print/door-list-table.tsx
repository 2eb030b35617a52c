import { Check } from "lucide-react";
import type { Attendee } from "@/api/types";
import { formatTable } from "@/features/attendees/format-table";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import { DOOR_LIST_COPY } from "@/features/attendees/print/copy";
import { type DoorListGroup, phoneEnd } from "@/features/attendees/print/print-order";
import { classes } from "@/lib/classes";
import { formatAud } from "@/lib/money";

const { columns } = DOOR_LIST_COPY;

/** One letter or one table. Its heading is also that of the columns, and comes again on every page it reaches. */
export function DoorListTable({ group }: { group: DoorListGroup<Attendee> }) {
  const { kind, attendees } = group;
  const present = attendees.filter(({ attended }) => attended).length;
  const title = kind === "table" ? formatTable(group.tableNumber) : group.letter;
  return (
    // A table stays on one page where it fits, as one person looks after it; a letter may go on on the next.
    <table
      className={classes(
        "mt-5 w-full table-fixed border-collapse text-left",
        kind === "table" && "break-inside-avoid",
      )}
    >
      <colgroup>
        <col className="w-door-box" />
        <col />
        {kind === "letter" ? <col className="w-door-short" /> : null}
        <col className="w-door-invoice" />
        <col className="w-door-short" />
        <col className="w-door-payment" />
      </colgroup>
      <thead>
        <tr className="break-after-avoid border-b border-ink align-bottom *:pr-3 *:pb-1 *:font-normal *:text-ink-muted *:text-print-sm">
          <th colSpan={2} scope="colgroup">
            <span className="font-semibold text-ink text-print-lg">{title}</span>{" "}
            {kind === "table" ? (
              <span className="ml-2 whitespace-nowrap tabular-nums">
                {DOOR_LIST_COPY.count(attendees.length)}
                {present > 0 ? ` · ${DOOR_LIST_COPY.present(present)}` : null}
              </span>
            ) : null}
          </th>
          {kind === "letter" ? <th scope="col">{columns.table}</th> : null}
          <th scope="col">{columns.invoice}</th>
          <th scope="col">{columns.phone}</th>
          <th scope="col">{columns.payment}</th>
        </tr>
      </thead>
      <tbody>
        {attendees.map((attendee) => (
          <DoorListRow key={attendee.id} attendee={attendee} withTable={kind === "letter"} />
        ))}
      </tbody>
    </table>
  );
}

function DoorListRow({ attendee, withTable }: { attendee: Attendee; withTable: boolean }) {
  const { fullName, tableNumber, invoiceNumber, phone, attended } = attendee;
  return (
    <tr className="break-inside-avoid border-ink-line border-b first:break-before-avoid *:py-1 *:pr-3">
      <td>
        <span
          role="img"
          aria-label={attended ? DOOR_LIST_COPY.isIn : DOOR_LIST_COPY.isOut}
          className="block size-5 border border-ink"
        >
          {attended ? <Check aria-hidden="true" className="size-full" strokeWidth={3} /> : null}
        </span>
      </td>
      <td className="wrap-anywhere font-medium" dir="auto">
        {fullName}
      </td>
      {withTable ? (
        <td className="tabular-nums">{tableNumber > 0 ? tableNumber : MANAGE_COPY.noTable}</td>
      ) : null}
      <td className="wrap-anywhere text-print-sm tabular-nums">{invoiceNumber}</td>
      <td className="text-print-sm tabular-nums">{phoneEnd(phone)}</td>
      <td className="wrap-anywhere text-print-sm">
        <Payment attendee={attendee} />
      </td>
    </tr>
  );
}

/** Nothing where all is paid; framed where the door has to ask for money. */
function Payment({ attendee: { paymentGroup, paymentStatus, owedCents } }: { attendee: Attendee }) {
  if (paymentGroup === "paid") return null;
  if (paymentGroup === "complimentary") return MANAGE_COPY.free;
  return (
    <span className="inline-block rounded-md border border-ink px-2 font-semibold">
      {DOOR_LIST_COPY.owed(paymentStatus, owedCents === null ? null : formatAud(owedCents))}
    </span>
  );
}
