import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { download } from "@/api/download";
import { showFailure } from "@/components/form/failure";
import { saveFile } from "@/lib/save-file";

/** A smaller file arrives before anyone could read its progress. */
const WORTH_TELLING_BYTES = 1_000_000;
const TOLD_EVERY_BYTES = 200_000;

interface WantedFile {
  path: string;
  fallbackName: string;
  /** Content of the toast after a failure. */
  failure: { title: string; fallback: string };
}

/**
 * Downloads a file from the server and saves it when complete. It continues after its page is left; it can be cancelled
 * while the page shows.
 */
export function useDownload({ path, fallbackName, failure }: WantedFile) {
  const [bytes, setBytes] = useState(0);
  const stopper = useRef<AbortController>(null);

  const { mutate, isPending } = useMutation({
    mutationFn: (signal: AbortSignal) =>
      download(path, {
        fallbackName,
        signal,
        onBytes: (came) => setBytes(came - (came % TOLD_EVERY_BYTES)),
      }),
    onSuccess: saveFile,
    onError: (error, signal) => {
      if (!signal.aborted) showFailure(error, failure);
    },
  });

  return {
    isPending,
    /** Bytes so far of a slow download; null if there is no progress to show. */
    bytes: isPending && bytes >= WORTH_TELLING_BYTES ? bytes : null,
    start: () => {
      stopper.current = new AbortController();
      setBytes(0);
      mutate(stopper.current.signal);
    },
    cancel: () => stopper.current?.abort(),
  };
}
