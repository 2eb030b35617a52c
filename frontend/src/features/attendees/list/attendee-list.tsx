import { SearchX, UserPlus, Users } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Event } from "@/api/types";
import { DownloadButton } from "@/components/files/download-button";
import { LivePaused } from "@/components/layout/live-paused";
import { Button } from "@/components/ui/button";
import { later } from "@/components/ui/later";
import { EmptyState, ErrorState, LoadingState } from "@/components/ui/states";
import { csvPath } from "@/features/attendees/api";
import { AttendeeRows } from "@/features/attendees/list/attendee-rows";
import { EXPORT_COPY, MANAGE_COPY } from "@/features/attendees/list/copy";
import { DeleteDialog } from "@/features/attendees/list/delete-dialog";
import { FilterBar } from "@/features/attendees/list/filter-bar";
import { NO_FILTERS } from "@/features/attendees/list/filters";
import { NOBODY, selectAll, selectedCount, withToggled } from "@/features/attendees/list/selection";
import { SelectionBar } from "@/features/attendees/list/selection-bar";
import { useAttendeeList } from "@/features/attendees/list/use-attendee-list";
import { useBulkDelete } from "@/features/attendees/list/use-bulk-delete";
import { useFilters } from "@/features/attendees/list/use-filters";
import { useQrExport } from "@/features/attendees/list/use-qr-export";
import { useSelection } from "@/features/attendees/list/use-selection";

const printDialog = later(async () => (await import("@/features/attendees/print/print-dialog")).PrintDialog);

interface AttendeeListProps {
  events: Pick<Event, "id" | "name" | "date">[] | undefined;
  /** What another room can do with the whole list: beside Export CSV, and what comes of it beneath. */
  actions?: ReactNode;
  news?: ReactNode;
}

/** contract 2: /manage-attendees, everybody who is registered. */
export function AttendeeList({ events, actions, news }: AttendeeListProps) {
  const { filters, changeFilters } = useFilters();
  const { list, rows, matches, all, allUnknown, rest } = useAttendeeList(filters);
  const { selection, select } = useSelection(filters);
  const bulkDelete = useBulkDelete(filters, select);
  const qrExport = useQrExport(filters);
  const [isPrinting, setIsPrinting] = useState(false);
  const PrintDialog = printDialog.use(isPrinting);

  function countWords() {
    if (rows && all !== undefined) return MANAGE_COPY.showing(matches, all);
    if (rows && allUnknown) return MANAGE_COPY.showingOf(matches);
    return list.isError ? null : MANAGE_COPY.loading;
  }

  return (
    <div className="flex flex-col gap-6">
      <FilterBar filters={filters} events={events} onChange={changeFilters} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="tabular-nums">
          {countWords()}
        </p>
        <LivePaused refresh />
        <div className="flex gap-3 max-sm:w-full">
          <DownloadButton
            narrow
            label={EXPORT_COPY.csv}
            path={csvPath(filters.eventId)}
            fallbackName="attendees.csv"
            failure={EXPORT_COPY.failure}
            className="max-sm:flex-1"
          />
          {actions}
        </div>
      </div>
      {news}
      {/* Not a Card: what is cut off at a border cannot stay in view while the page scrolls. */}
      <section className="rounded-md border bg-surface">
        {rows?.length ? (
          <>
            <SelectionBar
              count={selectedCount(selection)}
              matches={matches}
              disabled={list.isPlaceholderData}
              exporting={qrExport.isPending}
              onSelectAll={() => select(selectAll(matches, rows[0]?.id ?? 0))}
              onSelectNobody={() => select(NOBODY)}
              onExport={() => qrExport.mutate(selection)}
              onPrint={() => setIsPrinting(true)}
              onDelete={() => bulkDelete.ask(selection)}
            />
            <AttendeeRows
              rows={rows}
              matches={matches}
              rest={rest}
              selection={selection}
              onToggle={(attendee) => select(withToggled(selection, attendee))}
              outdated={list.isPlaceholderData}
            />
          </>
        ) : rows && rest.kind === "none" ? (
          <Nobody isEmpty={all === 0} onClear={() => changeFilters(NO_FILTERS)} />
        ) : list.isError ? (
          <ErrorState
            title={MANAGE_COPY.fetchFailed}
            onRetry={() => list.refetch()}
            retrying={list.isFetching}
          />
        ) : (
          <LoadingState text={MANAGE_COPY.loading} />
        )}
      </section>
      {isPrinting && PrintDialog ? (
        <PrintDialog
          filters={filters}
          eventName={events?.find(({ id }) => id === filters.eventId)?.name}
          selection={selection}
          matches={matches}
          onClose={() => setIsPrinting(false)}
        />
      ) : null}
      <DeleteDialog
        state={bulkDelete.state}
        onCancel={bulkDelete.cancel}
        onConfirm={() => bulkDelete.start(selection)}
        onStop={bulkDelete.stop}
      />
    </div>
  );
}

/** contract 2: the two ways in which a list is empty. */
function Nobody({ isEmpty, onClear }: { isEmpty: boolean; onClear: () => void }) {
  return isEmpty ? (
    <EmptyState
      icon={<Users aria-hidden="true" />}
      title={MANAGE_COPY.none}
      description={MANAGE_COPY.noneHint}
      action={
        <Button asChild>
          <Link to="/add-attendee">
            <UserPlus aria-hidden="true" />
            {MANAGE_COPY.add}
          </Link>
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title={MANAGE_COPY.noMatch}
      description={MANAGE_COPY.noMatchHint}
      action={
        <Button variant="secondary" onClick={onClear}>
          {MANAGE_COPY.clearFilters}
        </Button>
      }
    />
  );
}
