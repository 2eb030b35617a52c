import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/api-error";
import { api, unwrap } from "@/api/client";
import { sentAt } from "@/api/live/server-clock";
import type { DoorDevice, DoorGrant, GrantRequest } from "@/api/types";
import { type EndedGrant, requestGrantCheck } from "@/features/door/access/current-grant";
import { now } from "@/lib/clock";

const grantListKey = (eventId: number | null) => ["door-grants", eventId] as const;

/** Requests or renews this device's grant. `endsAt` is by this device's clock. Throws `ApiError`. */
export async function askForGrant(body: GrantRequest): Promise<DoorGrant & { endsAt: number }> {
  const { data, response } = await api.POST("/api/door/grants", { body });
  const grant = data as DoorGrant;
  return { ...grant, endsAt: now() + Date.parse(grant.makesUntil) - sentAt(response) };
}

/** The person and time of the end; null for any other error. */
export function endOfGrant(error: unknown, eventId: number): EndedGrant | null {
  if (!(error instanceof ApiError) || error.code !== "grant_ended") return null;
  const { endedAt, endedBy } = error.body as {
    endedAt?: string | null;
    endedBy?: { fullName?: string } | null;
  };
  return { eventId, by: endedBy?.fullName ?? null, at: endedAt ?? null };
}

/** `ageMs`: time since its last contact, by the server's clock. */
export type ListedDevice = DoorDevice & { ageMs: number };

export const grantListQuery = (eventId: number) =>
  queryOptions({
    queryKey: grantListKey(eventId),
    queryFn: async ({ signal }): Promise<ListedDevice[]> => {
      const { data, response } = await api.GET("/api/door/grants", {
        params: { query: { eventId } },
        signal,
      });
      const at = sentAt(response);
      return (data as DoorDevice[]).map((device) => ({
        ...device,
        ageMs: at - Date.parse(device.lastContactAt),
      }));
    },
    gcTime: 0,
  });

export function useRemoveGrant(eventId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(api.DELETE("/api/door/grants/{grant_id}", { params: { path: { grant_id: id } } })),
    // Even after a failure: another person may have removed it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: grantListKey(eventId) }),
    onSuccess: requestGrantCheck,
  });
}
