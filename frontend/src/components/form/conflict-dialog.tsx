import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { isFormsOwner } from "@/hooks/drafts";
import { classes } from "@/lib/classes";
import { formatTimestamp } from "@/lib/event-date";

const COPY = {
  title: (what: string) => `Someone else changed this ${what}`,
  saved: (who: string | null, when: string) =>
    `${who ?? "Someone else"} saved it on ${when}, after you opened it.`,
  ownTitle: (what: string) => `You changed this ${what} in another tab or device`,
  ownSaved: (when: string) => `You saved it there on ${when}, after you opened it here.`,
  which: "Choose which version to keep. Saving yours changes only the marked fields.",
  noChange: "Your version has no other changes.",
  yours: "Yours",
  theirs: "Saved now",
  keepTheirs: "Use the saved version",
  keepYours: "Save mine",
  back: "Back to the form",
};

/** One field with the value to be saved and the stored value, both formatted. */
export interface ConflictRow {
  label: string;
  mine: string;
  theirs: string;
  /** By default, whether the texts differ. */
  differs?: boolean;
}

export interface ConflictDialogProps {
  /** The kind of record, as in 'event'. */
  what: string;
  /** The stored record: who saved it, and when. */
  current: { updatedAt: string; updatedBy: { id: number; fullName: string } | null };
  rows: readonly ConflictRow[];
  /** Reason why the user's version can no longer be saved; then it is not offered. */
  lost?: string | undefined;
  onClose: () => void;
  onUseTheirs: () => void;
  onUseMine: () => void;
}

/** Dialog after a conflicting edit: shows both versions and asks which one to keep (contract 7). */
export function ConflictDialog({
  what,
  current,
  rows,
  lost,
  onClose,
  onUseTheirs,
  onUseMine,
}: ConflictDialogProps) {
  const differs = ({ mine, theirs, differs: differ = mine !== theirs }: ConflictRow) => differ;
  const hasMine = !lost && rows.some(differs);
  const { updatedBy } = current;
  const isOwn = isFormsOwner(updatedBy?.id);
  const when = formatTimestamp(current.updatedAt);
  const saved = isOwn ? COPY.ownSaved(when) : COPY.saved(updatedBy?.fullName ?? null, when);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={(isOwn ? COPY.ownTitle : COPY.title)(what)}
      description={`${saved} ${lost ?? (hasMine ? COPY.which : COPY.noChange)}`}
      actions={
        <>
          <Button variant={hasMine || lost ? "secondary" : "primary"} onClick={onUseTheirs}>
            {COPY.keepTheirs}
          </Button>
          {lost ? <Button onClick={onClose}>{COPY.back}</Button> : null}
          {hasMine ? <Button onClick={onUseMine}>{COPY.keepYours}</Button> : null}
        </>
      }
    >
      <table className="w-full table-fixed text-left text-sm">
        <thead>
          {/* Three columns are too narrow for a phone: there the label is above its two values. */}
          <tr className="border-b max-sm:grid max-sm:grid-cols-2">
            <td className="w-1/4 max-sm:hidden" />
            <th scope="col" className="p-2 font-semibold">
              {COPY.yours}
            </th>
            <th scope="col" className="p-2 font-semibold">
              {COPY.theirs}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const isMarked = differs(row);
            const cell = classes("wrap-anywhere p-2 align-top", isMarked && "font-semibold");
            return (
              <tr
                key={row.label}
                className={classes(
                  "border-b max-sm:grid max-sm:grid-cols-2",
                  isMarked && "bg-warning-soft text-on-warning-soft",
                )}
              >
                <th scope="row" className="p-2 align-top font-normal max-sm:col-span-2 max-sm:pb-0">
                  {row.label}
                </th>
                <td className={cell}>{row.mine}</td>
                <td className={cell}>{row.theirs}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Dialog>
  );
}
