import { CircleCheck, CircleDashed, CloudOff } from "lucide-react";
import { useId } from "react";
import type { Door, Doors } from "@/api/types";
import { Card, CardTitle } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { contactLabel, DOOR_TABLE_COPY, figure, timeLabel } from "@/features/door/figures/copy";
import { inOrder } from "@/features/door/figures/rules";
import { classes } from "@/lib/classes";

/** Each door with its count, last scan and contact (contract 2.doors.335). */
export function DoorTable({ doors }: { doors: Doors | undefined }) {
  const heading = useId();
  return (
    <Card aria-labelledby={heading} className="@container flex flex-col gap-3">
      <CardTitle id={heading}>{DOOR_TABLE_COPY.title}</CardTitle>
      {doors?.doors.length === 0 ? (
        <EmptyState title={DOOR_TABLE_COPY.none} description={DOOR_TABLE_COPY.noneHint} />
      ) : (
        <table aria-labelledby={heading} className="w-full text-left text-lg tabular-nums">
          <thead className="text-sm text-text-muted @max-2xl:sr-only">
            <tr className="border-b">
              <th scope="col" className="py-2 pr-4 font-medium">
                {DOOR_TABLE_COPY.door}
              </th>
              <th scope="col" className="py-2 pr-4 text-right font-medium">
                {DOOR_TABLE_COPY.count}
              </th>
              <th scope="col" className="py-2 pr-4 text-right font-medium">
                {DOOR_TABLE_COPY.lastScan}
              </th>
              <th scope="col" className="py-2 font-medium">
                {DOOR_TABLE_COPY.contact}
              </th>
            </tr>
          </thead>
          <tbody>
            {inOrder(doors?.doors ?? []).map((door) => (
              <Row key={door.door ?? ""} door={door} asOf={doors?.asOf ?? ""} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function Row({ door, asOf }: { door: Door; asOf: string }) {
  return (
    <tr className="border-b last:border-0 @max-2xl:grid @max-2xl:grid-cols-[1fr_auto_auto] @max-2xl:gap-x-4 @max-2xl:py-2">
      <th scope="row" dir="auto" className="wrap-anywhere py-2 pr-4 font-medium @max-2xl:py-0">
        {door.door ?? <span className="text-text-muted">{DOOR_TABLE_COPY.noName}</span>}
      </th>
      <td className="py-2 pr-4 text-right font-semibold text-xl @max-2xl:p-0">{figure(door.checkIns)}</td>
      <td className="whitespace-nowrap py-2 pr-4 text-right text-text-muted @max-2xl:p-0">
        {door.lastScanAt === null ? "–" : timeLabel(door.lastScanAt, asOf)}
      </td>
      <td className="py-2 @max-2xl:col-span-full @max-2xl:p-0">
        <Contact door={door} asOf={asOf} />
      </td>
    </tr>
  );
}

function Contact({ door, asOf }: { door: Door; asOf: string }) {
  const hasDevice = door.lastContactAt !== null;
  const Sign = !hasDevice ? CircleDashed : door.isOnline ? CircleCheck : CloudOff;
  return (
    <span
      className={classes(
        "inline-flex items-center gap-2 rounded-md text-base",
        !hasDevice && "text-text-muted",
        hasDevice && door.isOnline && "text-on-success-soft",
        hasDevice && !door.isOnline && "bg-warning px-2 py-1 font-medium text-on-warning",
      )}
    >
      <Sign className="size-5 shrink-0" />
      {contactLabel(door, asOf)}
    </span>
  );
}
