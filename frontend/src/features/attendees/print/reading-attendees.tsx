import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { ProgressBar } from "@/components/ui/progress-bar";
import { ErrorState, LoadingState } from "@/components/ui/states";
import { PRINT_COPY } from "@/features/attendees/print/copy";
import type { PrintedAttendees } from "@/features/attendees/print/use-printed-attendees";

type Ready = Extract<PrintedAttendees, { kind: "ready" }>;

interface ReadingAttendeesProps {
  printed: PrintedAttendees;
  tooMany: (total: number) => ReactNode;
  /** The printed content, once all attendees are loaded. */
  children: (ready: Ready) => ReactNode;
}

/** All states of a print page before its content. */
export function ReadingAttendees({ printed, tooMany, children }: ReadingAttendeesProps) {
  switch (printed.kind) {
    case "ready":
      return children(printed);
    case "too many":
      return <Card>{tooMany(printed.total)}</Card>;
    case "failed":
      return (
        <Card>
          <ErrorState title={PRINT_COPY.fetchFailed} query={printed.query} />
        </Card>
      );
    case "reading":
      return (
        <Card>
          <LoadingState text={PRINT_COPY.loading} />
          {printed.total === null ? null : (
            <div className="mx-auto flex max-w-md flex-col gap-2 text-center text-sm text-text-muted tabular-nums">
              <ProgressBar label={PRINT_COPY.loading} value={printed.read} max={printed.total} />
              {PRINT_COPY.progress(printed.read, printed.total)}
            </div>
          )}
        </Card>
      );
  }
}
