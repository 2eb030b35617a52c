import { useState } from "react";
import type { Retention } from "@/api/types";
import { Button } from "@/components/ui/button";
import { ANNOUNCED_COPY } from "@/features/privacy/retention/copy";
import { PostponeDialog, type PostponedEvent } from "@/features/privacy/retention/postpone-dialog";
import { formatEventDate } from "@/lib/event-date";

/** Announced erasures with event, number of guests and date, each with a way to postpone it (contract 2.keep). */
export function AnnouncedErasures({ announced, postponed }: Pick<Retention, "announced" | "postponed">) {
  const [chosen, setChosen] = useState<PostponedEvent | null>(null);
  const rows = [
    ...announced.map(({ guests, eraseOn, ...event }) => ({
      key: `${event.id} ${eraseOn}`,
      event: { ...event, keepUntil: null },
      when: ANNOUNCED_COPY.erased(guests, formatEventDate(eraseOn)),
      action: ANNOUNCED_COPY.postpone,
    })),
    ...postponed.map((event) => ({
      key: `${event.id} kept`,
      event,
      when: ANNOUNCED_COPY.kept(formatEventDate(event.keepUntil)),
      action: ANNOUNCED_COPY.change,
    })),
  ];
  if (rows.length === 0) return null;
  return (
    <>
      <ul className="flex flex-col divide-y rounded-md border">
        {rows.map(({ key, event, when, action }) => (
          <li key={key} className="flex items-center justify-between gap-4 px-3 py-2">
            <div className="wrap-anywhere flex min-w-0 flex-col">
              <span className="font-medium">
                {event.name}, {formatEventDate(event.date)}
              </span>
              <span className="text-sm text-text-muted tabular-nums">{when}</span>
            </div>
            <Button
              variant="secondary"
              className="shrink-0"
              aria-label={ANNOUNCED_COPY.named(action, event.name)}
              onClick={() => setChosen(event)}
            >
              {action}
            </Button>
          </li>
        ))}
      </ul>
      {chosen ? <PostponeDialog event={chosen} onClose={() => setChosen(null)} /> : null}
    </>
  );
}
