import { queryOptions, useMutation } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import type { AttendeeCreate } from "@/api/types";

/** Query keys of the room. Events carry counts of attendees, so those change with them. */
const attendeeKeys = {
  all: ["attendees"] as const,
  one: (id: number) => [...attendeeKeys.all, "one", id] as const,
};

/**
 * One attendee with seller and scanner. Forgotten when its page closes, so that opening it again shows what stands
 * now: doors check people in meanwhile, and data never goes stale by itself (contract 7).
 */
export const attendeeQuery = (id: number) =>
  queryOptions({
    queryKey: attendeeKeys.one(id),
    queryFn: () => answer(api.GET("/api/attendees/{attendee_id}", { params: { path: { attendee_id: id } } })),
    gcTime: 0,
  });

export function useRegisterAttendee() {
  return useMutation({
    mutationFn: (attendee: AttendeeCreate) => answer(api.POST("/api/attendees", { body: attendee })),
    meta: { changes: [...attendeeKeys.all, "events"] },
  });
}
