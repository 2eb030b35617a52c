import { CircleCheck, TriangleAlert } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Card, CardTitle } from "@/components/ui/card";
import { NO_SCANS, SCANNER_COPY, tableText } from "@/features/checkin/copy";
import type { RecentScan } from "@/features/checkin/door/recent-scans";
import { formatTimeOfDay } from "@/lib/event-date";

/** contract 2, 3: the last ten scans of this device, newest first. */
export function RecentScansList({ scans }: { scans: RecentScan[] }) {
  return (
    <Card className="flex flex-col gap-3">
      <CardTitle>{SCANNER_COPY.recent}</CardTitle>
      {scans.length === 0 ? (
        <p className="py-4 text-center text-text-muted">{NO_SCANS}</p>
      ) : (
        <ul className="-mx-2 divide-y">
          {scans.map(({ name, table, time, status }) => (
            <li key={time} className="flex min-h-14 items-center gap-3 px-2 py-2">
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere line-clamp-2 font-medium" dir="auto">
                  {name}
                </p>
                <p className="text-sm text-text-muted tabular-nums">
                  {tableText(table)} · {formatTimeOfDay(new Date(time).toISOString())}
                </p>
              </div>
              {status === "success" ? (
                <Badge tone="success">
                  <CircleCheck aria-hidden="true" />
                  {SCANNER_COPY.success}
                </Badge>
              ) : (
                <Badge tone="warning">
                  <TriangleAlert aria-hidden="true" />
                  {SCANNER_COPY.alreadyScanned}
                </Badge>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
