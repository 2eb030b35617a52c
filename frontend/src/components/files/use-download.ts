import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { download } from "@/api/download";
import { showFailure } from "@/components/form/failure";
import { type ToastContent, toast } from "@/components/ui/toast-store";
import { saveFile } from "@/lib/save-file";

/** A smaller file arrives before anyone could read its progress. */
const WORTH_TELLING_BYTES = 1_000_000;
const TOLD_EVERY_BYTES = 200_000;

interface WantedFile {
  path: string;
  fallbackName: string;
  /** Content of the toast after a failure. */
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
export function useDownload({ path, fallbackName, failure, done, refusal }: WantedFile) {
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
