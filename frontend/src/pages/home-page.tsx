import { useQuery } from "@tanstack/react-query";
import {
  Archive,
  CalendarPlus,
  ChartColumn,
  ClipboardList,
  type LucideIcon,
  ScanLine,
  UserPlus,
  Users,
} from "lucide-react";
import { Link, useNavigate } from "react-router";
import { ShortcutHelp } from "@/components/layout/shortcut-help";
import { Card } from "@/components/ui/card";
import { FiguresCard } from "@/components/ui/figures-card";
import { KeyHint } from "@/components/ui/key-hint";
import { ErrorState } from "@/components/ui/states";
import { attendeeTotalQuery } from "@/features/attendees/api";
import { eventListQuery } from "@/features/events/api";
import { EventList, EventListSkeleton, FirstEvent } from "@/features/events/event-list";
import { EVENT_LIST_COPY } from "@/features/events/list-copy";
import { HomeLogoutButton } from "@/features/users/sign-in/home-logout-button";
import { useSignedInUser } from "@/features/users/sign-in/session";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";
import { useShortcut, useShortcutsOn } from "@/hooks/shortcuts";
import { classes } from "@/lib/classes";

const ADD_ATTENDEE = "/add-attendee";
const ADD_KEY = "n";

interface Entry {
  to: string;
  label: string;
  text: string;
  icon: LucideIcon;
  /** The key that leads there too. */
  shortcut?: string;
}

/** Each entry stands here from the day its screen does (contract 2). First what an evening is made of. */
const EVENING: Entry[] = [
  {
    to: "/create-event",
    label: "Create Event",
    text: "Give an evening its name and date",
    icon: CalendarPlus,
  },
  {
    to: ADD_ATTENDEE,
    label: "Add Attendee",
    text: "Register a guest, hand over a ticket",
    icon: UserPlus,
    shortcut: ADD_KEY,
  },
  {
    to: "/manage-attendees",
    label: "Manage Attendees",
    text: "Find, change and export guests",
    icon: ClipboardList,
  },
  { to: "/scan-attendees", label: "Scan Attendees", text: "Check guests in at the door", icon: ScanLine },
];

/** Then the office behind it. */
const BACKUP: Entry = {
  to: "/backup-restore",
  label: "Backup & Restore",
  text: "Export, back up and restore",
  icon: Archive,
};
const SUPER_ADMIN_OFFICE: Entry[] = [
  BACKUP,
  {
    to: "/analytics",
    label: "Analytics Dashboard",
    text: "See sales, payments and arrivals",
    icon: ChartColumn,
  },
  { to: "/user-management", label: "User Management", text: "Manage staff accounts and roles", icon: Users },
];

export function HomePage() {
  const { role } = useSignedInUser();
  const isSuperAdmin = role === "super_admin";
  const events = useQuery(eventListQuery());
  const attendees = useQuery(attendeeTotalQuery());
  const navigate = useNavigate();
  useShortcut(ADD_KEY, () => navigate(ADD_ATTENDEE));
  return (
    <StaffFrame title="Dashboard" tools={<ShortcutHelp />}>
      <div className="grid items-start gap-6 lg:grid-cols-3 lg:grid-rows-[auto_auto_1fr] lg:gap-x-8">
        <nav aria-label="Main" className="flex flex-col gap-4 lg:order-first lg:col-span-3">
          {isSuperAdmin ? (
            <>
              <Tiles entries={EVENING} columns="sm:grid-cols-2 lg:grid-cols-4" />
              <Tiles entries={SUPER_ADMIN_OFFICE} columns="lg:grid-cols-3" slim />
            </>
          ) : (
            <Tiles entries={[...EVENING, BACKUP]} columns="sm:grid-cols-2 lg:grid-cols-5" />
          )}
        </nav>
        <FiguresCard
          title={EVENT_LIST_COPY.overview}
          figures={[
            { label: EVENT_LIST_COPY.totalEvents, value: events.data?.length },
            { label: EVENT_LIST_COPY.totalAttendees, value: attendees.data },
          ]}
          // Of events that could not be read, the place of their list says so.
          failure={
            attendees.errorUpdateCount > 0 && attendees.data === undefined
              ? {
                  text: EVENT_LIST_COPY.attendeesFailed,
                  onRetry: attendees.refetch,
                  retrying: attendees.isFetching,
                }
              : null
          }
        />
        <div className="lg:order-first lg:col-span-2 lg:row-span-2">
          {events.isError ? (
            <Card>
              <ErrorState
                title={EVENT_LIST_COPY.fetchFailed}
                onRetry={() => events.refetch()}
                retrying={events.isFetching}
              />
            </Card>
          ) : null}
          {events.isPending ? <EventListSkeleton /> : null}
          {events.data?.length === 0 ? <FirstEvent /> : null}
          {events.data?.length ? <EventList events={events.data} /> : null}
        </div>
        <HomeLogoutButton />
      </div>
    </StaffFrame>
  );
}

interface TilesProps {
  entries: Entry[];
  columns: string;
  /** Lower ones, with the picture beside the words. */
  slim?: boolean;
}

function Tiles({ entries, columns, slim = false }: TilesProps) {
  const hasShortcuts = useShortcutsOn();
  return (
    <div className={classes("grid gap-4", columns)}>
      {entries.map(({ to, label, text, icon: Icon, shortcut }) => (
        <Link
          key={to}
          to={to}
          aria-label={label}
          aria-keyshortcuts={hasShortcuts ? shortcut : undefined}
          className={classes(
            "group relative flex items-center gap-4 rounded-md border bg-surface p-4 transition-colors hover:border-accent",
            // The last of an odd number takes the whole row where there are two to a row.
            slim ? null : "sm:max-lg:odd:last:col-span-2 sm:flex-col sm:items-start",
            slim || entries.length > 4 ? null : "sm:p-6",
          )}
        >
          <span className="grid size-12 shrink-0 place-items-center rounded-md bg-accent-soft text-on-accent-soft transition-colors group-hover:bg-accent group-hover:text-on-accent">
            <Icon aria-hidden="true" className="size-6" />
          </span>
          <span className="flex flex-col gap-1">
            <span className="font-semibold">{label}</span>
            <span className="text-balance text-sm text-text-muted">{text}</span>
          </span>
          {hasShortcuts && shortcut ? <KeyHint className="absolute top-4 right-4">{shortcut}</KeyHint> : null}
        </Link>
      ))}
    </div>
  );
}
