import { useQuery } from "@tanstack/react-query";
import { CalendarPlus } from "lucide-react";
import { Link } from "react-router";
import { Card } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/states";
import { eventListQuery } from "@/features/events/api";
import { EVENT_LIST_COPY } from "@/features/events/copy";
import { EventList } from "@/features/events/event-list";
import { QuickOverview } from "@/features/events/quick-overview";
import { HomeLogoutButton } from "@/features/users/home-logout-button";
import { StaffFrame } from "@/features/users/staff-frame";

/** Each entry stands here from the day its screen does (contract 2). */
const ENTRIES = [
  { to: "/create-event", label: "Create Event", text: "Name, date and time", icon: CalendarPlus },
];

export function HomePage() {
  const events = useQuery(eventListQuery());
  return (
    <StaffFrame title="Dashboard">
      <div className="flex flex-col gap-8">
        <nav aria-label="Main" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {ENTRIES.map(({ to, label, text, icon: Icon }) => (
            <Link key={to} to={to} className="rounded-md border bg-surface p-5 hover:border-accent">
              <Icon aria-hidden="true" className="size-6 text-accent" />
              {label}
              {text}
            </Link>
          ))}
        </nav>
        <QuickOverview events={events.data} />
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
        <HomeLogoutButton />
      </div>
    </StaffFrame>
  );
}
