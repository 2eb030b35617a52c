import type { ListCheckIn } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { Card, CardTitle } from "@/components/ui/card";
import { CHECK_INS_COPY as COPY } from "@/features/check-in-lists/copy";

/** The check-ins of a guest at the lists of the event, also deleted ones (contract 2.details). */
export function CheckInsCard({ checkIns }: { checkIns: readonly ListCheckIn[] }) {
  return (
    <Card className="flex flex-col gap-3">
      <CardTitle>{COPY.title}</CardTitle>
      <ul className="divide-y">
        {checkIns.map(({ list, firstAt, lastAt, times, inside }) => (
          <li key={list.id} className="flex items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <p className="wrap-anywhere font-medium" dir="auto">
                {list.name}
              </p>
              <p className="text-sm text-text-muted tabular-nums">
                {times === 1 ? COPY.at(firstAt) : COPY.between(times, firstAt, lastAt)}
              </p>
            </div>
            {inside ? <Badge tone="success">{COPY.inside}</Badge> : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}
