import { useQuery } from "@tanstack/react-query";
import type { BackupComparison } from "@/api/types";
import { Callout } from "@/components/ui/callout";
import { Spinner } from "@/components/ui/spinner";
import { comparisonQuery } from "@/features/backup/api";
import { COMPARISON_COPY } from "@/features/backup/copy";
import { formatCount } from "@/lib/count";
import { formatTimestamp } from "@/lib/event-date";

/** The backup's numbers beside the current ones, and the accounts that would revert (contract 4.backup). */
export function BackupComparisonTable({ filename }: { filename: string }) {
  const { data, isPending } = useQuery(comparisonQuery(filename));
  if (isPending) {
    return (
      <p className="flex items-center gap-2 text-text-muted">
        <Spinner />
        {COMPARISON_COPY.loading}
      </p>
    );
  }
  if (!data) return <p className="text-text-muted">{COMPARISON_COPY.failed}</p>;
  return (
    <>
      <Accounts comparison={data} />
      <Figures comparison={data} />
      <p className="text-sm text-text-muted">{COMPARISON_COPY.retention(data.keepDays)}</p>
    </>
  );
}

function Figures({ comparison: { backup, present } }: { comparison: BackupComparison }) {
  const count = (value: number | null) => (value === null ? COMPARISON_COPY.unknown : formatCount(value));
  const moment = (value: string | null) => (value ? formatTimestamp(value) : COMPARISON_COPY.unknown);
  const rows = [
    [COMPARISON_COPY.events, count(backup.events), count(present.events)],
    [COMPARISON_COPY.attendees, count(backup.attendees), count(present.attendees)],
    [COMPARISON_COPY.users, count(backup.users), count(present.users)],
    [COMPARISON_COPY.newest, moment(backup.newestChangeAt), moment(present.newestChangeAt)],
  ] as const;
  return (
    <table className="w-full text-left tabular-nums">
      <thead className="text-sm text-text-muted">
        <tr>
          <td />
          <th scope="col" className="py-1 pl-3 font-medium">
            {COMPARISON_COPY.held}
          </th>
          <th scope="col" className="py-1 pl-3 font-medium">
            {COMPARISON_COPY.present}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y border-y">
        {rows.map(([label, held, here]) => (
          <tr key={label}>
            <th scope="row" className="py-2 font-normal text-text-muted">
              {label}
            </th>
            <td className="py-2 pl-3">{held}</td>
            <td className="py-2 pl-3">{here}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Accounts({ comparison: { accounts, stayDeactivated } }: { comparison: BackupComparison }) {
  const named = (...actions: readonly string[]) => [
    ...new Set(accounts.filter(({ action }) => actions.includes(action)).map(({ fullName }) => fullName)),
  ];
  const made = named("user.created");
  const withPassword = named("user.password_set", "user.password_changed").filter(
    (name) => !made.includes(name),
  );
  const withSecondFactor = named(
    "user.second_factor_added",
    "user.second_factor_removed",
    "user.second_factor_reset",
    "user.recovery_code_used",
  ).filter((name) => !made.includes(name));
  const changed = named("user.updated", "user.reactivated").filter((name) => !made.includes(name));
  const stays =
    stayDeactivated.length > 0 ? (
      <Callout tone="info">
        <p>{COMPARISON_COPY.stayDeactivated(stayDeactivated)}</p>
      </Callout>
    ) : null;
  if (accounts.length === 0) return stays;
  return (
    <>
      {stays}
      <Callout tone="warning" title={COMPARISON_COPY.accounts}>
        <ul className="flex list-disc flex-col gap-1 pl-4">
          {made.length > 0 ? <li>{COMPARISON_COPY.made(made)}</li> : null}
          {withPassword.length > 0 ? <li>{COMPARISON_COPY.passwords(withPassword)}</li> : null}
          {withSecondFactor.length > 0 ? <li>{COMPARISON_COPY.secondFactors(withSecondFactor)}</li> : null}
          {changed.length > 0 ? <li>{COMPARISON_COPY.changed(changed)}</li> : null}
        </ul>
      </Callout>
    </>
  );
}
