import type { UseQueryResult } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { Card, CardTitle } from "@/components/ui/card";
import { EmptyState, QueryView } from "@/components/ui/states";
import type { ListedImport } from "@/features/spreadsheets/api";
import { IMPORT_COPY } from "@/features/spreadsheets/copy";
import { IMPORTS_COPY } from "@/features/spreadsheets/history-copy";
import { ImportEntry } from "@/features/spreadsheets/import-entry";

/** Recent imports of all users, with 'Undo' where possible (contract 4). */
export function ImportHistory({ imports }: { imports: UseQueryResult<ListedImport[]> }) {
  return (
    <Card flush aria-label={IMPORT_COPY.regionLabel}>
      <CardTitle className="px-5 pt-5 pb-2 sm:px-6">{IMPORTS_COPY.heading}</CardTitle>
      {imports.data?.length ? (
        <ul className="divide-y">
          {imports.data.map((entry) => (
            <li key={entry.id}>
              <ImportEntry entry={entry} />
            </li>
          ))}
        </ul>
      ) : imports.isSuccess ? (
        <EmptyState
          icon={<FileSpreadsheet />}
          title={IMPORTS_COPY.none}
          description={IMPORTS_COPY.noneText}
        />
      ) : (
        <QueryView query={imports} loading={IMPORTS_COPY.loading} failed={IMPORTS_COPY.fetchFailed} />
      )}
    </Card>
  );
}
