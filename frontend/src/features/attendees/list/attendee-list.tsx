import { type ReactNode, useState } from "react";
import type { MailSlot } from "@/components/form/mail-slot";
import type { TypeField } from "@/components/form/type-field";
import { LivePaused } from "@/components/layout/live-paused";
import { lazyComponent } from "@/components/ui/lazy-component";
import { QueryView } from "@/components/ui/states";
import { AddLink } from "@/features/attendees/list/add-link";
import { AttendeeRows } from "@/features/attendees/list/attendee-rows";
import { ColumnHeadings } from "@/features/attendees/list/column-headings";
import { countLabel, listNotes, MANAGE_COPY } from "@/features/attendees/list/copy";
import { NoneListed } from "@/features/attendees/list/empty-list";
import { FilterBar } from "@/features/attendees/list/filter-bar";
import {
  addressOf,
  filtersOf,
  NO_FILTERS,
  ofEventAlone,
  wholeEventOf,
} from "@/features/attendees/list/filters";
import { ListBar, SelectAll } from "@/features/attendees/list/list-bar";
import { ExportButtons, PrintListButton } from "@/features/attendees/list/list-buttons";
import { NOBODY } from "@/features/attendees/list/selection";
import { TableFilter } from "@/features/attendees/list/table-filter";
import { useAttendeeList, useListStart } from "@/features/attendees/list/use-attendee-list";
import { useBulkDelete } from "@/features/attendees/list/use-bulk-delete";
import { useEmailing } from "@/features/attendees/list/use-emailing";
import { useQrExport } from "@/features/attendees/list/use-qr-export";
import { useSelection } from "@/features/attendees/list/use-selection";
import { useFilters } from "@/hooks/use-filters";
import type { ListedEvent } from "@/lib/event-search";

const ChangeDialog = lazyComponent(
  async () => (await import("@/features/attendees/change/change-dialog")).ChangeDialog,
);
const DeleteDialog = lazyComponent(
  async () => (await import("@/features/attendees/list/delete-dialog")).DeleteDialog,
);
const PrintDialog = lazyComponent(
  async () => (await import("@/features/attendees/print/print-dialog")).PrintDialog,
);

const SelectionBar = lazyComponent(
  async () => (await import("@/features/attendees/list/selection-bar")).SelectionBar,
);

interface AttendeeListProps {
  events: ListedEvent[] | undefined;
  /** Other features' actions for the whole list, beside Export CSV; `news` is their result above the list. */
  actions?: ReactNode;
  /** The choice of a ticket type, as a filter and for a change of many. */
  typeFilter: TypeField;
  typeField: TypeField;
  /** Tickets by email; undefined where the server cannot send. */
  mail: MailSlot | undefined;
  news?: ReactNode;
}

/** /manage-attendees: all registered attendees (contract 2). */
export function AttendeeList({ events, actions, typeFilter, typeField, mail, news }: AttendeeListProps) {
  const { filters, changeFilters } = useFilters(filtersOf, addressOf);
  const { list, rows, matches, all, allUnknown, figures, rest } = useAttendeeList(filters);
  const choice = useSelection(filters, rows);
  const { selection, selected, hidden, waiting, select } = choice;
  const bulkDelete = useBulkDelete(filters, select);
  const qrExport = useQrExport(filters);
  const [dialog, setDialog] = useState<"print" | "change" | null>(null);
  const emailing = useEmailing(mail, filters, choice);
  const section = useListStart(filters);
  const listed = list.isPlaceholderData || rows?.length !== matches ? [] : rows;

  const loading = list.isError ? null : MANAGE_COPY.loading;
  const [isEmpty, hasRows] = [rows?.length === 0 && all === 0, Boolean(rows?.length)];
  const event = events?.find(({ id }) => id === filters.eventId);
  const isWholeEvent = wholeEventOf(filters) !== null && (event !== undefined || !events);
  const isEmptyEvent = isWholeEvent && rows?.length === 0 && rest.kind === "none" && !list.isPlaceholderData;
  // Beside the rows that it applies to.
  const print = (
    <PrintListButton
      onClick={() => setDialog("print")}
      disabled={!(hasRows || selected) || list.isPlaceholderData}
    />
  );

  return (
    <div className="flex flex-col gap-3 md:[--list-top:--spacing(28)] lg:[--list-top:--spacing(15)] md:pointer-fine:-mt-8 md:pointer-fine:gap-2 md:pointer-fine:[--list-top:--spacing(24)] lg:pointer-fine:[--list-top:--spacing(13)]">
      <FilterBar
        filters={filters}
        events={events}
        figures={figures}
        typeField={typeFilter}
        mail={mail}
        onChange={changeFilters}
      />
      <TableFilter filters={filters} onChange={changeFilters} />
      {news}
      {/* Not a Card: what is cut off at a border cannot stay in view while the page scrolls. */}
      <section ref={section} className="scroll-mt-(--list-top) rounded-md border bg-surface">
        <ListBar
          count={rows ? (countLabel(matches, { all, allUnknown }) ?? loading) : loading}
          notes={listNotes({ figures, filters, waiting, attendees: listed })}
          filters={filters}
          onClear={() => changeFilters(ofEventAlone(filters))}
          box={
            hasRows || list.isPending ? (
              <SelectAll
                count={selected - hidden}
                matches={matches}
                disabled={!hasRows || list.isPlaceholderData || choice.isSelecting}
                onSelectAll={() => choice.selectEverybody(matches, rows?.[0]?.id ?? 0)}
                onSelectNobody={() => select(NOBODY)}
              />
            ) : null
          }
          tools={
            <>
              <ExportButtons
                filters={filters}
                selection={selection}
                matches={rows && !list.isPlaceholderData ? matches : null}
              />
              {selected === 0 && (hasRows || list.isPending) ? print : null}
              {isEmptyEvent && !isEmpty ? null : actions}
            </>
          }
          add={isEmpty || isEmptyEvent ? null : <AddLink short eventId={filters.eventId} />}
        />
        <div className="px-4">
          <LivePaused />
        </div>
        {rows?.length ? (
          <>
            <ColumnHeadings sort={filters.sort} onSort={(sort) => changeFilters({ sort })} />
            <AttendeeRows
              rows={rows}
              matches={matches}
              rest={rest}
              selection={selection}
              onToggle={(attendee, isRange) => choice.toggle(attendee, rows, isRange)}
              outdated={list.isPlaceholderData}
              showsOwed={filters.owes}
            />
          </>
        ) : rows && rest.kind === "none" ? (
          <NoneListed
            {...{ filters, isEmpty, isEmptyEvent, actions }}
            onClear={() => changeFilters({ ...NO_FILTERS, sort: filters.sort })}
          />
        ) : (
          // The foot of the page stays out of view, as with rows.
          <QueryView query={list} loading={MANAGE_COPY.loading} failed={MANAGE_COPY.fetchFailed} isTall />
        )}
        {hasRows || selected > 0 ? (
          <SelectionBar
            choice={choice}
            disabled={list.isPlaceholderData}
            exporting={qrExport.isPending}
            print={print}
            onExport={() => qrExport.mutate(selection)}
            onChange={() => setDialog("change")}
            email={emailing.button}
            onDelete={() => bulkDelete.ask(selection)}
          />
        ) : null}
      </section>
      {dialog === "print" ? (
        <PrintDialog
          filters={filters}
          eventName={event?.name}
          selection={selection}
          matches={matches}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {emailing.dialog}
      {dialog === "change" ? (
        <ChangeDialog
          choice={choice}
          filters={filters}
          typeField={typeField}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {bulkDelete.state.kind === "idle" ? null : (
        <DeleteDialog
          state={bulkDelete.state}
          choice={choice}
          filters={filters}
          onCancel={bulkDelete.cancel}
          onConfirm={(needsBackup) => bulkDelete.start(selection, needsBackup)}
          onStop={bulkDelete.stop}
        />
      )}
    </div>
  );
}
