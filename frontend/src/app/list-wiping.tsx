import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { dropGrant, useDoorHolder, useLiveGrant } from "@/features/door/access/current-grant";
import { ALL_DOOR_LISTS } from "@/features/door/guest-list/api";
import { onSignOut, useSessionEnded, useSessionRecord } from "@/features/users/sign-in/session";

const loadStore = () => import("@/features/door/guest-list/list-store");

/** Whether a person works at this device; and whether its door stays as it is after the end of its session or grant. */
export function useDoorState() {
  const { authenticated } = useSessionRecord();
  const grant = useLiveGrant();
  const staysOpen = useSessionEnded();
  const isFormerDoor = useDoorHolder() !== null;
  const isDoorOpen = authenticated || grant !== null;
  return { isDoorOpen, isStaying: !isDoorOpen && (staysOpen || isFormerDoor) };
}

/**
 * contract 4: the guest list of a door leaves this device with who signs out, and when its time is over. A live grant
 * counts as a session.
 */
export function ListWiping() {
  const { authenticated, user } = useSessionRecord();
  const grant = useLiveGrant();
  // The door stays where it is when its session or its grant ends, and so does its list.
  const { isDoorOpen, isStaying } = useDoorState();

  const queryClient = useQueryClient();
  useEffect(
    () =>
      onSignOut(() => {
        dropGrant();
        // The tab where the person signs out wipes the disk; this is the copy of each open door.
        queryClient.removeQueries({ queryKey: ALL_DOOR_LISTS });
      }),
    [queryClient],
  );

  const isOfAnother = authenticated && user !== null && grant !== null && grant.userId !== user.id;
  useEffect(() => {
    if (isOfAnother) dropGrant();
  }, [isOfAnother]);

  useEffect(() => {
    loadStore()
      .then(({ holdSaves, wipeLists, wipeOldLists }) => {
        holdSaves(isStaying);
        if (isStaying) return;
        return isDoorOpen ? wipeOldLists() : wipeLists();
      })
      .catch(() => {}); // without a network: the next page that is opened does it
  }, [isDoorOpen, isStaying]);

  return null;
}
