import { hashKey, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { isSessionExpired } from "@/api/api-error";
import { api, unwrap } from "@/api/client";
import type { User } from "@/api/types";
import { readSignedInUser, userKeys } from "@/features/users/api";
import { clearSession, isValidSession, signOut, useSessionRecord } from "@/features/users/sign-in/session";
import { dropDrafts } from "@/hooks/drafts";
import { now } from "@/lib/clock";

const queryKey = [...userKeys.all, "of this browser"];

/** The user that the server has for this browser; null if signed out. */
const query = {
  queryKey,
  queryFn: (): Promise<User | null> =>
    readSignedInUser().catch((error: unknown) => {
      if (isSessionExpired(error)) return null;
      throw error;
    }),
  staleTime: 0,
  gcTime: 0,
};

/**
 * The signed-in user by the server (contract 2.pass.517), for a page that opens with and without a session. Until it
 * responds, by the browser's record, which may be outdated.
 */
export function useWhoIsSignedIn() {
  const queryClient = useQueryClient();
  const record = useSessionRecord();
  const remembered = isValidSession(record, now()) ? record.user : null;
  const { data } = useQuery(query);
  const user = data === undefined ? remembered : data;
  return { user, signOutIfTold: () => signOutIfTold(queryClient, user) };
}

/**
 * Ends this browser's session if there is one, but only of the user that the page showed. Returns true if no user is
 * signed in afterwards.
 */
async function signOutIfTold(queryClient: QueryClient, told: User | null): Promise<boolean> {
  const user = await queryClient.fetchQuery(query);
  if (user === null) {
    clearSession();
    return true;
  }
  if (user.id !== told?.id) return false;
  await unwrap(api.POST("/api/logout"));
  signOut();
  dropDrafts();
  queryClient.setQueryData(queryKey, null);
  queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== hashKey(queryKey) });
  return true;
}
