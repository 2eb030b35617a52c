import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { keepDoorName, useDoorName } from "@/features/door/access/current-grant";
import { DOOR_NAME_MAX } from "@/features/door/core/rules";
import { DOOR_NAME_COPY } from "@/features/door/ui/copy";

/** The name of this door, remembered by the device (contract 2.doors.1). */
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
        onChange={({ target }) => keepDoorName(target.value)}
        onKeyDown={({ key, currentTarget, nativeEvent }) => {
          // A hardware scanner's codes of other makes are read only while no text field has the focus.
          if (key === "Enter" && !nativeEvent.isComposing) currentTarget.blur();
        }}
      />
    </Field>
  );
}
