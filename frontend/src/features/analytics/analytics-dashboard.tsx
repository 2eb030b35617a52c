import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Event } from "@/api/types";
import { EventSelect } from "@/components/form/event-select";
import { failureText } from "@/components/form/failure";
import { LivePaused } from "@/components/layout/live-paused";
import { PageRules } from "@/components/print/paper";
import { PrintButton } from "@/components/print/print-bar";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { ErrorState } from "@/components/ui/states";
import { type Figures, figuresQuery } from "@/features/analytics/api";
import { ArrivalsCard } from "@/features/analytics/arrivals/arrivals-card";
import { PaymentsCard, TablesCard, TypesCard } from "@/features/analytics/breakdown-cards";
import { ANALYTICS_COPY, ARRIVALS_COPY } from "@/features/analytics/copy";
import { EventsCard } from "@/features/analytics/events-card";
import { OverviewCard } from "@/features/analytics/overview-card";
import { useChosenEvent, usePickerFocus } from "@/features/analytics/use-chosen-event";
import { UsersCard } from "@/features/analytics/users-card";
import { FiguresSkeleton, NothingSold } from "@/features/analytics/without-figures";
import { useTonight } from "@/hooks/use-tonight";
import { classes } from "@/lib/classes";
import { formatTimeOfDay } from "@/lib/event-date";
import { eventLabel } from "@/lib/event-search";

interface AnalyticsDashboardProps {
  /** Undefined while loading, null if they cannot be loaded. */
  events: Event[] | null | undefined;
  /** Reloads the list of events too. */
  onRetry: () => void;
}

/** In millimetres. */
const PRINT_MARGIN = { block: 12, inline: 12 };

/** /analytics. Shows when its numbers were read, and follows others' changes (contract 2, 7). */
export function AnalyticsDashboard({ events, onRetry }: AnalyticsDashboardProps) {
  const tonight = useTonight();
  const { eventId, chooseEvent } = useChosenEvent(events, tonight);
  const query = useQuery({ ...figuresQuery(eventId ?? null), enabled: eventId !== undefined });
  const figures = query.data;

  const event = events?.find(({ id }) => id === figures?.eventId);
  const printTitle = ANALYTICS_COPY.printTitle(event && eventLabel(event, events ?? []));
  const picker = usePickerFocus(figures?.eventId);

  function retry() {
    onRetry();
    void query.refetch();
  }

  return (
    <div className="flex flex-col gap-6">
      <PageRules margin={PRINT_MARGIN} />
      <p className="hidden font-semibold text-xl print:block">{printTitle}</p>
      <div className="flex flex-col gap-4 sm:flex-row sm:items-end sm:justify-between">
        <Field label={ANALYTICS_COPY.event} className="min-w-0 sm:max-w-96 sm:flex-1 print:hidden">
          <EventSelect
            ref={picker}
            events={events ?? undefined}
            eventId={eventId ?? null}
            onChoose={chooseEvent}
            {...(eventId === undefined ? { none: ANALYTICS_COPY.loadingEvents } : {})}
          />
        </Field>
        <div className="flex items-center justify-between gap-4">
          <p role="status" className="whitespace-nowrap text-sm text-text-muted tabular-nums">
            {figures ? ANALYTICS_COPY.asOf(formatTimeOfDay(figures.readAt)) : null}
          </p>
          <PrintButton
            variant="secondary"
            className="print:hidden"
            fileName={printTitle}
            disabled={!figures || query.isPlaceholderData}
          />
        </div>
      </div>
      <LivePaused />
      {figures ? (
        <FiguresOf
          figures={figures}
          event={event}
          tonight={tonight}
          outdated={query.isPlaceholderData}
          onShowAll={() => chooseEvent(null)}
        />
      ) : query.isError ? (
        <Card>
          <ErrorState
            title={ANALYTICS_COPY.failure.title}
            description={failureText(query.error, ANALYTICS_COPY.failure.fallback)}
            query={{ isFetching: query.isFetching, refetch: retry }}
          />
        </Card>
      ) : (
        <FiguresSkeleton />
      )}
    </div>
  );
}

interface FiguresOfProps {
  figures: Figures;
  event: Event | undefined;
  tonight: string;
  /** The numbers are still the previous event's. */
  outdated: boolean;
  onShowAll: () => void;
}

function FiguresOf({ figures, event, tonight, outdated, onShowAll }: FiguresOfProps) {
  const { eventId, overview, presence, users } = figures;
  const isGone = eventId !== null && overview.totalEvents === 0;
  return (
    <div
      aria-busy={outdated || undefined}
      // A fast response must not make the screen blink, so only a wait fades it.
      className={classes("flex flex-col gap-6 transition-opacity", outdated && "opacity-60 delay-500")}
    >
      {isGone ? null : <OverviewCard {...{ eventId, overview, presence, event, tonight }} />}
      {overview.totalTicketsSold === 0 ? (
        <NothingSold eventId={eventId} hasEvents={overview.totalEvents > 0} onShowAll={onShowAll} />
      ) : (
        <Details figures={figures} tonight={tonight} />
      )}
      {isGone ? null : (
        <UsersCard users={users} ticketsSold={overview.totalTicketsSold} ofAll={eventId === null} />
      )}
    </div>
  );
}

/** Cards that exist only for all events, or only for a single one (contract 2.analytics.17 and 1141). */
function Details({
  figures: { eventId, overview, events, arrivals, payments, tables, types },
  tonight,
}: {
  figures: Figures;
  tonight: string;
}) {
  const extraPeople = <ExtraPeople count={overview.possibleExtraPeople} eventId={eventId} />;
  if (eventId === null) {
    return (
      <>
        {extraPeople}
        <EventsCard events={events} tonight={tonight} />
        <PaymentsCard eventId={null} payments={payments} hint={ANALYTICS_COPY.chooseEvent} />
      </>
    );
  }
  return (
    <>
      <ArrivalsCard arrivals={arrivals} extraPeople={extraPeople} />
      <div className="grid gap-6 lg:grid-cols-3">
        <PaymentsCard eventId={eventId} payments={payments} />
        <div className="lg:col-span-2">
          <TablesCard key={eventId} eventId={eventId} tables={tables} />
        </div>
      </div>
      {types.length > 0 ? <TypesCard eventId={eventId} types={types} /> : null}
    </>
  );
}

interface ExtraPeopleProps {
  count: number;
  eventId: number | null;
}

/** Shown beside the arrivals, never added to them (contract 2.analytics.15). */
function ExtraPeople({ count, eventId }: ExtraPeopleProps) {
  if (count === 0) return null;
  return (
    <p className="rounded-md bg-warning-soft px-4 py-3 text-on-warning-soft text-sm">
      <Link
        to={eventId === null ? "/conflicts" : `/conflicts?eventId=${eventId}`}
        className="font-semibold tabular-nums underline underline-offset-4"
      >
        {ARRIVALS_COPY.extraPeople(count)}
      </Link>
      <span className="block">{ARRIVALS_COPY.extraPeopleMeans}</span>
    </p>
  );
}
