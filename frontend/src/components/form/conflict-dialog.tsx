import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { classes } from "@/lib/classes";
import { formatTimestamp } from "@/lib/event-date";

const COPY = {
  title: (what: string) => `Somebody else changed this ${what}`,
  text: (who: string | null, when: string) =>
    `${who ?? "Somebody"} saved it on ${when}, after you opened it. Which version should stand?`,
  yours: "Yours",
  theirs: "Saved now",
  keepTheirs: "Use the saved version",
  keepYours: "Save mine",
};

/** One field as both people left it, in words for a person. */
export interface ConflictRow {
  label: string;
  mine: string;
  theirs: string;
}

interface ConflictDialogProps {
  /** What was changed, as in 'event'. */
  what: string;
  /** The record as the server has it now: who saved it, and when. */
  current: { updatedAt: string; updatedBy: { fullName: string } | null };
  rows: readonly ConflictRow[];
  onClose: () => void;
  onUseTheirs: () => void;
  onUseMine: () => void;
}

/** An edit that came second: shows both versions side by side and asks which shall stand (contract 7). */
export function ConflictDialog({
  what,
  current,
  rows,
  onClose,
  onUseTheirs,
  onUseMine,
}: ConflictDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={COPY.title(what)}
      description={COPY.text(current.updatedBy?.fullName ?? null, formatTimestamp(current.updatedAt))}
      actions={
        <>
          <Button variant="secondary" onClick={onUseTheirs}>
            {COPY.keepTheirs}
          </Button>
          <Button onClick={onUseMine}>{COPY.keepYours}</Button>
        </>
      }
    >
      <table className="w-full table-fixed text-left text-sm">
        <thead>
          <tr className="border-b">
            <td className="w-1/4" />
            <th scope="col" className="p-2 font-semibold">
              {COPY.yours}
            </th>
            <th scope="col" className="p-2 font-semibold">
              {COPY.theirs}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, mine, theirs }) => {
            const differs = mine !== theirs;
            const cell = classes("wrap-anywhere p-2 align-top", differs && "font-semibold");
            return (
              <tr
                key={label}
                className={classes("border-b", differs && "bg-warning-soft text-on-warning-soft")}
              >
                <th scope="row" className="p-2 align-top font-normal">
                  {label}
                </th>
                <td className={cell}>{mine}</td>
                <td className={cell}>{theirs}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Dialog>
  );
}
