import type { MailPreview } from "@/api/types";
import { failureText } from "@/components/form/failure";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { LoadingState } from "@/components/ui/states";
import { EVENT_MAIL_COPY as COPY } from "@/features/mail/copy";
import { previewDocument } from "@/features/mail/preview-document";

interface PreviewDialogProps {
  preview: { data?: MailPreview | undefined; isError: boolean; error: unknown };
  onClose: () => void;
}

/** The message as a mail program shows it. The frame runs no script and belongs to no origin (contract 2.mail.11). */
export function PreviewDialog({ preview, onClose }: PreviewDialogProps) {
  const { data, isError, error } = preview;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={COPY.previewTitle}
      description={COPY.previewText}
      width="wide"
      actions={
        <Button variant="secondary" onClick={onClose}>
          {COPY.close}
        </Button>
      }
    >
      {data ? (
        <div className="flex flex-col gap-3">
          <p className="wrap-anywhere">
            <span className="text-text-muted">{COPY.subject}: </span>
            <span className="font-semibold">{data.subject}</span>
          </p>
          <iframe
            title={COPY.previewTitle}
            sandbox=""
            srcDoc={previewDocument(data.html)}
            className="h-120 w-full rounded-md border"
          />
        </div>
      ) : isError ? (
        <p role="alert">{failureText(error, COPY.previewFailed)}</p>
      ) : (
        <LoadingState text={COPY.loading} />
      )}
    </Dialog>
  );
}
