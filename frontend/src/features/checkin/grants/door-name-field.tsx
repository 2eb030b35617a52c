import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { DOOR_NAME_COPY } from "@/features/checkin/copy";
import { TYPED_TICKET } from "@/features/checkin/door-list/qr-hash";
import { keepDoorName, useDoorName } from "@/features/checkin/grants/live-grant";
import { DOOR_NAME_MAX } from "@/features/checkin/rules";

/** The name of this door, remembered by the device (contract 2.doors.1). */
export function DoorNameField({ onTicket }: { onTicket: (text: string) => void }) {
  const name = useDoorName();
  return (
    <Field label={DOOR_NAME_COPY.label} hint={DOOR_NAME_COPY.hint}>
      <Input
        value={name}
        placeholder={DOOR_NAME_COPY.example}
        maxLength={DOOR_NAME_MAX}
        autoComplete="off"
        enterKeyHint="done"
        onChange={({ target }) => keepDoorName(target.value)}
        onKeyDown={({ key, currentTarget, nativeEvent }) => {
          if (key !== "Enter" || nativeEvent.isComposing) return;
          // A hardware scanner types to the door only while no text has the focus.
          currentTarget.blur();
          const [ticket] = TYPED_TICKET.exec(name) ?? [];
          if (!ticket) return;
          keepDoorName(name.slice(0, -ticket.length));
          onTicket(ticket);
        }}
      />
    </Field>
  );
}
