import { ERASURE_COPY } from "@/components/form/erasure-copy";
import type { Question } from "@/components/form/use-erasure-consent";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

/** Says how many guests a change will have erased, and when (contract 4.keep). */
export function ErasureQuestion({ erasures, answer }: Question) {
  return (
    <Dialog
      open
      onOpenChange={() => answer(false)}
      title={ERASURE_COPY.title}
      description={ERASURE_COPY.text(erasures)}
      actions={
        <>
          <Button variant="secondary" onClick={() => answer(false)}>
            {ERASURE_COPY.cancel}
          </Button>
          <Button variant="danger" onClick={() => answer(true)}>
            {ERASURE_COPY.submit}
          </Button>
        </>
      }
    />
  );
}
