import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { QR_REVIEW_COPY, RESULT_COPY } from "@/features/tickets/copy";
import { COPIED_MS } from "@/features/tickets/rules";

/** Copies the text of the QR code and says so for two seconds (contract 9). */
export function CopyButton({ qrCodeData }: { qrCodeData: string }) {
  /** Counts the copies, so that a second copy restarts the two seconds. Null when no mark shows. */
  const [copied, setCopied] = useState<number | null>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(qrCodeData);
      setCopied((before) => (before ?? 0) + 1);
    } catch (error) {
      console.error("The text of the QR code could not be copied", error);
      toast({ title: RESULT_COPY.failed, description: QR_REVIEW_COPY.copyFailure, variant: "destructive" });
    }
  };
  const Icon = copied === null ? Copy : Check;
  return (
    <Button variant="secondary" size="tight" onClick={copy}>
      <Icon aria-hidden="true" />
      <span aria-live="polite">{copied === null ? QR_REVIEW_COPY.copy : QR_REVIEW_COPY.copied}</span>
    </Button>
  );
}
