import { useQuery } from "@tanstack/react-query";
import { ShieldCheck, TriangleAlert } from "lucide-react";
import type { Protection } from "@/api/types";
import { Card, CardTitle } from "@/components/ui/card";
import { DescriptionItem } from "@/components/ui/description-item";
import { QueryView } from "@/components/ui/states";
import { protectionQuery } from "@/features/backup/api";
import { PROTECTION_COPY } from "@/features/backup/copy";
import { formatTimestamp } from "@/lib/event-date";

const timestampOrNever = (timestamp: string | null) =>
  timestamp === null ? PROTECTION_COPY.never : formatTimestamp(timestamp);

/** Protection status, updated every minute (contract 2). */
export function ProtectionCard() {
  const protection = useQuery(protectionQuery());
  const { data, isError } = protection;
  return (
    <Card className="flex flex-col gap-4">
      <CardTitle>{PROTECTION_COPY.heading}</CardTitle>
      {data ? <Status protection={data} /> : null}
      {data && isError ? <p className="text-sm text-text-muted">{PROTECTION_COPY.stale}</p> : null}
      {data ? null : (
        <QueryView
          query={protection}
          loading={PROTECTION_COPY.loading}
          failed={PROTECTION_COPY.fetchFailed}
        />
      )}
    </Card>
  );
}

function Status({ protection }: { protection: Protection }) {
  const { lastBackupAt, lastProvenRestoreAt, databaseIntegrity, automaticBackups, warnings } = protection;
  return (
    <>
      {warnings.length > 0 ? (
        <div
          role="alert"
          className="flex flex-col gap-2 rounded-md border border-danger bg-danger-soft p-4 text-on-danger-soft"
        >
          <p className="flex items-center gap-2 font-semibold">
            <TriangleAlert className="size-6 shrink-0" />
            {PROTECTION_COPY.attention}
          </p>
          {warnings.map((warning) => (
            <p key={warning} className="wrap-anywhere">
              {warning}
            </p>
          ))}
        </div>
      ) : (
        <p className="flex items-center gap-2">
          <ShieldCheck className="size-6 shrink-0 text-success" />
          {PROTECTION_COPY.fine}
        </p>
      )}
      <dl className="grid grid-cols-2 gap-4">
        <DescriptionItem label={PROTECTION_COPY.lastBackup}>{timestampOrNever(lastBackupAt)}</DescriptionItem>
        <DescriptionItem label={PROTECTION_COPY.lastProven}>
          {timestampOrNever(lastProvenRestoreAt)}
        </DescriptionItem>
        <DescriptionItem label={PROTECTION_COPY.integrity}>
          {PROTECTION_COPY.integrityWords[databaseIntegrity]}
        </DescriptionItem>
        <DescriptionItem label={PROTECTION_COPY.automatic}>
          {automaticBackups ? PROTECTION_COPY.on : PROTECTION_COPY.off}
        </DescriptionItem>
      </dl>
    </>
  );
}
