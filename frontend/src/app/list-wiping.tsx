import { useEffect } from "react";
import { useSessionEnded, useSessionRecord } from "@/features/users/sign-in/session";

const loadStore = () => import("@/features/checkin/door-list/list-store");

/** contract 4: the guest list of a door leaves this device with who signs out, and when its time is over. */
export function ListWiping() {
  const { authenticated } = useSessionRecord();
  // The door stays where it is when its session ends, and so does its list.
  const isStaying = useSessionEnded();

  useEffect(() => {
    loadStore()
      .then(({ holdSaves, wipeLists, wipeOldLists }) => {
        holdSaves(isStaying);
        if (isStaying) return;
        return authenticated ? wipeOldLists() : wipeLists();
      })
      .catch(() => {}); // without a network: the next page that is opened does it
  }, [authenticated, isStaying]);

  return null;
}
