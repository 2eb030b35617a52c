import { History, RotateCw } from "lucide-react";
import type { User } from "@/api/types";
import { DownloadButton } from "@/components/files/download-button";
import { Button } from "@/components/ui/button";
import { EmptyState, QueryView } from "@/components/ui/states";
import { ActivityFilters } from "@/features/activity/activity-filters";
import { ActivityRows } from "@/features/activity/activity-rows";
import { ACTIVITY_COPY } from "@/features/activity/copy";
import { csvPath, isFiltered } from "@/features/activity/filters";
import { useActivity } from "@/features/activity/use-activity";

/** contract 2.activity: everything that people did, newest first. */
export function ActivityList({ people }: { people: Pick<User, "id" | "fullName">[] | undefined }) {
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
            <RotateCw aria-hidden="true" />
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
          <ActivityRows rows={rows} rest={rest} outdated={list.isPlaceholderData} />
        ) : rows ? (
          <EmptyState
            icon={<History aria-hidden="true" />}
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
