import { Smartphone } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { lazyComponent } from "@/components/ui/lazy-component";
import { PartBoundary } from "@/components/ui/part-boundary";
import { LoadingState } from "@/components/ui/states";
import { saveDoorName, useCurrentGrant, useDoorName, useHelper } from "@/features/door/access/current-grant";
import { DEVICES_COPY } from "@/features/door/access/devices-copy";
import { DOOR_NAME_MAX } from "@/features/door/core/rules";
import { DEVICES_OPEN, DOOR_NAME_COPY, goesOnUntil } from "@/features/door/ui/copy";
import { formatTimeOfDay } from "@/lib/event-date";

const DevicesDialog = lazyComponent(
  async () => (await import("@/features/door/access/devices-dialog")).DevicesDialog,
  <LoadingState text={DEVICES_COPY.loading} />,
);

interface DoorDevicesProps {
  event: { id: number; name: string } | null;
  isSignedIn: boolean;
  mayRemove: (userId: number) => boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The end of this door's grant, and the other devices of its event (contract 2.doors). */
export function DoorDevices({ event, isSignedIn, mayRemove, open, onOpenChange }: DoorDevicesProps) {
  const grant = useCurrentGrant();
  const isHelper = useHelper(isSignedIn) !== undefined;
  if (!event) return null;
  if (isHelper) return <PassNote />;
  const close = () => onOpenChange(false);
  const goesOn = !isSignedIn && grant?.eventId === event.id ? grant : null;
  return (
    <>
      {/* Always mounted: screen readers announce a change, not a new element. */}
      <p role="status" className="text-sm text-text-muted empty:absolute">
        {goesOn ? goesOnUntil(formatTimeOfDay(goesOn.makesUntil)) : null}
      </p>
      {isSignedIn || goesOn ? (
        <Button variant="secondary" className="self-start" onClick={() => onOpenChange(true)}>
          <Smartphone />
          {DEVICES_OPEN}
        </Button>
      ) : null}
      <PartBoundary onFail={close}>
        {open ? <DevicesDialog event={event} mayRemove={mayRemove} onClose={close} /> : null}
      </PartBoundary>
    </>
  );
}

/** The helper, the end of the pass and its issuer (contract 2.pass). */
function PassNote() {
  const holder = useCurrentGrant();
  if (!holder) return null;
  const { helper, device, fullName, makesUntil } = holder;
  return (
    <p role="status" className="text-sm text-text-muted">
      {helper}, {device}. Your pass works until {formatTimeOfDay(makesUntil)}. Questions? Ask {fullName}.
    </p>
  );
}

/** The name of this door, saved on the device (contract 2.doors.1). */
export function DoorNameField() {
  const name = useDoorName();
  return (
    <Field label={DOOR_NAME_COPY.label} hint={DOOR_NAME_COPY.hint}>
      <Input
        value={name}
        placeholder={DOOR_NAME_COPY.example}
        maxLength={DOOR_NAME_MAX}
        autoComplete="off"
        enterKeyHint="done"
        onChange={({ target }) => saveDoorName(target.value)}
        onKeyDown={({ key, currentTarget, nativeEvent }) => {
          // Other scanners' codes are read only outside text fields.
          if (key === "Enter" && !nativeEvent.isComposing) currentTarget.blur();
        }}
      />
    </Field>
  );
}
