import { useState } from "react";
import type { MailRun } from "@/api/types";

/** Requests under way, and the ones that ended since this page shows them. */
export function useShownRuns(runs: readonly MailRun[]): MailRun[] {
  const [seen, setSeen] = useState<readonly number[]>([]);
  const isUnderWay = ({ waiting }: MailRun) => waiting > 0;
  const fresh = runs.filter((run) => isUnderWay(run) && !seen.includes(run.id)).map(({ id }) => id);
  if (fresh.length > 0) setSeen([...seen, ...fresh]);
  return runs.filter((run) => isUnderWay(run) || seen.includes(run.id));
}
