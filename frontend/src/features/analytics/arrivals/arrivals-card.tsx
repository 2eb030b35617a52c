import { DoorOpen } from "lucide-react";
import { lazy, type ReactNode, Suspense, useMemo } from "react";
import type { ArrivalsPerMinute } from "@/api/types";
import { Card, CardTitle } from "@/components/ui/card";
import { DescriptionItem } from "@/components/ui/description-item";
import { EmptyState, LoadingState } from "@/components/ui/states";
import { Summary } from "@/components/ui/summary";
import {
  type ArrivalTimes,
  arrivalTimes,
  minuteLabel,
  stepLabel,
} from "@/features/analytics/arrivals/time-steps";
import { ARRIVALS_COPY } from "@/features/analytics/copy";
import { formatCount } from "@/lib/count";

const ArrivalsChart = lazy(async () => ({
  default: (await import("@/features/analytics/arrivals/arrivals-chart")).ArrivalsChart,
}));

function ArrivalFacts({ times }: { times: ArrivalTimes }) {
  const { busiest } = times;
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      <DescriptionItem label={ARRIVALS_COPY.arrived}>{formatCount(times.total)}</DescriptionItem>
      <DescriptionItem label={ARRIVALS_COPY.first}>{minuteLabel(times.first, times)}</DescriptionItem>
      <DescriptionItem label={ARRIVALS_COPY.busiest}>
        {ARRIVALS_COPY.busiestFact(stepLabel(busiest.start, times), formatCount(busiest.count))}
      </DescriptionItem>
      <DescriptionItem label={ARRIVALS_COPY.last}>{minuteLabel(times.last, times)}</DescriptionItem>
    </dl>
  );
}

interface ArrivalsCardProps {
  arrivals: ArrivalsPerMinute[];
  /** The people who may come in addition. */
  extraPeople: ReactNode;
}

/** Arrivals over time, in the device's zone (contract 2). The chart loads only if there are arrivals. */
export function ArrivalsCard({ arrivals, extraPeople }: ArrivalsCardProps) {
  const times = useMemo(() => arrivalTimes(arrivals), [arrivals]);
  return (
    <Card className="flex flex-col gap-5">
      <div className="flex flex-col gap-1">
        <CardTitle>{ARRIVALS_COPY.heading}</CardTitle>
        {times ? (
          <p className="text-sm text-text-muted">
            {ARRIVALS_COPY.per(times.length)} {ARRIVALS_COPY.arrivedMeans}
          </p>
        ) : null}
      </div>
      {times ? (
        <>
          <ArrivalFacts times={times} />
          {extraPeople}
          <Suspense fallback={<LoadingState text={ARRIVALS_COPY.loadingChart} className="h-68" />}>
            <ArrivalsChart times={times} />
          </Suspense>
          <ArrivalsTable times={times} />
        </>
      ) : (
        <>
          {extraPeople}
          <EmptyState icon={<DoorOpen />} title={ARRIVALS_COPY.none} description={ARRIVALS_COPY.noneText} />
        </>
      )}
    </Card>
  );
}

function ArrivalsTable({ times }: { times: ArrivalTimes }) {
  return (
    <details className="group border-t pt-3 print:not-open:hidden">
      <Summary className="gap-2 font-medium">{ARRIVALS_COPY.showTable}</Summary>
      <table className="mt-2 w-full text-left tabular-nums sm:w-auto sm:min-w-80">
        <caption className="caption-bottom pt-3 text-left text-sm text-text-muted">
          {ARRIVALS_COPY.emptyLeftOut}
        </caption>
        <thead>
          <tr className="border-b text-sm text-text-muted">
            <th scope="col" className="py-2 pr-6 font-medium">
              {ARRIVALS_COPY.time}
            </th>
            <th scope="col" className="py-2 pr-6 text-right font-medium">
              {ARRIVALS_COPY.count}
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              {ARRIVALS_COPY.total}
            </th>
          </tr>
        </thead>
        <tbody>
          {times.steps
            .filter(({ count }) => count > 0)
            .map(({ start, count, total }) => (
              <tr key={start} className="border-b last:border-0">
                <th scope="row" className="py-2 pr-6 font-normal">
                  {stepLabel(start, times)}
                </th>
                <td className="py-2 pr-6 text-right">{formatCount(count)}</td>
                <td className="py-2 text-right">{formatCount(total)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </details>
  );
}
