import type { Conflict, LoggedStep } from "@/api/types";
import {
  certaintyLabel,
  DECISION_COPY,
  doorLabel,
  moreRows,
  stepLabel,
} from "@/features/door/conflicts/copy";
import { tableText } from "@/features/door/copy";
import { classes } from "@/lib/classes";
import { formatTimeOfDay, formatTimestamp } from "@/lib/event-date";

const DAY_MS = 86_400_000;

/** With the date unless it is near the conflict's time. */
function timeOfStep(step: LoggedStep, conflict: Conflict): string {
  const isNear = Math.abs(Date.parse(step.at) - Date.parse(conflict.at)) < DAY_MS / 2;
  return isNear ? formatTimeOfDay(step.at) : formatTimestamp(step.at);
}

/** The dialog names the door of a conflict about several guests. */
const guestLabel = ({ fullName, tableNumber }: NonNullable<LoggedStep["attendee"]>): string =>
  [fullName, tableText(tableNumber)].filter(Boolean).join(" · ");

/** The log around a conflict, by door time (contract 2.conflicts.3). */
export function Timeline({ conflict }: { conflict: Conflict }) {
  const { timeline, stepsLeftOff } = conflict;
  if (timeline.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">{DECISION_COPY.timeline}</h3>
      <ol className="flex flex-col">
        {timeline.map((step, index) => (
          <li
            // Log rows have no id, and their order is stable.
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be alike in everything
            key={index}
            className={classes(
              "flex flex-wrap gap-x-4 gap-y-1 border-t py-3",
              step.isCause ? null : "text-text-muted",
            )}
          >
            <span className={classes("min-w-12 tabular-nums", step.isCause && "font-semibold")}>
              {timeOfStep(step, conflict)}
            </span>
            <span className="flex min-w-0 flex-1 basis-48 flex-col">
              <span className={classes("wrap-anywhere", step.isCause && "font-medium")}>
                {stepLabel(step)}
              </span>
              <span className="wrap-anywhere text-sm" dir="auto">
                {step.attendee ? guestLabel(step.attendee) : doorLabel(step)}
              </span>
              <span className="wrap-anywhere text-sm text-text-muted tabular-nums">
                {certaintyLabel(step)}
              </span>
            </span>
          </li>
        ))}
      </ol>
      {stepsLeftOff > 0 ? <p className="text-sm text-text-muted">{moreRows(stepsLeftOff)}</p> : null}
    </section>
  );
}
