import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { handleSessionExpired } from "@/app/session-expired";
import { shownToast } from "@/components/ui/toast-store";
import { saveGrant } from "@/features/door/access/current-grant";
import { beginSession, sessionRecord } from "@/features/users/sign-in/session";
import { GALA, OLIVE } from "@/testing/cast";

const DOOR = {
  id: 4,
  userId: OLIVE.id,
  fullName: OLIVE.fullName,
  eventId: GALA.id,
  eventName: GALA.name,
  eventDate: GALA.date,
  device: null,
  makesUntil: Date.now() + 60_000,
};

test.each([
  ["/scan-attendees", undefined],
  ["/manage-attendees", "Please sign in again"],
])("4.doors.7 a session that ends while %s is still loading, at a door that goes on", (path, title) => {
  window.history.replaceState(null, "", path);
  saveGrant(DOOR);
  beginSession(OLIVE);
  handleSessionExpired(new QueryClient());
  expect(sessionRecord().authenticated).toBe(false);
  expect(shownToast()?.title).toBe(title);
});
