import { CloudOff, TriangleAlert } from "lucide-react";
import { CHECK_AGAIN, notConfirmed, OFFLINE_COPY } from "@/features/checkin/copy";
import { unconfirmedOf, type Verdict } from "@/features/checkin/verdict/verdict";

const LINE = "flex max-w-xl items-center gap-2 text-balance text-left font-medium text-lg";

interface CertaintyNoteProps {
  verdict: Verdict;
  /** What the server said otherwise since. */
  again: string | null;
}

/** How sure a verdict is of itself. Nothing where the server has confirmed it (contract 4.offline.2). */
export function CertaintyNote({ verdict, again }: CertaintyNoteProps) {
  const unconfirmed = unconfirmedOf(verdict);
  if (again) {
    return (
      <p className={LINE}>
        <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
        {CHECK_AGAIN.title}: {again}
      </p>
    );
  }
  if (!unconfirmed) return null;
  return (
    <>
      {verdict.kind === "admitted" && !unconfirmed.isSaved ? (
        <p className="max-w-xl text-balance font-semibold text-xl">{OFFLINE_COPY.notSaved}</p>
      ) : null}
      <p className={LINE}>
        <CloudOff aria-hidden="true" className="size-5 shrink-0" />
        {notConfirmed(unconfirmed.age)}
      </p>
    </>
  );
}
