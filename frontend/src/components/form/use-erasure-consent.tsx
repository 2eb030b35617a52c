import { type ReactNode, useState } from "react";
import { ApiError } from "@/api/api-error";
import type { Erasures } from "@/api/types";
import { ERASURE_COPY } from "@/components/form/erasure-copy";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

/** A call that is told how many guests the person knows will be erased. */
type SendKnowing<T> = (expectedErasures: number) => Promise<T>;

interface Question {
  erasures: Erasures;
  answer: (goesOn: boolean) => void;
}

/** The guests who will be erased, where a change was refused because the person did not know; else null. */
function erasuresOf(error: unknown): Erasures | null {
  if (!(error instanceof ApiError) || error.code !== "guests_will_be_erased") return null;
  return (error.body as { erasures: Erasures }).erasures;
}

/**
 * Asks before a change after which guests will be erased (contract 4.keep). `withConsent` sends the change, and once more
 * after a yes; after a no it fails with the refusal. `question` has to be on the screen.
 */
export function useErasureConsent(): {
  withConsent: <T>(send: SendKnowing<T>, known?: number) => Promise<T>;
  question: ReactNode;
} {
  const [question, setQuestion] = useState<Question | null>(null);

  const ask = (erasures: Erasures) =>
    new Promise<boolean>((answer) => setQuestion({ erasures, answer })).finally(() => setQuestion(null));

  async function withConsent<T>(send: SendKnowing<T>, known = 0): Promise<T> {
    try {
      return await send(known);
    } catch (error) {
      const erasures = erasuresOf(error);
      if (erasures && (await ask(erasures))) return await withConsent(send, erasures.guests);
      throw error;
    }
  }

  return { withConsent, question: question ? <ErasureQuestion {...question} /> : null };
}

function ErasureQuestion({ erasures, answer }: Question) {
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
