import { CalendarPlus, CalendarX, UserPlus } from "lucide-react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { ANALYTICS_COPY, NOTHING_SOLD_COPY } from "@/features/analytics/copy";
import { classes } from "@/lib/classes";
import { addGuestUrl } from "@/lib/url";

const Block = ({ className }: { className: string }) => (
  <div className={classes("animate-pulse rounded-md bg-surface-muted", className)} />
);

const FOUR = ["a", "b", "c", "d"];
const SIX = [...FOUR, "e", "f"];

/** Placeholder of the same shape, to avoid a layout shift. */
export function FiguresSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <p className="sr-only">{ANALYTICS_COPY.loading}</p>
      <Card className="flex flex-col gap-6">
        <Block className="h-7 w-32" />
        <div className="grid gap-3 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
          {SIX.map((key) => (
            <Block key={key} className="h-7 sm:h-15" />
          ))}
        </div>
        <div className="grid grid-cols-2 gap-6 border-t pt-6 lg:grid-cols-4">
          {FOUR.map((key) => (
            <Block key={key} className="h-18" />
          ))}
        </div>
      </Card>
      <Card className="flex flex-col gap-5">
        <Block className="h-7 w-32" />
        <Block className="h-60" />
      </Card>
    </div>
  );
}

interface NothingSoldProps {
  eventId: number | null;
  hasEvents: boolean;
  onShowAll: () => void;
}

export function NothingSold({ eventId, hasEvents, onShowAll }: NothingSoldProps) {
  if (eventId !== null && !hasEvents) {
    const { title, description, action } = NOTHING_SOLD_COPY.goneEvent;
    const button = (
      <Button variant="secondary" onClick={onShowAll}>
        {action}
      </Button>
    );
    return (
      <Card>
        <EmptyState icon={<CalendarX />} {...{ title, description }} action={button} />
      </Card>
    );
  }
  const { title, description, action } = hasEvents ? NOTHING_SOLD_COPY.noTickets : NOTHING_SOLD_COPY.noEvents;
  const Icon = hasEvents ? UserPlus : CalendarPlus;
  return (
    <Card>
      <EmptyState
        icon={<Icon />}
        {...{ title, description }}
        action={<ButtonLink to={hasEvents ? addGuestUrl(eventId) : "/create-event"}>{action}</ButtonLink>}
      />
    </Card>
  );
}
