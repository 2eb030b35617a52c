import { useMutation } from "@tanstack/react-query";
import { Download, X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { download } from "@/api/download";
import { showFailure } from "@/components/form/failure";
import { Button, type ButtonProps } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Spinner } from "@/components/ui/spinner";
import { type ToastContent, toast } from "@/components/ui/toast-store";
import { formatBytes } from "@/lib/bytes";
import { classes } from "@/lib/classes";
import { saveFile } from "@/lib/save-file";

const COPY = {
  exporting: "Exporting...",
  cancel: "Cancel the download",
} as const;

interface DownloadButtonProps extends WantedFile {
  label: string;
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

/** A smaller file arrives before anyone could read its progress. */
const WORTH_TELLING_BYTES = 1_000_000;
const TOLD_EVERY_BYTES = 200_000;

interface WantedFile {
  path: string;
  fallbackName: string;
  failure: { title: string; fallback: string };
  /** The toast once the file is saved; none by default. */
  done?: ToastContent | undefined;
  /** The toast in place of a file that cannot be asked for. */
  refusal?: ToastContent | undefined;
}

/**
 * Downloads a file from the server and saves it when complete. It continues after its page is left; it can be cancelled
 * while the page shows.
 */
function useDownload({ path, fallbackName, failure, done, refusal }: WantedFile) {
  const [bytes, setBytes] = useState(0);
  const stopper = useRef<AbortController>(null);

  const { mutate, isPending } = useMutation({
    mutationFn: ({ signal }: { signal: AbortSignal; done: ToastContent | undefined }) =>
      download(path, {
        fallbackName,
        signal,
        onBytes: (came) => setBytes(came - (came % TOLD_EVERY_BYTES)),
      }),
    onSuccess: (file, started) => {
      saveFile(file);
      if (started.done) toast(started.done);
    },
    onError: (error, { signal }) => {
      if (!signal.aborted) showFailure(error, failure, start);
    },
  });
  function start() {
    stopper.current = new AbortController();
    setBytes(0);
    mutate({ signal: stopper.current.signal, done });
  }

  return {
    isPending,
    /** Bytes so far of a slow download; null if there is no progress to show. */
    bytes: isPending && bytes >= WORTH_TELLING_BYTES ? bytes : null,
    start: () => (refusal ? toast(refusal) : start()),
    cancel: () => stopper.current?.abort(),
  };
}
