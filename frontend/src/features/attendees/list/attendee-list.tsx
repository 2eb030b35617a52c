import { Printer, SearchX, Users } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Event } from "@/api/types";
import { DownloadButton } from "@/components/files/download-button";
import { LivePaused } from "@/components/layout/live-paused";
import { Button } from "@/components/ui/button";
import { EmptyState, ErrorState, LoadingState } from "@/components/ui/states";
import { csvPath } from "@/features/attendees/api";
import { AddLink } from "@/features/attendees/list/add-link";
import { AttendeeRows } from "@/features/attendees/list/attendee-rows";
import { EXPORT_COPY, MANAGE_COPY } from "@/features/attendees/list/copy";
import { DeleteDialog } from "@/features/attendees/list/delete-dialog";
import { FilterBar } from "@/features/attendees/list/filter-bar";
import { NO_FILTERS } from "@/features/attendees/list/filters";
import { ListBar, SelectAll } from "@/features/attendees/list/list-bar";
import { NOBODY, selectAll, selectedCount, withToggled } from "@/features/attendees/list/selection";
import { SelectionBar } from "@/features/attendees/list/selection-bar";
import { useAttendeeList } from "@/features/attendees/list/use-attendee-list";
import { useBulkDelete } from "@/features/attendees/list/use-bulk-delete";
import { useFilters } from "@/features/attendees/list/use-filters";
import { useQrExport } from "@/features/attendees/list/use-qr-export";
import { useSelection } from "@/features/attendees/list/use-selection";
import { PrintDialog } from "@/features/attendees/print/print-dialog";

interface AttendeeListProps {
  events: Pick<Event, "id" | "name" | "date">[] | undefined;
  /** What another room can do with the whole list: beside Export CSV, and what comes of it above the list. */
  actions?: ReactNode;
  news?: ReactNode;
}

/** contract 2: /manage-attendees, everybody who is registered. */
export function AttendeeList({ events, actions, news }: AttendeeListProps) {
  const { filters, changeFilters } = useFilters();
  const { list, rows, matches, all, allUnknown, present, rest } = useAttendeeList(filters);
  const { selection, select } = useSelection(filters);
  const bulkDelete = useBulkDelete(filters, select);
  const qrExport = useQrExport(filters);
  const [isPrinting, setIsPrinting] = useState(false);

  function countWords() {
    if (rows && all !== undefined) return MANAGE_COPY.showing(matches, all);
    if (rows && allUnknown) return MANAGE_COPY.showingOf(matches);
    return list.isError ? null : MANAGE_COPY.loading;
  }

  const selected = selectedCount(selection);
  const isEmpty = rows?.length === 0 && all === 0;
  const hasRows = Boolean(rows?.length);
  // Of the selection, or of everybody who is listed: it stands with what it is about.
  const print = (
    <Button
      variant="secondary"
      size="tight"
      className="max-md:col-span-full sm:px-4"
      onClick={() => setIsPrinting(true)}
      disabled={!hasRows || list.isPlaceholderData}
    >
      <Printer aria-hidden="true" />
      {MANAGE_COPY.print}
    </Button>
  );

  return (
    <div className="flex flex-col gap-3 md:gap-6">
      <FilterBar filters={filters} events={events} onChange={changeFilters} />
      {news}
      {/* Not a Card: what is cut off at a border cannot stay in view while the page scrolls. */}
      <section className="rounded-md border bg-surface">
        <ListBar
          count={countWords()}
          present={present}
          box={
            hasRows || list.isPending ? (
              <SelectAll
                count={selected}
                matches={matches}
                disabled={!hasRows || list.isPlaceholderData}
                onSelectAll={() => select(selectAll(matches, rows?.[0]?.id ?? 0))}
                onSelectNobody={() => select(NOBODY)}
              />
            ) : null
          }
          tools={
            <>
              {selected === 0 && (hasRows || list.isPending) ? print : null}
              <DownloadButton
                narrow
                label={EXPORT_COPY.csv}
                path={csvPath(filters.eventId)}
                fallbackName="attendees.csv"
                failure={EXPORT_COPY.failure}
              />
              {actions}
            </>
          }
          add={isEmpty ? null : <AddLink short eventId={filters.eventId} />}
        />
        <div className="px-4">
          <LivePaused refresh />
        </div>
        {rows?.length ? (
          <>
            <AttendeeRows
              rows={rows}
              matches={matches}
              rest={rest}
              selection={selection}
              onToggle={(attendee) => select(withToggled(selection, attendee))}
              outdated={list.isPlaceholderData}
            />
            <SelectionBar
              count={selected}
              disabled={list.isPlaceholderData}
              exporting={qrExport.isPending}
              print={print}
              onSelectNobody={() => select(NOBODY)}
              onExport={() => qrExport.mutate(selection)}
              onDelete={() => bulkDelete.ask(selection)}
            />
          </>
        ) : rows && rest.kind === "none" ? (
          <Nobody
            add={isEmpty ? <AddLink eventId={filters.eventId} /> : null}
            onClear={() => changeFilters(NO_FILTERS)}
          />
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
      {isPrinting ? (
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

/** contract 2: the two ways in which a list is empty; where nobody is registered at all, `add` leads to the first. */
function Nobody({ add, onClear }: { add: ReactNode; onClear: () => void }) {
  return add ? (
    <EmptyState
      icon={<Users aria-hidden="true" />}
      title={MANAGE_COPY.none}
      description={MANAGE_COPY.noneHint}
      action={add}
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
