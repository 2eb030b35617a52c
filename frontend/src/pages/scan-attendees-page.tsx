import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useNavigate } from "react-router";
import { QUERY_KEY } from "@/api/query-keys";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { clearGrant, currentGrant, useHelper, usePageGrant } from "@/features/door/access/current-grant";
import { DOOR_GRANT_COPY, SCANNER_COPY } from "@/features/door/copy";
import { LIST_RETRY_INTERVAL_MS } from "@/features/door/core/rules";
import { useGrantedEvents } from "@/features/door/scan/use-door-event";
import { Scanner } from "@/features/door/ui/scanner";
import { eventListQuery } from "@/features/events/api";
import { readSignedInUser } from "@/features/users/api";
import {
  clearSession,
  expireSession,
  isValidSession,
  mustStayAtAuth,
  returnToDoor,
  sessionRecord,
  sessionTimeLeft,
  updateSessionUser,
  usePageUser,
  useSessionRecord,
} from "@/features/users/sign-in/session";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";
import { now } from "@/lib/clock";

const DoorGuestForm = lazyComponent(
  async () => (await import("@/features/attendees/register/door-guest-form")).DoorGuestForm,
);

const TicketTypeField = lazyComponent(
  async () => (await import("@/features/ticket-types/ticket-type-field")).TicketTypeField,
);

const TicketPrice = lazyComponent(
  async () => (await import("@/features/ticket-types/ticket-type-field")).TicketPrice,
);

/** The scanner learns of it from the session record, like every page. */
const onSignedOut = () => void expireSession();
const signInLeft = () => sessionTimeLeft(sessionRecord());

/** The user of this door: the signed-in one, or the owner of its grant. */
function useDoorUser() {
  const record = useSessionRecord();
  const user = usePageUser();
  // A user with a sign-in step to do may use the server only through the grant.
  const isSignedIn = isValidSession(record, now()) && !mustStayAtAuth(record.user);
  const holder = usePageGrant();
  const isAdmin = isSignedIn && user?.role === "super_admin";
  if (user && (isSignedIn || !holder)) return { id: user.id, fullName: user.fullName, isSignedIn, isAdmin };
  if (!holder) throw new Error("This door is nobody's: it belongs behind the guard");
  return { id: holder.userId, fullName: holder.helper ?? holder.fullName, isSignedIn, isAdmin };
}

export function ScanAttendeesPage() {
  const user = useDoorUser();
  const { isSignedIn } = user;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const events = useQuery({
    ...eventListQuery(),
    enabled: isSignedIn,
    // A door opened without the server loads the events once it is back.
    refetchInterval: ({ state }) => state.status === "error" && LIST_RETRY_INTERVAL_MS,
  });
  const granted = useGrantedEvents();
  const isHelper = useHelper(isSignedIn) !== undefined;

  const rereadUserId = useCallback(async () => {
    const current = await readSignedInUser();
    updateSessionUser(current);
    return current.id;
  }, []);

  // Marks attendance lists as stale for their next visit; the door itself uses none of them.
  const onCheckedIn = useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: QUERY_KEY.attendees, refetchType: "none" });
    void queryClient.invalidateQueries({ queryKey: QUERY_KEY.events, refetchType: "none" });
  }, [queryClient]);

  const onEventDeleted = useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: eventListQuery().queryKey });
  }, [queryClient]);

  const onSignIn = useCallback(() => {
    returnToDoor();
    if (currentGrant()) {
      void navigate("/auth");
      return;
    }
    // The guard goes to /auth as nothing is left here; the scan waits on the device.
    clearGrant();
    clearSession();
    queryClient.clear();
  }, [queryClient, navigate]);

  return (
    <StaffFrame
      title={SCANNER_COPY.title}
      isStaffs={isSignedIn || !isHelper}
      door={isSignedIn ? null : user}
      tools={
        isSignedIn || isHelper ? null : (
          <Button variant="secondary" className="shrink-0 whitespace-nowrap" onClick={onSignIn}>
            {DOOR_GRANT_COPY.signIn}
          </Button>
        )
      }
    >
      <Scanner
        userId={user.id}
        isSignedIn={isSignedIn}
        mayRemove={(userId) => user.isAdmin || (isSignedIn && userId === user.id)}
        events={isSignedIn ? (events.data ?? granted) : (granted ?? events.data)}
        eventsFailed={isSignedIn && events.isError && !granted}
        eventsReadAt={events.dataUpdatedAt}
        rereadUserId={rereadUserId}
        onCheckedIn={onCheckedIn}
        onSignedOut={onSignedOut}
        onEventDeleted={onEventDeleted}
        onSignIn={onSignIn}
        signInLeft={signInLeft}
        addForm={(eventId, { fullName, onAdded }) => (
          <DoorGuestForm
            eventId={eventId}
            events={events.data ?? []}
            fullName={fullName}
            userId={user.id}
            typeField={(field) => <TicketTypeField {...field} />}
            ticketPrice={(price) => <TicketPrice {...price} />}
            onAdded={({ qrCodeData }) => onAdded({ qrData: qrCodeData })}
          />
        )}
      />
    </StaffFrame>
  );
}
