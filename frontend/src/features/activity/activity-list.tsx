import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { History, RotateCw } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigationType } from "react-router";
import type { User } from "@/api/types";
import { DownloadButton } from "@/components/files/download-button";
import { Button } from "@/components/ui/button";
import { restOf } from "@/components/ui/list-rest";
import { EmptyState, QueryView } from "@/components/ui/states";
import { ActivityFilters } from "@/features/activity/activity-filters";
import { ActivityRows } from "@/features/activity/activity-rows";
import { activityQuery, removeActivityQueries } from "@/features/activity/api";
import { ACTIVITY_COPY } from "@/features/activity/copy";
import { addressOf, csvPath, filtersOf, isFiltered } from "@/features/activity/filters";
import type { RenderUndo } from "@/features/activity/undo-entry";
import { useFilters } from "@/hooks/use-filters";

interface ActivityListProps {
  people: Pick<User, "id" | "fullName">[] | undefined;
  undoImport: RenderUndo;
}

/** All audit entries, newest first (contract 2.activity). */
export function ActivityList({ people, undoImport }: ActivityListProps) {
  const { filters, changeFilters, list, rows, rest, readAgain } = useActivity();
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <p className="max-w-prose text-text-muted">{ACTIVITY_COPY.intro}</p>
      <ActivityFilters filters={filters} people={people} onChange={changeFilters} />
      {/* Not a Card: what is cut off at a border cannot stay in view while the page scrolls. */}
      <section className="rounded-md border bg-surface">
        <div className="flex flex-wrap items-center justify-end gap-2 border-b p-2">
          {filters.attendeeId === null ? null : (
            <p className="mr-auto flex flex-wrap items-center gap-x-2 pl-2 text-sm">
              {ACTIVITY_COPY.ofOneGuest}
              <Button variant="ghost" size="tight" onClick={() => changeFilters({ attendeeId: null })}>
                {ACTIVITY_COPY.showAll}
              </Button>
            </p>
          )}
          <Button
            variant="ghost"
            size="tight"
            onClick={readAgain}
            pending={list.isRefetching}
            pendingText={ACTIVITY_COPY.refresh}
          >
            <RotateCw />
            {ACTIVITY_COPY.refresh}
          </Button>
          <DownloadButton
            narrow
            label={ACTIVITY_COPY.csv}
            path={csvPath(filters)}
            fallbackName="history.csv"
            failure={ACTIVITY_COPY.csvFailure}
          />
        </div>
        {rows?.length ? (
          <ActivityRows rows={rows} rest={rest} outdated={list.isPlaceholderData} undoImport={undoImport} />
        ) : rows ? (
          <EmptyState
            icon={<History />}
            title={isFiltered(filters) ? ACTIVITY_COPY.noneMatch : ACTIVITY_COPY.none}
            {...(isFiltered(filters) ? { description: ACTIVITY_COPY.noneMatchHint } : {})}
          />
        ) : (
          <QueryView query={list} loading={ACTIVITY_COPY.loading} failed={ACTIVITY_COPY.fetchFailed} />
        )}
      </section>
    </div>
  );
}

/** The matching entries, as far as they are loaded. */
function useActivity() {
  const queryClient = useQueryClient();
  const isReturn = useNavigationType() === "POP";
  // A return from a row restores the list; any other visit reloads it.
  useState(() => (isReturn ? null : removeActivityQueries(queryClient)));
  const { filters, changeFilters } = useFilters(filtersOf, addressOf);
  const list = useInfiniteQuery({ ...activityQuery(filters), placeholderData: keepPreviousData });
  const pages = list.data?.pages;
  const rows = useMemo(() => pages?.flatMap(({ items }) => items), [pages]);
  /** Restarts at the first page, however much had been loaded. */
  const readAgain = () => void queryClient.resetQueries({ queryKey: activityQuery(filters).queryKey });
  return { filters, changeFilters, list, rows, rest: restOf(list), readAgain };
}
