import { Flashlight, FlashlightOff, Search } from "lucide-react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import type { Camera } from "@/features/door/core/camera-state";
import { CAMERA_COPY, SEARCH_OPEN } from "@/features/door/ui/copy";

interface StageToolsProps {
  camera: Camera;
  onTorch: (on: boolean) => void;
  stopped: boolean;
  onSearch: () => void;
}

/** Help for when a ticket cannot be read: light, and the list of guests. Where there is no torch there is no button. */
export function StageTools({ camera, onTorch, stopped, onSearch }: StageToolsProps) {
  const torch = camera.kind === "on" ? camera.torch : "none";
  return (
    <>
      <div className="absolute top-3 right-4 z-20">
        <Button variant="secondary" disabled={stopped} onClick={onSearch}>
          <Search aria-hidden="true" className="max-[22rem]:hidden" />
          {SEARCH_OPEN}
        </Button>
      </div>
      {torch === "none" ? null : (
        <div className="absolute right-4 bottom-4 z-20">
          <IconButton
            label={CAMERA_COPY.torch}
            icon={torch === "on" ? <Flashlight aria-hidden="true" /> : <FlashlightOff aria-hidden="true" />}
            variant={torch === "on" ? "primary" : "secondary"}
            aria-pressed={torch === "on"}
            onClick={() => onTorch(torch === "off")}
          />
        </div>
      )}
    </>
  );
}
