import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { importListQuery, isUnderWay, type ListedImport, showImport } from "@/features/spreadsheets/api";
import { IMPORT_COPY } from "@/features/spreadsheets/copy";
import { useWatchImport } from "@/features/spreadsheets/use-watch-import";

// Most visits see no import.
const ImportEntry = lazyComponent(
  async () => (await import("@/features/spreadsheets/import-entry")).ImportEntry,
);

/** The newest imports; a running one is followed, even when someone else began it. */
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

/** Beside other work: the imports that run, and how those ended that ran while this page was open. */
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
          onDismiss={() => showImport(queryClient, { ...entry, watched: false })}
        />
      ))}
    </section>
  );
}
