import { useMutation } from "@tanstack/react-query";
import { answer, api } from "@/api/client";
import type { AttendeeCreate } from "@/api/types";

/** Query keys of the room. Events carry counts of attendees, so those change with them. */
const attendeeKeys = { all: ["attendees"] as const };

export function useRegisterAttendee() {
  return useMutation({
    mutationFn: (attendee: AttendeeCreate) => answer(api.POST("/api/attendees", { body: attendee })),
    meta: { changes: [...attendeeKeys.all, "events"] },
  });
}
