import { FileUp } from "lucide-react";
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { classes } from "@/lib/classes";

const COPY = { choose: "Choose a file", drop: "or drop it here" } as const;

interface FileDropProps {
  /** The purpose of the file, for screen readers. */
  label: string;
  hint: string;
  /** File types offered by the browser's picker; the server checks a dropped file. */
  accept: string;
  onFile: (file: File) => void;
}

/** Without this the browser would open a file dropped beside the box, and leave the page. */
function keepPage(dragEvent: globalThis.DragEvent) {
  if (dragEvent.defaultPrevented) return;
  dragEvent.preventDefault();
  if (dragEvent.dataTransfer) dragEvent.dataTransfer.dropEffect = "none";
}

/** File input: a button, or drag and drop with a mouse. */
export function FileDrop({ label, hint, accept, onFile }: FileDropProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    window.addEventListener("dragover", keepPage);
    window.addEventListener("drop", keepPage);
    return () => {
      window.removeEventListener("dragover", keepPage);
      window.removeEventListener("drop", keepPage);
    };
  }, []);

  function pick({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    // Allows choosing the same file again after a correction.
    target.value = "";
    if (file) onFile(file);
  }

  function over(dragEvent: DragEvent) {
    dragEvent.preventDefault();
    setIsOver(true);
  }

  function drop(dragEvent: DragEvent) {
    dragEvent.preventDefault();
    setIsOver(false);
    const file = dragEvent.dataTransfer.files[0];
    if (file) onFile(file);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first
    <div
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={classes(
        "flex flex-col items-center gap-3 rounded-md border border-dashed p-6 text-center",
        isOver ? "border-accent bg-accent-soft" : "border-border-strong",
      )}
    >
      <FileUp className="size-8 text-text-muted" />
      <Button variant="secondary" onClick={() => picker.current?.click()}>
        {COPY.choose}
      </Button>
      <p className="pointer-coarse:hidden text-sm text-text-muted">{COPY.drop}</p>
      <p className="text-sm text-text-muted">{hint}</p>
      <input ref={picker} type="file" accept={accept} onChange={pick} aria-label={label} hidden />
    </div>
  );
}
