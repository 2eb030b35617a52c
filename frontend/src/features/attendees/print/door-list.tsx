import { useMemo } from "react";
import type { Attendee, Event } from "@/api/types";
import { PageRules, Paper } from "@/components/print/paper";
import { DOOR_LIST_COPY } from "@/features/attendees/print/copy";
import { DoorListHeadings, DoorListTable } from "@/features/attendees/print/door-list-table";
import { doorListGroups, type PrintOrder } from "@/features/attendees/print/print-order";
import { useSettings } from "@/hooks/use-settings";
import { brandColours } from "@/lib/accent";
import { formatTimestamp } from "@/lib/event-date";
import { formatEventSpan } from "@/lib/exact-date";
import { placeOf } from "@/lib/place";

/** Space for a staple, a thumb, and the header and footer. */
const MARGIN_MM = { block: 16, inline: 12 };

interface DoorListProps {
  event: Pick<Event, "name" | "date" | "time" | "endTime" | "venue" | "address">;
  attendees: Attendee[];
  order: PrintOrder;
  /** Time of reading, in milliseconds. */
  readAt: number;
  /** Which attendees of the event are listed: a short form for each page, and the heading. Null: everyone. */
  part: { kind: string; heading: string } | null;
}

/** Attendees of one event on paper, in case the network fails (contract 2). */
export function DoorList({ event, attendees, order, readAt, part }: DoorListProps) {
  const groups = useMemo(() => doorListGroups(attendees, order), [attendees, order]);
  const present = attendees.filter(({ attended }) => attended).length;
  const owing = attendees.filter(({ paymentGroup }) => paymentGroup === "owed").length;
  const moment = formatEventSpan(event.date, event.time, event.endTime);
  const place = placeOf(event);
  const asOf = DOOR_LIST_COPY.asOf(formatTimestamp(readAt));
  const kind = [DOOR_LIST_COPY.kind[order], part?.kind].filter(Boolean).join(" · ");
  const counts = [
    DOOR_LIST_COPY.count(attendees.length),
    present > 0 ? DOOR_LIST_COPY.present(present) : null,
    owing > 0 ? DOOR_LIST_COPY.unpaid(owing) : null,
  ];
  return (
    <Paper label={DOOR_LIST_COPY.preview}>
      <PageRules
        margin={MARGIN_MM}
        running={{ title: event.name, aside: moment, foot: `${kind} · ${asOf}` }}
      />
      <div className="bg-paper not-print:rounded-md not-print:border not-print:p-12">
        <OrganisationLine />
        <p className="font-semibold text-print-sm">{kind}</p>
        <h2 className="wrap-anywhere font-semibold text-print-xl" dir="auto">
          {event.name}
        </h2>
        <p>{moment}</p>
        {place ? (
          <p className="wrap-anywhere" dir="auto">
            {place}
          </p>
        ) : null}
        {part ? (
          <p className="wrap-anywhere mt-1 border-2 border-ink px-2 py-1 font-semibold" dir="auto">
            {part.heading}
          </p>
        ) : null}
        <p className="mt-1 text-ink-muted text-print-sm tabular-nums">
          {counts.filter((count) => count !== null).join(" · ")}
          <br />
          {asOf}
        </p>
        {/* As a table, whose head browsers repeat on each page; without rows for a screen reader. */}
        <div className="table w-full table-fixed">
          <div className="table-header-group break-inside-avoid">
            <div className="table-row">
              <div className="table-cell">
                <DoorListHeadings kind={order === "table" ? "table" : "letter"} />
              </div>
            </div>
          </div>
          <div className="table-row-group">
            <div className="table-row">
              <div className="table-cell">
                {groups.map((group) => (
                  <div
                    key={`${order} ${group.attendees[0]?.id}`}
                    style={{ "--lines": group.attendees.length + 2 } as Record<string, number>}
                    // On the screen only the visible part of a long list is laid out; on paper all of it.
                    className="not-print:[contain-intrinsic-block-size:auto_calc(var(--lines)*--spacing(7))] not-print:[content-visibility:auto]"
                  >
                    <DoorListTable group={group} order={order} />
                  </div>
                ))}
              </div>
            </div>
          </div>
        </div>
      </div>
    </Paper>
  );
}

/** The organisation's name, logo and colour above a print; nothing where none is set. */
function OrganisationLine() {
  const { organisationName, logoUrl, accentColor } = useSettings();
  if (!organisationName && !logoUrl && !accentColor) return null;
  return (
    <div
      style={accentColor ? { borderColor: brandColours(accentColor).brand } : undefined}
      className="mb-1 flex items-center gap-2 border-ink-line border-b-2 pb-0.5"
    >
      {logoUrl ? <img src={logoUrl} alt="" className="h-5 max-w-20 object-contain" /> : null}
      {organisationName ? (
        <span className="truncate font-medium text-print-sm" dir="auto">
          {organisationName}
        </span>
      ) : null}
    </div>
  );
}
