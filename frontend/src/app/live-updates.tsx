import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type ChangeNotice, EVERYTHING, touchesUsers } from "@/api/live/change-notice";
import { setStreamState } from "@/api/live/live-state";
import { startLiveRefetch } from "@/api/live/refresh";
import { recordHeartbeat } from "@/api/live/server-clock";
import { shareStream } from "@/api/live/tabs";
import { handleQueryFailure } from "@/app/session-expired";
import { currentGrant, requestGrantCheck, useCurrentGrant } from "@/features/door/access/current-grant";
import { readSignedInUser } from "@/features/users/api";
import {
  mustStayAtAuth,
  sessionRecord,
  updateSessionUser,
  useSessionRecord,
} from "@/features/users/sign-in/session";

/** Shows others' changes right away while a user is signed in, or the door has a grant (contract 7). */
export function LiveUpdates() {
  const { user, authenticated } = useSessionRecord();
  const grant = useCurrentGrant();
  const queryClient = useQueryClient();
  const signedInId = authenticated && user && !mustStayAtAuth(user) ? user.id : null;
  // If the session ends, the stream continues with the same user's grant.
  const userId = signedInId ?? grant?.userId ?? null;

  useEffect(() => {
    if (userId === null || !("EventSource" in globalThis)) return;
    const fresh = startLiveRefetch(queryClient, (error) => handleQueryFailure(error, queryClient));

    async function readUser() {
      if (currentGrant()) requestGrantCheck();
      if (!sessionRecord().authenticated) return;
      try {
        const current = await readSignedInUser();
        if (sessionRecord().user?.id === current.id) updateSessionUser(current);
      } catch (error) {
        handleQueryFailure(error, queryClient);
      }
    }

    const leave = shareStream(userId, {
      onState: setStreamState,
      onHeartbeat: recordHeartbeat,
      onFacts: (facts: ChangeNotice) => {
        fresh.take(facts);
        const isOwn = touchesUsers(facts) && facts.users?.includes(userId);
        if (facts === EVERYTHING || isOwn) void readUser();
      },
      onRefused: () => void readUser(),
      grantedEvent: () => currentGrant()?.eventId ?? null,
    });
    return () => {
      leave();
      fresh.stop();
      setStreamState("open");
    };
  }, [userId, queryClient]);

  return null;
}
