import { type ReactNode, useState } from "react";
import { ApiError } from "@/api/api-error";
import type { Erasures } from "@/api/types";
import { lazyComponent } from "@/components/ui/lazy-component";

const ErasureQuestion = lazyComponent(
  async () => (await import("@/components/form/erasure-question")).ErasureQuestion,
);

/** A request with the number of guests that the person knows will be erased. */
type SendKnowing<T> = (expectedErasures: number) => Promise<T>;

export interface AskedErasures {
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
  const [question, setQuestion] = useState<AskedErasures | null>(null);

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
