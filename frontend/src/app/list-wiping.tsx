import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { clearGrant, useCurrentGrant, usePageGrant } from "@/features/door/access/current-grant";
import { ALL_DOOR_LISTS } from "@/features/door/guest-list/api";
import { onSignOut, useSessionEnded, useSessionRecord } from "@/features/users/sign-in/session";

const loadStore = () => import("@/features/door/guest-list/list-store");

/** Whether this device works as a door, and whether a door stays open after its session or grant has ended. */
export function useDoorState() {
  const { authenticated } = useSessionRecord();
  const grant = useCurrentGrant();
  const staysOpen = useSessionEnded();
  const isFormerDoor = usePageGrant() !== null;
  const isDoorOpen = authenticated || grant !== null;
  return { isDoorOpen, isStaying: !isDoorOpen && (staysOpen || isFormerDoor) };
}

/** Wipes the door's guest list at sign-out and after its time (contract 4). A live grant counts as a session. */
export function ListWiping() {
  const { authenticated, user } = useSessionRecord();
  const grant = useCurrentGrant();
  // A door stays open when its session or grant ends, and so does its list.
  const { isDoorOpen, isStaying } = useDoorState();

  const queryClient = useQueryClient();
  useEffect(
    () =>
      onSignOut(() => {
        clearGrant();
        // The tab of the sign-out wipes the disk; this removes each tab's copy.
        queryClient.removeQueries({ queryKey: ALL_DOOR_LISTS });
      }),
    [queryClient],
  );

  const isOfAnother = authenticated && user !== null && grant !== null && grant.userId !== user.id;
  useEffect(() => {
    if (isOfAnother) clearGrant();
  }, [isOfAnother]);

  useEffect(() => {
    loadStore()
      .then(({ suspendSaves, wipeLists, wipeOldLists }) => {
        suspendSaves(isStaying);
        if (isStaying) return;
        return isDoorOpen ? wipeOldLists() : wipeLists();
      })
      .catch(() => {}); // without a network: the next page that is opened does it
  }, [isDoorOpen, isStaying]);

  return null;
}
