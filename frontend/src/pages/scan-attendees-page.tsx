import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { QUERY_ROOM } from "@/api/query-rooms";
import { PaymentBadge } from "@/features/attendees/payment-badge";
import { SCANNER_COPY } from "@/features/checkin/copy";
import { Scanner } from "@/features/checkin/screen/scanner";
import { eventListQuery } from "@/features/events/api";
import { readSignedInUser } from "@/features/users/api";
import {
  clearSession,
  loseSession,
  sessionRecord,
  sessionTimeLeft,
  updateSessionUser,
  useSessionEnded,
  useSignedInUser,
} from "@/features/users/sign-in/session";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";

/** The scanner hears of it as every page does: by the record. */
const onSignedOut = () => void loseSession();
const signInLeft = () => sessionTimeLeft(sessionRecord());

/** contract 2: /scan-attendees. */
export function ScanAttendeesPage() {
  const user = useSignedInUser();
  const queryClient = useQueryClient();
  const events = useQuery(eventListQuery());
  const sessionEnded = useSessionEnded();

  const rereadUserId = useCallback(async () => {
    const current = await readSignedInUser();
    updateSessionUser(current);
    return current.id;
  }, []);

  // Lists that show attendance are read anew when they are next opened; the door itself needs none of them.
  const onCheckedIn = useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: QUERY_ROOM.attendees, refetchType: "none" });
    void queryClient.invalidateQueries({ queryKey: QUERY_ROOM.events, refetchType: "none" });
  }, [queryClient]);

  const onEventDeleted = useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: eventListQuery().queryKey });
  }, [queryClient]);

  const onSignIn = useCallback(() => {
    // The guard sees the cleared record and goes to /auth; the kept scan waits in this tab.
    clearSession();
    queryClient.clear();
  }, [queryClient]);

  return (
    <StaffFrame title={SCANNER_COPY.title}>
      <Scanner
        userId={user.id}
        events={events.data}
        eventsFailed={events.isError}
        eventsReadAt={events.dataUpdatedAt}
        rereadUserId={rereadUserId}
        sessionEnded={sessionEnded}
        onCheckedIn={onCheckedIn}
        onSignedOut={onSignedOut}
        onEventDeleted={onEventDeleted}
        onSignIn={onSignIn}
        signInLeft={signInLeft}
        paymentOf={(attendee) => <PaymentBadge attendee={attendee} />}
      />
    </StaffFrame>
  );
}
