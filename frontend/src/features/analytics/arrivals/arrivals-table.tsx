import { Summary } from "@/components/ui/summary";
import { type ArrivalTimes, stepLabel } from "@/features/analytics/arrivals/time-steps";
import { ARRIVALS_COPY } from "@/features/analytics/copy";
import { formatCount } from "@/lib/count";

export function ArrivalsTable({ times }: { times: ArrivalTimes }) {
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
