import type { Erasures } from "@/api/types";
import { Callout } from "@/components/ui/callout";
import { formatCount } from "@/lib/count";
import { formatEventDate } from "@/lib/event-date";

/** Texts of a change that will erase guests (contract 8.keep). */
export const ERASURE_COPY = {
  title: "Guests will be erased",
  text: ({ guests, eraseOn }: Erasures) =>
    `${guests === 1 ? "This guest" : `These ${formatCount(guests)} guests`} will be erased on ${formatEventDate(eraseOn)}, because their event is over for longer than guests are kept. Check the date of the event.`,
  submit: "Continue",
} as const;

/** Preview of the guests that a change will erase (contract 2.keep). */
export function ErasureNote({ erasures }: { erasures: Erasures | null }) {
  if (!erasures) return null;
  return (
    <Callout tone="warning" title={ERASURE_COPY.title}>
      <p>{ERASURE_COPY.text(erasures)}</p>
    </Callout>
  );
}
