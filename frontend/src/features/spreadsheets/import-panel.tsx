import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { importListQuery, isUnderWay, type ListedImport, updateImport } from "@/features/spreadsheets/api";
import { IMPORT_COPY } from "@/features/spreadsheets/copy";
import { useWatchImport } from "@/features/spreadsheets/use-watch-import";

// Loaded lazily: most visits have no import.
const ImportEntry = lazyComponent(
  async () => (await import("@/features/spreadsheets/import-entry")).ImportEntry,
);

/** The newest imports; running ones are followed, including other users'. */
export function useImports(userId: number) {
  const imports = useQuery(importListQuery());
  const watch = useWatchImport(userId);
  const running = imports.data?.filter(isUnderWay).map(({ id }) => id);
  const runningIds = running?.join();
  useEffect(() => {
    for (const id of runningIds ? runningIds.split(",") : []) watch(Number(id));
  }, [runningIds, watch]);
  return { imports, watch };
}

/** Running imports, and results of the ones that ran while this page was open. */
export function ImportPanel({ imports }: { imports: ListedImport[] | undefined }) {
  const queryClient = useQueryClient();
  const shown = imports?.filter((one) => isUnderWay(one) || one.watched) ?? [];
  if (shown.length === 0) return null;
  return (
    <section aria-label={IMPORT_COPY.regionLabel} className="divide-y rounded-md border bg-surface">
      {shown.map((entry) => (
        <ImportEntry
          key={entry.id}
          entry={entry}
          onDismiss={() => updateImport(queryClient, entry.id, { watched: false })}
        />
      ))}
    </section>
  );
}
