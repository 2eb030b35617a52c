import { useQuery } from "@tanstack/react-query";
import { Fragment, useEffect, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { DOORS_COPY } from "@/features/door/figures/copy";
import { DoorsBoard } from "@/features/door/figures/doors-board";
import { DoorsScreen } from "@/features/door/figures/doors-screen";
import { openDoorBell } from "@/features/door/scan/door-bell";
import { eventListQuery } from "@/features/events/api";
import { useSignedInUser } from "@/features/users/sign-in/session";
import { StaffFrame } from "@/features/users/sign-in/staff-frame";

const Announcements = lazyComponent(
  async () => (await import("@/features/ticket-types/announcements")).Announcements,
);
const LatestAnnounced = lazyComponent(
  async () => (await import("@/features/ticket-types/announcements")).LatestAnnounced,
);
const PassesCard = lazyComponent(async () => (await import("@/features/door/passes/passes-card")).PassesCard);

export function DoorsPage() {
  const events = useQuery(eventListQuery());
  const bell = useBell();
  const user = useSignedInUser();
  return (
    <StaffFrame title={DOORS_COPY.title} width="wall">
      <DoorsScreen events={events.data} failure={events.isError ? events : null}>
        {(event) => (
          <Fragment key={event.id}>
            <Announcements eventId={event.id} />
            <DoorsBoard event={event} userId={user.id} onFull={() => bell.ring("full")} />
            <LatestAnnounced eventId={event.id} />
            <PassesCard event={event} />
          </Fragment>
        )}
      </DoorsScreen>
    </StaffFrame>
  );
}

/** The door's bell. Browsers allow sound only after a click or key press on the page. */
function useBell() {
  const [bell] = useState(openDoorBell);
  useEffect(() => {
    const unlock = () => void bell.unlock();
    if (navigator.userActivation?.hasBeenActive) unlock();
    else document.addEventListener("click", unlock, { once: true, capture: true });
    return () => {
      document.removeEventListener("click", unlock, true);
      bell.close();
    };
  }, [bell]);
  return bell;
}
