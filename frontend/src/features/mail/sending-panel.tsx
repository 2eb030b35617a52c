import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MailRun } from "@/api/types";
import { Badge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { ProgressBar } from "@/components/ui/progress-bar";
import { ProgressEntry } from "@/components/ui/progress-entry";
import { sendingQuery } from "@/features/mail/api";
import { PROGRESS_COPY as COPY } from "@/features/mail/copy";

/** Live progress of requests, results of the ones that ran while this page was open, and why sending waits. */
export function SendingPanel() {
  const { data } = useQuery(sendingQuery());
  const [dismissed, setDismissed] = useState<readonly number[]>([]);
  const runs = useShownRuns(data?.runs ?? []).filter(({ id }) => !dismissed.includes(id));
  if (runs.length === 0) return null;
  const problem = data?.mail.problem ?? null;
  return (
    <section aria-label={COPY.region} className="divide-y rounded-md border bg-surface">
      {problem && runs.some(({ waiting }) => waiting > 0) ? (
        <div className="p-3">
          <Callout tone="warning">{problem}</Callout>
        </div>
      ) : null}
      {runs.map((run) => (
        <Run
          key={run.id}
          run={run}
          isHeldUp={problem !== null}
          onDismiss={() => setDismissed([...dismissed, run.id])}
        />
      ))}
    </section>
  );
}

function Run({ run, isHeldUp, onDismiss }: { run: MailRun; isHeldUp: boolean; onDismiss: () => void }) {
  const { event, total, waiting, sent, failed, unknown } = run;
  const isDone = waiting === 0;
  const name = event?.name ?? COPY.everyEvent;
  const facts = [
    COPY.sent(sent, total),
    ...(failed ? [COPY.failed(failed)] : []),
    ...(unknown ? [COPY.unknown(unknown)] : []),
  ];
  return (
    <ProgressEntry
      title={COPY.region}
      facts={name}
      badge={
        <Badge tone={stateTone(run, isHeldUp)}>
          {isDone ? COPY.done : isHeldUp ? COPY.waits : COPY.running}
        </Badge>
      }
      dismissLabel={COPY.dismiss}
      onDismiss={isDone ? onDismiss : undefined}
    >
      {isDone ? null : <ProgressBar label={COPY.progress(name)} value={total - waiting} max={total} />}
      <p role="status" className="text-sm tabular-nums">
        {facts.join(", ")}
      </p>
    </ProgressEntry>
  );
}

function stateTone({ waiting, failed, unknown }: MailRun, isHeldUp: boolean) {
  if (waiting > 0) return isHeldUp ? "warning" : "accent";
  return failed + unknown > 0 ? "warning" : "success";
}

/** Requests under way, and the ones that ended since this page shows them. */
export function useShownRuns(runs: readonly MailRun[]): MailRun[] {
  const [seen, setSeen] = useState<readonly number[]>([]);
  const isUnderWay = ({ waiting }: MailRun) => waiting > 0;
  const fresh = runs.filter((run) => isUnderWay(run) && !seen.includes(run.id)).map(({ id }) => id);
  if (fresh.length > 0) setSeen([...seen, ...fresh]);
  return runs.filter((run) => isUnderWay(run) || seen.includes(run.id));
}
