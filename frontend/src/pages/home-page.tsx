import { useQuery } from "@tanstack/react-query";
import {
  Archive,
  CalendarPlus,
  ChartColumn,
  ClipboardList,
  DoorOpen,
  History,
  ScanLine,
  Settings,
  TriangleAlert,
  UserPlus,
  Users,
} from "lucide-react";
import { Link, useNavigate } from "react-router";
import { LivePaused } from "@/components/layout/live-paused";
import { ShortcutHelp } from "@/components/layout/shortcut-help";
import { Card } from "@/components/ui/card";
import { FiguresCard } from "@/components/ui/figures-card";
import { lazyComponent } from "@/components/ui/lazy-component";
import { ErrorState } from "@/components/ui/states";
import { type Tile, Tiles } from "@/components/ui/tiles";
import { attendeeTotalQuery } from "@/features/attendees/api";
import { EventActions } from "@/features/attendees/event-summary/event-actions";
import {
  EventSummaryCard,
  EventSummarySkeleton,
} from "@/features/attendees/event-summary/event-summary-card";
import { openConflictsQuery } from "@/features/door/conflicts/open/api";
import { eventListQuery } from "@/features/events/api";
import { EventList, EventListSkeleton } from "@/features/events/event-list";
import { EVENT_LIST_COPY } from "@/features/events/list-copy";
import { UpcomingEvents } from "@/features/events/upcoming-events";
import { HomeLogoutButton } from "@/features/users/sign-in/home-logout-button";
import { useSignedInUser } from "@/features/users/sign-in/session";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";
import { useShortcut } from "@/hooks/shortcuts";
import { useTonight } from "@/hooks/use-tonight";
import { formatCount } from "@/lib/count";
import { eventPhase } from "@/lib/event-day";
import { distinctiveVenue } from "@/lib/event-search";

const Announcements = lazyComponent(
  async () => (await import("@/features/ticket-types/announcements")).Announcements,
);
const AnnouncedCard = lazyComponent(
  async () => (await import("@/features/privacy/retention/announced-card")).AnnouncedCard,
);

const ADD_ATTENDEE = "/add-attendee";
const ADD_KEY = "n";

/** Tiles for an event's preparation (contract 2). */
const EVENING: Tile[] = [
  { to: "/create-event", label: "Create Event", icon: CalendarPlus },
  { to: ADD_ATTENDEE, label: "Add Attendee", icon: UserPlus, shortcut: ADD_KEY },
  { to: "/manage-attendees", label: "Manage Attendees", icon: ClipboardList },
  { to: "/scan-attendees", label: "Scan Attendees", icon: ScanLine },
  { to: "/doors", label: "Doors", icon: DoorOpen },
];

const BACKUP: Tile = { to: "/backup-restore", label: "Backup & Restore", icon: Archive };
const SUPER_ADMIN_OFFICE: Tile[] = [
  BACKUP,
  { to: "/analytics", label: "Analytics Dashboard", icon: ChartColumn },
  { to: "/user-management", label: "User Management", icon: Users },
  { to: "/activity", label: "Activity", icon: History },
  { to: "/settings", label: "Settings", icon: Settings },
];

export function HomePage() {
  const { role } = useSignedInUser();
  const tonight = useTonight();
  const events = useQuery(eventListQuery());
  const attendees = useQuery(attendeeTotalQuery());
  const conflicts = useQuery(openConflictsQuery());
  const navigate = useNavigate();
  useShortcut(ADD_KEY, () => navigate(ADD_ATTENDEE));
  return (
    <StaffFrame title="Dashboard" tools={<ShortcutHelp />}>
      <div className="flex flex-col gap-6">
        <LivePaused />
        <Announcements eventId={null} />
        {role === "super_admin" ? <AnnouncedCard /> : null}
        {events.isError ? (
          <Card>
            <ErrorState title={EVENT_LIST_COPY.fetchFailed} query={events} />
          </Card>
        ) : null}
        {events.isPending ? <EventSummarySkeleton /> : null}
        {events.data ? (
          <UpcomingEvents events={events.data} tonight={tonight}>
            {(event) => (
              <EventSummaryCard
                key={event.id}
                event={event}
                tonight={tonight}
                venue={distinctiveVenue(event, events.data)}
              >
                <EventActions eventId={event.id} when={eventPhase(event, tonight)} />
              </EventSummaryCard>
            )}
          </UpcomingEvents>
        ) : null}
        <nav aria-label="Main" className="flex flex-col gap-3 sm:gap-4">
          {role === "super_admin" ? (
            <Tiles tiles={[...EVENING, ...SUPER_ADMIN_OFFICE]} columns="lg:grid-cols-5" />
          ) : (
            <Tiles tiles={[...EVENING, BACKUP]} columns="lg:grid-cols-3" />
          )}
          {conflicts.data ? <ConflictsEntry open={conflicts.data} /> : null}
        </nav>
        <div className="grid items-start gap-6 lg:grid-cols-3 lg:gap-x-8">
          {events.isPending || events.data?.length ? (
            <div className="lg:col-span-2">
              {events.data ? <EventList events={events.data} tonight={tonight} /> : <EventListSkeleton />}
            </div>
          ) : null}
          <div className="flex flex-col gap-6 lg:only:col-span-3">
            <FiguresCard
              title={EVENT_LIST_COPY.overview}
              figures={[
                { label: EVENT_LIST_COPY.totalEvents, value: events.data?.length },
                { label: EVENT_LIST_COPY.totalAttendees, value: attendees.data },
              ]}
              // If the events could not be loaded, the area of the event cards says so.
              failure={
                attendees.errorUpdateCount > 0 && attendees.data === undefined
                  ? { text: EVENT_LIST_COPY.attendeesFailed, query: attendees }
                  : null
              }
            />
            <HomeLogoutButton />
          </div>
        </div>
      </div>
    </StaffFrame>
  );
}

/** Shown while a conflict is open; last, so that no other tile moves. */
function ConflictsEntry({ open }: { open: number }) {
  return (
    <Link
      to="/conflicts"
      className="flex min-h-14 items-center gap-3 rounded-md border bg-warning-soft px-4 py-3 text-on-warning-soft transition-colors hover:border-current"
    >
      <TriangleAlert className="size-5 shrink-0" />
      <span className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold tabular-nums">Conflicts ({formatCount(open)})</span>
        <span className="text-sm">Check-ins to review</span>
      </span>
    </Link>
  );
}
