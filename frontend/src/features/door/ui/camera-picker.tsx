import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { CameraDevice } from "@/features/door/camera/door-camera";
import { CAMERA_COPY } from "@/features/door/ui/copy";

interface CameraPickerProps {
  cameras: CameraDevice[];
  cameraId: string | null;
  onChoose: (cameraId: string | null) => void;
}

/** Which camera the door looks through, where there is more than one. The device remembers it. */
export function CameraPicker({ cameras, cameraId, onChoose }: CameraPickerProps) {
  if (cameras.length < 2) return null;
  const isThere = cameras.some(({ id }) => id === cameraId);
  return (
    <Field label={CAMERA_COPY.camera}>
      <Select
        value={isThere && cameraId !== null ? cameraId : ""}
        onChange={({ target }) => onChoose(target.value === "" ? null : target.value)}
      >
        <option value="">{CAMERA_COPY.automatic}</option>
        {cameras.map(({ id, label }, index) => (
          <option key={id} value={id}>
            {label || CAMERA_COPY.numbered(index + 1)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
