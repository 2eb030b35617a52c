import type { Erasures } from "@/api/types";
import { Callout } from "@/components/ui/callout";
import { formatCount } from "@/lib/count";
import { formatEventDate } from "@/lib/event-date";

/** Words of a change after which guests will be erased: contract 8.keep. */
export const ERASURE_COPY = {
  title: "Guests will be erased",
  text: ({ guests, eraseOn }: Erasures) =>
    `${guests === 1 ? "This guest" : `These ${formatCount(guests)} guests`} will be erased on ${formatEventDate(eraseOn)}, because their event is over for longer than guests are kept. Check the date of the event.`,
  submit: "Continue",
  cancel: "Cancel",
} as const;

/** contract 2.keep: a preview says which guests will be erased. */
export function ErasureNote({ erasures }: { erasures: Erasures | null }) {
  if (!erasures) return null;
  return (
    <Callout tone="warning" title={ERASURE_COPY.title}>
      <p>{ERASURE_COPY.text(erasures)}</p>
    </Callout>
  );
}
