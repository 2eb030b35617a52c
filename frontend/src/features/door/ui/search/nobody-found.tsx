import { useQuery } from "@tanstack/react-query";
import { UserPlus, UserRoundX } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState, LoadingState } from "@/components/ui/states";
import { similarGuestsQuery } from "@/features/door/ui/search/api";
import { SEARCH_COPY } from "@/features/door/ui/search/copy";
import { type FoundGuest, foundOnline } from "@/features/door/ui/search/found-guest";

interface NobodyFoundProps {
  /** What was searched for, of which event. */
  text: string;
  eventId: number | null;
  /** The server has answered: it may know a similar name. */
  isOnline: boolean;
  rowOf: (guest: FoundGuest) => ReactNode;
  /** Null where nobody may be added. */
  onAdd: (() => void) | null;
}

/** contract 2.similar: guests whose name is one or two letters off what was typed, where there are any. */
export function NobodyFound({ text, eventId, isOnline, rowOf, onAdd }: NobodyFoundProps) {
  const headingId = useId();
  const similar = useQuery({ ...similarGuestsQuery(text, eventId), enabled: isOnline });
  const add = onAdd ? (
    <Button variant="secondary" onClick={onAdd}>
      <UserPlus aria-hidden="true" />
      {SEARCH_COPY.add}
    </Button>
  ) : null;
  if (similar.isLoading) return <LoadingState text={SEARCH_COPY.searching} />;
  if (!similar.data?.length) {
    return (
      <EmptyState
        icon={<UserRoundX aria-hidden="true" />}
        title={SEARCH_COPY.nobody}
        description={eventId === null ? SEARCH_COPY.nobodyHint : SEARCH_COPY.nobodyOfEvent}
        action={add}
      />
    );
  }
  return (
    <>
      <h3 id={headingId} className="font-medium text-sm text-text-muted">
        {SEARCH_COPY.didYouMean}
      </h3>
      <ul aria-labelledby={headingId} className="divide-y">
        {similar.data.map((guest) => rowOf(foundOnline(guest)))}
      </ul>
      {add ? <div className="flex justify-center py-3">{add}</div> : null}
    </>
  );
}
