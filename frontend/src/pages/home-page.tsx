import { useQuery } from "@tanstack/react-query";
import { Archive, CalendarPlus, ChartColumn, ClipboardList, ScanLine, UserPlus, Users } from "lucide-react";
import { Link } from "react-router";
import { Card } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/states";
import { attendeeTotalQuery } from "@/features/attendees/api";
import { eventListQuery } from "@/features/events/api";
import { EVENT_LIST_COPY } from "@/features/events/copy";
import { EventList } from "@/features/events/event-list";
import { QuickOverview } from "@/features/events/quick-overview";
import { HomeLogoutButton } from "@/features/users/home-logout-button";
import { useSignedInUser } from "@/features/users/session";
import { StaffFrame } from "@/features/users/staff-frame";
import { classes } from "@/lib/classes";

/** Each entry stands here from the day its screen does (contract 2). */
const ENTRIES = [
  {
    to: "/create-event",
    label: "Create Event",
    text: "Give an evening its name and date",
    icon: CalendarPlus,
  },
  {
    to: "/add-attendee",
    label: "Add Attendee",
    text: "Register a guest, hand over a ticket",
    icon: UserPlus,
  },
  {
    to: "/manage-attendees",
    label: "Manage Attendees",
    text: "Find, change and export guests",
    icon: ClipboardList,
  },
  { to: "/scan-attendees", label: "Scan Attendees", text: "Check guests in at the door", icon: ScanLine },
  {
    to: "/backup-restore",
    label: "Backup & Restore",
    text: "Take everything out, bring it back",
    icon: Archive,
  },
];

const SUPER_ADMIN_ENTRIES = [
  {
    to: "/analytics",
    label: "Analytics Dashboard",
    text: "See sales, payments and arrivals",
    icon: ChartColumn,
  },
  { to: "/user-management", label: "User Management", text: "Say who may sign in, and as what", icon: Users },
];

export function HomePage() {
  const { role } = useSignedInUser();
  const entries = role === "super_admin" ? [...ENTRIES, ...SUPER_ADMIN_ENTRIES] : ENTRIES;
  // An organizer's five fit beside each other; more are two rows.
  const isOneRow = entries.length === 5;
  const events = useQuery(eventListQuery());
  const attendees = useQuery(attendeeTotalQuery());
  return (
    <StaffFrame title="Dashboard">
      <div className="grid items-start gap-6 lg:grid-cols-3 lg:grid-rows-[auto_auto_1fr] lg:gap-x-8">
        <nav
          aria-label="Main"
          className={classes(
            "grid gap-4 sm:grid-cols-2 lg:order-first lg:col-span-3",
            isOneRow ? "lg:grid-cols-5" : "lg:grid-cols-4",
          )}
        >
          {entries.map(({ to, label, text, icon: Icon }) => (
            <Link
              key={to}
              to={to}
              aria-label={label}
              className={classes(
                "group flex items-center gap-4 rounded-md border bg-surface p-4 transition-colors hover:border-accent sm:flex-col sm:items-start sm:p-6",
                isOneRow && "lg:p-4",
              )}
            >
              <span className="grid size-12 shrink-0 place-items-center rounded-md bg-accent-soft text-on-accent-soft transition-colors group-hover:bg-accent group-hover:text-on-accent">
                <Icon aria-hidden="true" className="size-6" />
              </span>
              <span className="flex flex-col gap-1">
                <span className="font-semibold">{label}</span>
                <span className="text-sm text-text-muted">{text}</span>
              </span>
            </Link>
          ))}
        </nav>
        <QuickOverview events={events.data?.length} attendees={attendees.data} />
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
          {events.data?.length ? <EventList events={events.data} /> : null}
        </div>
        <HomeLogoutButton />
      </div>
    </StaffFrame>
  );
}
