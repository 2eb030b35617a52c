import { CloudOff, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { CHECK_AGAIN, listFrom, NOT_CONFIRMED, OFFLINE_COPY } from "@/features/door/copy";
import { unconfirmedOf, type Verdict } from "@/features/door/core/verdict";

interface CertaintyNoteProps {
  verdict: Verdict;
  /** What the server said otherwise since. */
  again: string | null;
}

/** Stands out of the verdict's colour. */
function Warning({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 rounded-md border-2 border-current bg-surface px-4 py-2 text-left text-text">
      <TriangleAlert aria-hidden="true" className="size-7 shrink-0" />
      <p className="wrap-anywhere min-w-0 font-semibold text-lg sm:text-xl">{children}</p>
    </div>
  );
}

/** How sure a verdict is of itself. Nothing where the server has confirmed it (contract 4.offline.2). */
export function CertaintyNote({ verdict, again }: CertaintyNoteProps) {
  const unconfirmed = unconfirmedOf(verdict);
  if (again) {
    return (
      <Warning>
        {CHECK_AGAIN.title}: {again}
      </Warning>
    );
  }
  if (!unconfirmed) return null;
  return (
    <>
      {verdict.kind === "admitted" && !unconfirmed.isSaved ? (
        <Warning>{OFFLINE_COPY.notSaved}</Warning>
      ) : null}
      <p className="max-w-xl text-lg sm:max-w-2xl">
        <span className="inline-block font-semibold">
          <CloudOff aria-hidden="true" className="-mt-1 mr-2 inline size-5" />
          {NOT_CONFIRMED}
        </span>{" "}
        {unconfirmed.age === null ? null : (
          <span className="inline-block text-balance">{listFrom(unconfirmed.age)}</span>
        )}
      </p>
    </>
  );
}
