import { Card, CardTitle } from "@/components/ui/card";
import { type Retried, TryAgain } from "@/components/ui/states";
import { classes } from "@/lib/classes";
import { formatCount } from "@/lib/count";

const UNKNOWN = "–";

interface FiguresCardProps {
  title: string;
  /** An unknown value is a dash, so that nothing moves when it arrives. */
  figures: readonly { label: string; value: number | undefined }[];
  /** Message if one of the numbers could not be loaded, and the query to retry. */
  failure?: { text: string; query: Retried } | null;
  className?: string | undefined;
}

export function FiguresCard({ title, figures, failure, className }: FiguresCardProps) {
  return (
    <Card className={classes("flex flex-col gap-4", className)}>
      <CardTitle>{title}</CardTitle>
      <dl className="flex gap-6">
        {figures.map(({ label, value }) => (
          <div key={label} className="flex flex-1 flex-col gap-1">
            <dt className="text-sm text-text-muted">{label}</dt>
            <dd className="font-semibold text-2xl tabular-nums">
              {value === undefined ? UNKNOWN : formatCount(value)}
            </dd>
          </div>
        ))}
      </dl>
      {failure ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-sm text-text-muted">{failure.text}</p>
          <TryAgain query={failure.query} />
        </div>
      ) : null}
    </Card>
  );
}
