import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Banknote, CloudOff, Undo2 } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { ApiError } from "@/api/api-error";
import { QUERY_KEY } from "@/api/query-keys";
import type { Attendee } from "@/api/types";
import { failureText } from "@/components/form/failure";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast-store";
import { useHelper } from "@/features/door/access/current-grant";
import type { RecentScan } from "@/features/door/core/recent-scans";
import { HELPER_UNDO_EXPIRES_MS } from "@/features/door/core/rules";
import type { VerdictGuest } from "@/features/door/core/verdict";
import { undoAll } from "@/features/door/ui/copy";
import { guestQuery, markAbsent, markPaid } from "@/features/door/ui/guest/api";
import { GUEST_COPY } from "@/features/door/ui/guest/copy";
import { GuestCard } from "@/features/door/ui/guest/guest-card";
import { useGuest } from "@/features/door/ui/guest/use-guest";
import { useIsBefore } from "@/features/door/ui/use-is-before";

interface GuestDialogProps {
  scan: RecentScan;
  /** Keys of the check-ins of the party, including this one; empty without a party. */
  together: readonly string[];
  /** Null for all events. */
  eventId: number | null;
  isSignedIn: boolean;
  onUndo: (...keys: readonly string[]) => void;
  onUndone: (key: string) => void;
  onRead: (guest: VerdictGuest) => void;
  onClose: () => void;
}

const isConflict = (error: unknown) => error instanceof ApiError && error.code === "version_conflict";

/** The guest of a recent scan, with the actions that door staff may take (contract 2.scan.40). */
export function GuestDialog({
  scan,
  together,
  eventId,
  isSignedIn,
  onUndo,
  onUndone,
  onRead,
  onClose,
}: GuestDialogProps) {
  const queryClient = useQueryClient();
  const known = useGuest(scan, eventId, isSignedIn);
  const { guest, current, inSince, ownKey, isOffline } = known;
  const id = guest?.id ?? 0;

  const absent = useMutation({
    mutationFn: () => markAbsent(id),
    onSuccess: ({ attendee, message }) => {
      // A late check-in of another door may still count.
      if (attendee.attended) toast({ title: message, description: attendee.fullName });
      else onUndone(scan.key);
      onClose();
    },
    meta: { changes: QUERY_KEY.attendees },
  });
  const paid = useMutation({
    mutationFn: (seen: Attendee) => markPaid(seen),
    onSuccess: (attendee) => {
      onRead(attendee);
      toast({ title: GUEST_COPY.paid, description: attendee.fullName });
      onClose();
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: guestQuery(id).queryKey }),
    meta: { changes: QUERY_KEY.attendees },
  });

  const noteRead = useEffectEvent(onRead);
  useEffect(() => {
    if (current) noteRead(current);
  }, [current]);

  // An erased guest cannot be edited (contract 7.erase).
  const owes = guest?.paymentGroup === "owed" && !known.isDeleted && !current?.erasedAt;
  const canMark = owes && isSignedIn && !isOffline;
  const isHelper = useHelper(isSignedIn) !== undefined;
  const movedAt = known.isOwnExit ? known.leftAt : inSince;
  const isInTime = useIsBefore(
    isHelper && movedAt !== null ? Date.parse(movedAt) + HELPER_UNDO_EXPIRES_MS : null,
  );
  const isOldForHelper = isHelper && (inSince === null || !isInTime);
  // The server marks guests absent at the entrance.
  const canMarkAbsent = !isHelper && id > 0 && !isOffline && !known.isDeleted && scan.listId === undefined;
  const canUndo = inSince !== null && !isOldForHelper && (ownKey !== null || canMarkAbsent);
  const undo = () => {
    if (ownKey === null) return absent.mutate();
    onUndo(ownKey);
    // The line of a refusal refers to the check-in; that of another check-in has its own undo.
    if (ownKey !== scan.key && scan.status !== "success" && scan.status !== "left") onUndone(scan.key);
    onClose();
  };

  const signInFirst = isHelper ? GUEST_COPY.askToMark : GUEST_COPY.signInToMark;
  const whyNotMarked = isSignedIn ? GUEST_COPY.offlineMark : signInFirst;
  const whyNot = [
    owes && !canMark ? whyNotMarked : null,
    inSince !== null && !canUndo && isHelper ? GUEST_COPY.askToUndo : null,
    inSince !== null && !canUndo && isOffline && !isHelper ? GUEST_COPY.offlineUndo : null,
  ].filter((text) => text !== null);

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={guest?.fullName ?? scan.name}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {GUEST_COPY.close}
        </Button>
      }
    >
      <GuestCard scan={scan} known={known} />
      {known.isDeleted ? <Callout tone="warning">{GUEST_COPY.deleted}</Callout> : null}
      {absent.isError ? (
        <Callout tone="danger" title={GUEST_COPY.undoFailed}>
          {failureText(absent.error, GUEST_COPY.noAnswer)}
        </Callout>
      ) : null}
      {paid.isError ? (
        <Callout tone="danger" title={GUEST_COPY.paidFailed}>
          {isConflict(paid.error) ? GUEST_COPY.changed : failureText(paid.error, GUEST_COPY.noAnswer)}
        </Callout>
      ) : null}
      {whyNot.map((text) => (
        <p key={text} className="flex items-center gap-2 text-sm text-text-muted">
          <CloudOff className="size-4 shrink-0" />
          {text}
        </p>
      ))}
      <div className="flex flex-wrap gap-3 *:flex-1 *:whitespace-nowrap empty:hidden">
        {canUndo ? (
          <Button
            size="lg"
            variant="secondary"
            pending={absent.isPending}
            pendingText={GUEST_COPY.undoing}
            disabled={paid.isPending}
            onClick={undo}
          >
            <Undo2 />
            {known.isOwnExit ? GUEST_COPY.undoExit : GUEST_COPY.undo}
          </Button>
        ) : null}
        {canUndo && ownKey === scan.key && together.length > 0 ? (
          <Button
            size="lg"
            variant="secondary"
            disabled={paid.isPending || absent.isPending}
            onClick={() => {
              onUndo(...together);
              onClose();
            }}
          >
            <Undo2 />
            {undoAll(together.length)}
          </Button>
        ) : null}
        {canMark ? (
          <Button
            size="lg"
            pending={paid.isPending}
            pendingText={GUEST_COPY.marking}
            // Only the values shown may be overwritten.
            disabled={absent.isPending || current === null}
            onClick={() => current && paid.mutate(current)}
          >
            <Banknote />
            {GUEST_COPY.markPaid}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}
