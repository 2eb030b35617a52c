import { Flashlight, FlashlightOff, Search } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import type { CameraDevice } from "@/features/door/camera/door-camera";
import type { Camera } from "@/features/door/core/camera-state";
import { CAMERA_COPY, SEARCH_OPEN } from "@/features/door/ui/copy";

interface StageToolsProps {
  camera: Camera;
  onTorch: (on: boolean) => void;
  stopped: boolean;
  onSearch: () => void;
}

/** Torch and search, for tickets that cannot be read. */
export function StageTools({ camera, onTorch, stopped, onSearch }: StageToolsProps) {
  const torch = camera.kind === "on" ? camera.torch : "none";
  return (
    <>
      <div className="absolute top-3 right-4 z-20">
        <Button variant="secondary" disabled={stopped} onClick={onSearch}>
          <Search className="max-[22rem]:hidden" />
          {SEARCH_OPEN}
        </Button>
      </div>
      {torch === "none" ? null : (
        <div className="absolute right-4 bottom-4 z-20">
          <IconButton
            label={CAMERA_COPY.torch}
            icon={torch === "on" ? <Flashlight /> : <FlashlightOff />}
            variant={torch === "on" ? "primary" : "secondary"}
            aria-pressed={torch === "on"}
            onClick={() => onTorch(torch === "off")}
          />
        </div>
      )}
    </>
  );
}

interface CameraPickerProps {
  cameras: CameraDevice[];
  cameraId: string | null;
  onChoose: (cameraId: string | null) => void;
}

/** Camera choice, if the device has several. */
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
