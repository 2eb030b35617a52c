import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { touchesUsers } from "@/api/live/change-notice";
import { sentAt } from "@/api/live/server-clock";
import type { DoorPass, PassClaimed, PassRequest } from "@/api/types";
import { now } from "@/lib/clock";

const passListKey = (eventId: number) => ["door-passes", eventId] as const;

/** The passes for an event, and by how much this device's clock is behind the server's. */
export const passListQuery = (eventId: number) =>
  queryOptions({
    queryKey: passListKey(eventId),
    queryFn: async ({ signal }) => {
      const { data, response } = await api.GET("/api/door/passes", {
        params: { query: { eventId } },
        signal,
      });
      // The header has whole seconds: a pass that ended in this one is over.
      const at = sentAt(response) + 1000;
      return { passes: data as DoorPass[], clockOffset: at - now() };
    },
    // What happens to a pass is told as a change of its maker.
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
    // Also after a failure: another person may have revoked it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: passListKey(eventId) }),
  });
}

/** What a claim gives this device. `endsAt` is by this device's clock. */
export type Claimed = PassClaimed & { endsAt: number };

/** Spends a pass on this device. Throws `ApiError`. */
export async function claimPass(body: {
  secret: string;
  helper: string;
  idempotencyKey: string;
}): Promise<Claimed> {
  const { data, response } = await api.POST("/api/door/passes/claim", { body });
  const claimed = data as PassClaimed;
  return { ...claimed, endsAt: now() + Date.parse(claimed.makesUntil) - sentAt(response) };
}
