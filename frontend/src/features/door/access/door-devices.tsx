import { Smartphone } from "lucide-react";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { PartBoundary } from "@/components/ui/part-boundary";
import { LoadingState } from "@/components/ui/states";
import { useHelper, useLiveGrant } from "@/features/door/access/current-grant";
import { DEVICES_COPY } from "@/features/door/access/devices-copy";
import { DEVICES_OPEN, goesOnUntil } from "@/features/door/ui/copy";
import { formatTimeOfDay } from "@/lib/event-date";

const DevicesDialog = lazyComponent(
  async () => (await import("@/features/door/access/devices-dialog")).DevicesDialog,
  <LoadingState text={DEVICES_COPY.loading} />,
);

interface DoorDevicesProps {
  event: { id: number; name: string } | null;
  isSignedIn: boolean;
  /** Whether the person at this door may remove a device of this user. */
  mayRemove: (userId: number) => boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** How long this door goes on without a session, and the other devices of its event (contract 2.doors). */
export function DoorDevices({ event, isSignedIn, mayRemove, open, onOpenChange }: DoorDevicesProps) {
  const grant = useLiveGrant();
  const helper = useHelper();
  if (!event) return null;
  if (helper && !isSignedIn) return <PassNote />;
  const close = () => onOpenChange(false);
  const goesOn = !isSignedIn && grant?.eventId === event.id ? grant : null;
  return (
    <>
      {/* Always mounted: screen readers announce a change, not a new element. */}
      <p role="status" className="text-sm text-text-muted empty:absolute">
        {goesOn ? goesOnUntil(formatTimeOfDay(new Date(goesOn.makesUntil).toISOString())) : null}
      </p>
      {isSignedIn || goesOn ? (
        <Button variant="secondary" className="self-start" onClick={() => onOpenChange(true)}>
          <Smartphone aria-hidden="true" />
          {DEVICES_OPEN}
        </Button>
      ) : null}
      <PartBoundary onFail={close}>
        {open ? <DevicesDialog event={event} mayRemove={mayRemove} onClose={close} /> : null}
      </PartBoundary>
    </>
  );
}

/** contract 2.pass: whose pass this is, until when it works, and whom to ask. */
function PassNote() {
  const holder = useLiveGrant();
  if (!holder) return null;
  const { helper, device, fullName, makesUntil } = holder;
  const until = formatTimeOfDay(new Date(makesUntil).toISOString());
  return (
    <p role="status" className="text-sm text-text-muted">
      {helper}, {device}. Your pass works until {until}. Questions? Ask {fullName}.
    </p>
  );
}
