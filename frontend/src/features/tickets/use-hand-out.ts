import { toast } from "@/components/ui/toast-store";
import { RESULT_COPY } from "@/features/tickets/copy";
import { shareTicket } from "@/features/tickets/hand-out";
import { saveFile } from "@/lib/save-file";

/** Share and download of a picture, with what the screen says about either (contract 8). Null is not drawn yet. */
export function useHandOut(file: File | null, about: { title: string; text?: string }) {
  const failed = (error: unknown) => {
    console.error("The ticket could not be handed out", error);
    toast({ title: RESULT_COPY.failed, description: RESULT_COPY.shareFailure, variant: "destructive" });
  };
  return {
    share: async () => {
      if (!file) return;
      try {
        if ((await shareTicket(file, about)) === "downloaded") toast(RESULT_COPY.downloaded);
      } catch (error) {
        failed(error);
      }
    },
    download: () => {
      if (!file) return;
      try {
        saveFile(file);
        toast(RESULT_COPY.downloaded);
      } catch (error) {
        failed(error);
      }
    },
  };
}
