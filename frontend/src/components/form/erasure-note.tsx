import type { Erasures } from "@/api/types";
import { ERASURE_COPY } from "@/components/form/erasure-copy";
import { Callout } from "@/components/ui/callout";

/** contract 2.keep: a preview says which guests will be erased. */
export function ErasureNote({ erasures }: { erasures: Erasures | null }) {
  if (!erasures) return null;
  return (
    <Callout tone="warning" title={ERASURE_COPY.title}>
      <p>{ERASURE_COPY.text(erasures)}</p>
    </Callout>
  );
}
