import { Camera, ImageUp, Square } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import { Button } from "@/components/ui/button";
import { SCANNER_COPY } from "@/features/door/copy";

interface DoorControlsProps {
  filming: boolean;
  stopped: boolean;
  uploading: boolean;
  busy: boolean;
  onStart: () => void;
  onStop: () => void;
  onUpload: (picture: File) => void;
}

export function DoorControls({
  filming,
  stopped,
  uploading,
  busy,
  onStart,
  onStop,
  onUpload,
}: DoorControlsProps) {
  const chooser = useRef<HTMLInputElement>(null);

  function choose(change: ChangeEvent<HTMLInputElement>) {
    const picture = change.target.files?.[0];
    if (picture) onUpload(picture);
    // Allows the same file again.
    change.target.value = "";
  }

  return (
    <div className="-mx-4 sticky bottom-0 z-30 flex flex-wrap gap-3 border-t bg-canvas px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:static sm:mx-0 sm:border-0 sm:p-0 max-[24rem]:flex-nowrap max-[24rem]:gap-2 max-[24rem]:*:px-2 max-[24rem]:[&_svg]:hidden">
      {filming ? (
        <Button size="lg" variant="secondary" className="flex-1" onClick={onStop}>
          <Square />
          {SCANNER_COPY.stop}
        </Button>
      ) : (
        <Button size="lg" className="flex-1" disabled={stopped} onClick={onStart}>
          <Camera />
          {SCANNER_COPY.start}
        </Button>
      )}
      <Button
        size="lg"
        variant="secondary"
        className="grow whitespace-nowrap px-4 sm:flex-1"
        disabled={busy || stopped}
        pending={uploading}
        pendingText={SCANNER_COPY.uploading}
        onClick={() => chooser.current?.click()}
      >
        <ImageUp />
        {SCANNER_COPY.upload}
      </Button>
      <input ref={chooser} type="file" accept="image/*" className="hidden" onChange={choose} />
    </div>
  );
}
