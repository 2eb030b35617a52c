import { Download, X } from "lucide-react";
import type { ReactNode } from "react";
import { useDownload } from "@/components/files/use-download";
import { Button, type ButtonProps } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Spinner } from "@/components/ui/spinner";
import type { ToastContent } from "@/components/ui/toast-store";
import { formatBytes } from "@/lib/bytes";
import { classes } from "@/lib/classes";

const COPY = {
  exporting: "Exporting...",
  cancel: "Cancel the download",
} as const;

interface DownloadButtonProps {
  label: string;
  path: string;
  fallbackName: string;
  failure: { title: string; fallback: string };
  done?: ToastContent | undefined;
  refusal?: ToastContent | undefined;
  icon?: ReactNode;
  variant?: ButtonProps["variant"];
  /** Label while it works, if the file is not an export. */
  pendingText?: string;
  /** The content of the file, shown over the button. */
  hint?: string | undefined;
  /** Used if the label alone does not identify the file. */
  accessibleName?: string;
  /** For a narrow place: during a large download the button becomes Cancel, and keeps its width. */
  narrow?: boolean;
  disabled?: boolean;
  className?: string;
}

/** A button that saves a file from the server, with progress and Cancel for a large one. */
export function DownloadButton({
  label,
  icon = <Download />,
  variant = "secondary",
  pendingText = COPY.exporting,
  hint,
  accessibleName,
  narrow = false,
  disabled = false,
  className,
  ...wanted
}: DownloadButtonProps) {
  const { start, cancel, isPending, bytes } = useDownload(wanted);
  if (narrow && bytes !== null) {
    return (
      <Button
        variant="secondary"
        size="tight"
        onClick={cancel}
        aria-label={`${formatBytes(bytes)}: ${COPY.cancel}`}
        className={classes("min-w-0 tabular-nums", className)}
      >
        <Spinner />
        {formatBytes(bytes)}
        <X />
      </Button>
    );
  }
  return (
    <span className={classes("flex min-w-0 gap-2", className)}>
      <Button
        variant={variant}
        size={narrow ? "tight" : "md"}
        onClick={start}
        disabled={disabled}
        pending={isPending}
        title={hint}
        pendingText={bytes === null ? pendingText : `${pendingText} ${formatBytes(bytes)}`}
        aria-label={isPending ? undefined : accessibleName}
        className="min-w-0 flex-1 tabular-nums sm:px-4"
      >
        {icon}
        {label}
      </Button>
      {bytes === null ? null : <IconButton label={COPY.cancel} icon={<X />} onClick={cancel} />}
    </span>
  );
}
