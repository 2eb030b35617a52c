import { useEffect, useState } from "react";
import { toast } from "@/components/ui/toast-store";
import { RESULT_COPY } from "@/features/tickets/copy";

export type Picture =
  | { kind: "drawing" }
  | { kind: "ready"; file: File; address: string }
  | { kind: "failed"; drawAgain: () => void };

/** A picture, drawn once for each `draw`, which must be stable; `failure` is said where it cannot be drawn. */
export function usePicture(draw: () => Promise<File>, failure: string): Picture {
  const [picture, setPicture] = useState<Picture>({ kind: "drawing" });
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    let left = false;
    let address: string | null = null;
    setPicture({ kind: "drawing" });
    draw().then(
      (file) => {
        if (left) return;
        address = URL.createObjectURL(file);
        setPicture({ kind: "ready", file, address });
      },
      (error: unknown) => {
        if (left) return;
        console.error(`A picture could not be drawn (attempt ${attempt})`, error);
        setPicture({ kind: "failed", drawAgain: () => setAttempt(attempt + 1) });
        toast({ title: RESULT_COPY.failed, description: failure, variant: "destructive" });
      },
    );
    return () => {
      left = true;
      if (address) URL.revokeObjectURL(address);
    };
  }, [draw, failure, attempt]);
  return picture;
}
