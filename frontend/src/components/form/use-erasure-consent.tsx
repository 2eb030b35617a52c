import { type ReactNode, useEffect, useRef, useState } from "react";
import { ApiError } from "@/api/api-error";
import type { Erasures } from "@/api/types";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useIsMounted } from "@/hooks/use-is-mounted";

const ErasureQuestion = lazyComponent(
  async () => (await import("@/components/form/erasure-question")).ErasureQuestion,
);

/** A request with the number of guests that the user knows will be erased. */
type SendKnowing<T> = (expectedErasures: number) => Promise<T>;

export interface AskedErasures {
  erasures: Erasures;
  answer: (goesOn: boolean) => void;
}

/** Returns the guests to be erased, if a change was refused because the user did not know; else null. */
function erasuresOf(error: unknown): Erasures | null {
  if (!(error instanceof ApiError) || error.code !== "guests_will_be_erased") return null;
  return (error.body as { erasures: Erasures }).erasures;
}

/**
 * Asks before a change that will erase guests (contract 4.keep). `withConsent` sends the change, and again after
 * consent; otherwise, or once the user has left the page, it fails with the refusal. Render `question`.
 */
export function useErasureConsent(): {
  withConsent: <T>(send: SendKnowing<T>, known?: number) => Promise<T>;
  question: ReactNode;
} {
  const [question, setQuestion] = useState<AskedErasures | null>(null);
  const isMounted = useIsMounted();
  const asked = useRef<AskedErasures>(null);
  useEffect(() => () => asked.current?.answer(false), []);

  const ask = (erasures: Erasures) =>
    new Promise<boolean>((answer) => {
      asked.current = { erasures, answer };
      setQuestion(asked.current);
    }).finally(() => setQuestion(null));

  async function withConsent<T>(send: SendKnowing<T>, known = 0): Promise<T> {
    try {
      return await send(known);
    } catch (error) {
      const erasures = erasuresOf(error);
      if (erasures && isMounted() && (await ask(erasures))) return await withConsent(send, erasures.guests);
      throw error;
    }
  }

  return { withConsent, question: question ? <ErasureQuestion {...question} /> : null };
}
