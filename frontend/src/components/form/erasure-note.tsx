import type { Erasures } from "@/api/types";
import { ERASURE_COPY } from "@/components/form/erasure-copy";
import { Note } from "@/components/ui/note";

/** contract 2.keep: a preview says which guests will be erased. */
export function ErasureNote({ erasures }: { erasures: Erasures | null }) {
  if (!erasures) return null;
  return (
    <Note tone="warning" title={ERASURE_COPY.title}>
      <p>{ERASURE_COPY.text(erasures)}</p>
    </Note>
  );
}
