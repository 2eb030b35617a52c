import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type ChangeNotice, EVERYTHING, touchesUsers } from "@/api/live/change-notice";
import { noteStream } from "@/api/live/live-state";
import { startLiveRefetch } from "@/api/live/refresh";
import { noteBeat } from "@/api/live/server-clock";
import { shareStream } from "@/api/live/tabs";
import { watchFailure } from "@/app/sign-in-lost";
import { readSignedInUser } from "@/features/users/api";
import { sessionRecord, updateSessionUser, useSessionRecord } from "@/features/users/sign-in/session";

/** contract 7: while a user is signed in, this tab shows the changes of others right away. */
export function LiveUpdates() {
  const { user, authenticated } = useSessionRecord();
  const queryClient = useQueryClient();
  const userId = authenticated && user && !user.mustChangePassword ? user.id : null;

  useEffect(() => {
    if (userId === null || !("EventSource" in globalThis)) return;
    const fresh = startLiveRefetch(queryClient, (error) => watchFailure(error, queryClient));

    async function readUser() {
      try {
        const current = await readSignedInUser();
        if (sessionRecord().user?.id === current.id) updateSessionUser(current);
      } catch (error) {
        watchFailure(error, queryClient);
      }
    }

    const leave = shareStream(userId, {
      onState: noteStream,
      onBeat: noteBeat,
      onFacts: (facts: ChangeNotice) => {
        fresh.take(facts);
        const isOwn = touchesUsers(facts) && facts.users?.includes(userId);
        if (facts === EVERYTHING || isOwn) void readUser();
      },
      onRefused: () => void readUser(),
    });
    return () => {
      leave();
      fresh.stop();
      noteStream("open");
    };
  }, [userId, queryClient]);

  return null;
}
