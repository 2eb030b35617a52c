import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Retention, ServerBackup } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { QueryView } from "@/components/ui/states";
import { AnnouncedErasures } from "@/features/privacy/retention/announced-erasures";
import { retentionQuery } from "@/features/privacy/retention/api";
import { RETENTION_COPY } from "@/features/privacy/retention/copy";
import { RetentionDialog } from "@/features/privacy/retention/retention-dialog";
import { formatEventDate, formatTimestamp } from "@/lib/event-date";

/** The retention period and the result of the last run (contract 2.keep). */
export function RetentionCard({ backups }: { backups: ServerBackup[] }) {
  const retention = useQuery(retentionQuery());
  const { data } = retention;
  const [asking, setAsking] = useState(false);
  const held = heldBy(backups, data?.lastErasedAt ?? null);
  return (
    <Card className="flex flex-col gap-4">
      {data ? (
        <>
          <div className="flex flex-col gap-4 sm:flex-row sm:items-center sm:justify-between">
            <div className="flex flex-col gap-1">
              <CardTitle>{RETENTION_COPY.heading}</CardTitle>
              <p className="text-sm text-text-muted">{stateOf(data)}</p>
              {held ? <p className="text-sm">{held}</p> : null}
            </div>
            <Button variant="secondary" className="shrink-0" onClick={() => setAsking(true)}>
              {RETENTION_COPY.change}
            </Button>
          </div>
          <AnnouncedErasures announced={data.announced} postponed={data.postponed} />
        </>
      ) : (
        <QueryView query={retention} loading={RETENTION_COPY.loading} failed={RETENTION_COPY.failed} />
      )}
      {data && asking ? <RetentionDialog keepDays={data.keepDays} onClose={() => setAsking(false)} /> : null}
    </Card>
  );
}

function stateOf({ keepDays, lastRun }: Retention): string {
  if (keepDays === null) return RETENTION_COPY.kept;
  const run = lastRun
    ? RETENTION_COPY.lastRun(formatTimestamp(lastRun.at), lastRun.erased)
    : RETENTION_COPY.notYet;
  return `${RETENTION_COPY.erased(keepDays)} ${run}`;
}

/** Counts backups older than the last erasure, and returns when the last one expires; null without any. */
function heldBy(backups: ServerBackup[], lastErasedAt: string | null): string | null {
  const holding = backups.filter(({ createdAt }) => lastErasedAt !== null && createdAt < lastErasedAt);
  if (holding.length === 0) return null;
  const last = holding.map(({ keptUntil }) => keptUntil ?? "").sort();
  return RETENTION_COPY.held(
    holding.length,
    last[0] ? formatEventDate((last.at(-1) ?? "").slice(0, 10)) : null,
  );
}
