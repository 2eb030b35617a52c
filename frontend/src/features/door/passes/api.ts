import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { touchesUsers } from "@/api/live/change-notice";
import { sentAt } from "@/api/live/server-clock";
import type { DoorPass, PassClaimed, PassRequest } from "@/api/types";
import { now } from "@/lib/clock";

const passListKey = (eventId: number) => ["door-passes", eventId] as const;

/** The passes of an event, and this device's offset from the server's clock. */
export const passListQuery = (eventId: number) =>
  queryOptions({
    queryKey: passListKey(eventId),
    queryFn: async ({ signal }) => {
      const { data, response } = await api.GET("/api/door/passes", {
        params: { query: { eventId } },
        signal,
      });
      // The header has whole seconds: round up, so that a pass that ended in this second is over.
      const at = sentAt(response) + 1000;
      return { passes: data as DoorPass[], clockOffset: at - now() };
    },
    // Changes of a pass are published as changes of its issuer.
    meta: { isAffectedBy: touchesUsers },
  });

export function useMakePass(eventId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Omit<PassRequest, "eventId">) =>
      unwrap(api.POST("/api/door/passes", { body: { eventId, ...body } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: passListKey(eventId) }),
  });
}

export function useRevokePass(eventId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(api.DELETE("/api/door/passes/{pass_id}", { params: { path: { pass_id: id } } })),
    // Even after a failure: another person may have revoked it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: passListKey(eventId) }),
  });
}

/** `endsAt` is by this device's clock. */
export type Claimed = PassClaimed & { endsAt: number };

/** Claims a pass on this device. Throws `ApiError`. */
export async function claimPass(body: {
  secret: string;
  helper: string;
  idempotencyKey: string;
}): Promise<Claimed> {
  const { data, response } = await api.POST("/api/door/passes/claim", { body });
  const claimed = data as PassClaimed;
  return { ...claimed, endsAt: now() + Date.parse(claimed.makesUntil) - sentAt(response) };
}
