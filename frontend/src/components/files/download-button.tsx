import { Download, X } from "lucide-react";
import type { ReactNode } from "react";
import { useDownload } from "@/components/files/use-download";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { formatBytes } from "@/lib/bytes";
import { classes } from "@/lib/classes";

const COPY = {
  running: "Exporting...",
  runningAt: (bytes: number) => `Exporting... ${formatBytes(bytes)}`,
  cancel: "Cancel the download",
} as const;

interface DownloadButtonProps {
  label: string;
  path: string;
  fallbackName: string;
  failure: { title: string; fallback: string };
  icon?: ReactNode;
  /** Where the label alone does not say whose file it is. */
  accessibleName?: string;
  className?: string;
}

/** A button that saves a file of the server's; a large one says how far it is and can be cancelled. */
export function DownloadButton({
  label,
  icon = <Download aria-hidden="true" />,
  accessibleName,
  className,
  ...wanted
}: DownloadButtonProps) {
  const { start, cancel, isPending, bytes } = useDownload(wanted);
  return (
    <span className={classes("flex min-w-0 gap-2", className)}>
      <Button
        variant="secondary"
        onClick={start}
        pending={isPending}
        pendingText={bytes === null ? COPY.running : COPY.runningAt(bytes)}
        aria-label={isPending ? undefined : accessibleName}
        className="min-w-0 flex-1 tabular-nums"
      >
        {icon}
        {label}
      </Button>
      {bytes === null ? null : (
        <IconButton label={COPY.cancel} icon={<X aria-hidden="true" />} onClick={cancel} />
      )}
    </span>
  );
}
