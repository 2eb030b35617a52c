import { ERASURE_COPY } from "@/components/form/erasure-note";
import type { AskedErasures } from "@/components/form/use-erasure-consent";
import { Question } from "@/components/ui/question";

/** Asks about the guests that a change will erase, and when (contract 4.keep). */
export function ErasureQuestion({ erasures, answer }: AskedErasures) {
  return (
    <Question
      title={ERASURE_COPY.title}
      description={ERASURE_COPY.text(erasures)}
      submit={ERASURE_COPY.submit}
      onCancel={() => answer(false)}
      onSubmit={() => answer(true)}
    />
  );
}
