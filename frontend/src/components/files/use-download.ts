import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { download } from "@/api/download";
import { showFailure } from "@/components/form/failure";
import { saveFile } from "@/lib/save-file";

/** Less than this is there before anybody could read how far it is. */
const WORTH_TELLING_BYTES = 1_000_000;
const TOLD_EVERY_BYTES = 200_000;

interface WantedFile {
  path: string;
  fallbackName: string;
  /** What the toast says when it cannot be had. */
  failure: { title: string; fallback: string };
}

/**
 * A file of the server's, saved through the browser once all of it is there. It goes on when its page is left; it can
 * be cancelled while the page shows.
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
    /** Bytes so far of a file that takes its time; null while there is nothing to tell. */
    bytes: isPending && bytes >= WORTH_TELLING_BYTES ? bytes : null,
    start: () => {
      stopper.current = new AbortController();
      setBytes(0);
      mutate(stopper.current.signal);
    },
    cancel: () => stopper.current?.abort(),
  };
}
