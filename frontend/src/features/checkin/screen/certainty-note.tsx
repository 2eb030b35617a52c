import { CloudOff, TriangleAlert } from "lucide-react";
import { CHECK_AGAIN, notConfirmed, OFFLINE_COPY } from "@/features/checkin/copy";
import { unconfirmedOf, type Verdict } from "@/features/checkin/verdict/verdict";

interface CertaintyNoteProps {
  verdict: Verdict;
  /** What the server said otherwise since. */
  again: string | null;
}

/** How sure a verdict is of itself. Nothing where the server has confirmed it (contract 4.offline.2). */
export function CertaintyNote({ verdict, again }: CertaintyNoteProps) {
  const unconfirmed = unconfirmedOf(verdict);
  // It turns the verdict around, so it stands out of its colour.
  if (again) {
    return (
      <div className="flex items-center gap-3 rounded-md border-2 border-current bg-surface px-4 py-2 text-left text-text">
        <TriangleAlert aria-hidden="true" className="size-7 shrink-0" />
        <p className="wrap-anywhere min-w-0 font-semibold text-lg sm:text-xl">
          {CHECK_AGAIN.title}: {again}
        </p>
      </div>
    );
  }
  if (!unconfirmed) return null;
  return (
    <>
      {verdict.kind === "admitted" && !unconfirmed.isSaved ? (
        <p className="max-w-xl text-balance font-semibold text-xl">{OFFLINE_COPY.notSaved}</p>
      ) : null}
      <p className="max-w-xl text-balance font-medium text-lg">
        <CloudOff aria-hidden="true" className="-mt-1 mr-2 inline size-5" />
        {notConfirmed(unconfirmed.age)}
      </p>
    </>
  );
}
