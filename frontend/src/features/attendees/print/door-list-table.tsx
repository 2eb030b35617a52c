import { Check } from "lucide-react";
import type { Attendee } from "@/api/types";
import { TypeMark } from "@/components/ui/type-mark";
import { DOOR_LIST_COPY } from "@/features/attendees/print/copy";
import { type DoorListGroup, lastWord, type PrintOrder } from "@/features/attendees/print/print-order";
import { formatTable, ROW_COPY } from "@/features/attendees/row-copy";
import { classes } from "@/lib/classes";
import { formatMoney } from "@/lib/money";
import { phoneEnd } from "@/lib/phone-end";

const { columns } = DOOR_LIST_COPY;

type Kind = DoorListGroup<Attendee>["kind"];

function Widths({ kind }: { kind: Kind }) {
  return (
    <colgroup>
      <col className="w-door-box" />
      <col />
      {kind === "letter" ? <col className="w-door-short" /> : null}
      <col className="w-door-invoice" />
      <col className="w-door-short" />
      <col className="w-door-payment" />
    </colgroup>
  );
}

/** Column headings for the top of each page. Each letter and table repeats them for screen readers. */
export function DoorListHeadings({ kind }: { kind: Kind }) {
  return (
    <table aria-hidden="true" className="w-full table-fixed border-collapse text-left">
      <Widths kind={kind} />
      <tbody>
        <tr className="*:pt-4 *:pr-3 *:text-ink-muted *:text-print-sm">
          <td colSpan={2} />
          {kind === "letter" ? <td>{columns.table}</td> : null}
          <td>{columns.invoice}</td>
          <td>{columns.phone}</td>
          <td>{columns.payment}</td>
        </tr>
      </tbody>
    </table>
  );
}

interface DoorListTableProps {
  group: DoorListGroup<Attendee>;
  order: PrintOrder;
}

/** One letter or one table. Its heading repeats on every page. */
export function DoorListTable({ group, order }: DoorListTableProps) {
  const { kind, attendees } = group;
  const present = attendees.filter(({ attended }) => attended).length;
  const title = kind === "table" ? formatTable(group.tableNumber) : group.letter;
  return (
    // A table stays on one page if it fits, because one person looks after it; a letter may continue on the next.
    <table
      className={classes(
        "mt-3 w-full table-fixed border-collapse text-left",
        kind === "table" && "break-inside-avoid",
      )}
    >
      <Widths kind={kind} />
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
          {kind === "letter" ? <HiddenHeading text={columns.table} /> : null}
          <HiddenHeading text={columns.invoice} />
          <HiddenHeading text={columns.phone} />
          <HiddenHeading text={columns.payment} />
        </tr>
      </thead>
      <tbody>
        {attendees.map((attendee) => (
          <DoorListRow key={attendee.id} attendee={attendee} order={order} />
        ))}
      </tbody>
    </table>
  );
}

const HiddenHeading = ({ text }: { text: string }) => (
  <th scope="col">
    <span className="sr-only">{text}</span>
  </th>
);

/** Sorted by last name, that word is emphasised. */
function Name({ fullName, order }: { fullName: string; order: PrintOrder }) {
  if (order !== "lastName") return fullName;
  const word = lastWord(fullName);
  const [before, after] = [
    fullName.slice(0, fullName.lastIndexOf(word)),
    fullName.slice(fullName.lastIndexOf(word) + word.length),
  ];
  return (
    <span className="font-normal">
      {before}
      <span className="font-semibold">{word}</span>
      {after}
    </span>
  );
}

function DoorListRow({ attendee, order }: { attendee: Attendee; order: PrintOrder }) {
  const { fullName, tableNumber, invoiceNumber, phone, attended, notes, ticketType } = attendee;
  return (
    <tr className="break-inside-avoid border-ink-line border-b first:break-before-avoid *:py-1 *:pr-3">
      <td>
        <span
          role="img"
          aria-label={attended ? DOOR_LIST_COPY.isIn : DOOR_LIST_COPY.isOut}
          className="block size-5 border border-ink"
        >
          {attended ? <Check className="size-full" strokeWidth={3} /> : null}
        </span>
      </td>
      <td className="wrap-anywhere font-medium" dir="auto">
        <Name fullName={fullName} order={order} />
        {ticketType ? <TypeMark type={ticketType} wraps className="ml-2 font-normal text-print-sm" /> : null}
        {notes ? <p className="whitespace-pre-line font-normal text-print-sm">{notes}</p> : null}
      </td>
      {order === "table" ? null : <td className="tabular-nums">{tableNumber > 0 ? tableNumber : null}</td>}
      <td className="wrap-anywhere text-print-sm tabular-nums">{invoiceNumber}</td>
      <td className="text-print-sm tabular-nums">{phoneEnd(phone)}</td>
      <td className="wrap-anywhere text-print-sm">
        <Payment attendee={attendee} />
      </td>
    </tr>
  );
}

/** Nothing if paid; framed if the door has to ask for money. */
function Payment({ attendee: { paymentGroup, paymentStatus, owedCents } }: { attendee: Attendee }) {
  if (paymentGroup === "paid") return null;
  if (paymentGroup === "complimentary") return ROW_COPY.free;
  return (
    <span className="inline-block rounded-md border border-ink px-1.5 font-semibold">
      {DOOR_LIST_COPY.owed(paymentStatus, owedCents === null ? null : formatMoney(owedCents))}
    </span>
  );
}
