import { Download, Share2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { RESULT_COPY } from "@/features/tickets/copy";
import { CopyLink } from "@/features/tickets/copy-link";
import { classes } from "@/lib/classes";

interface HandOutButtonsProps {
  /** Null while the image is drawn. */
  file: File | null;
  onShare: () => void;
  onDownload: () => void;
  /** The tickets, for the links to the guest's pages. */
  qrCodes: readonly string[];
  className?: string;
}

/** Buttons to share and download a ticket image (contract 2). */
export function ShareButtons({ file, onShare, onDownload, qrCodes, className }: HandOutButtonsProps) {
  return (
    <div className={classes("flex flex-wrap gap-3 *:flex-auto", className)}>
      <Button size="tight" onClick={onShare} disabled={!file}>
        <Share2 />
        {RESULT_COPY.share}
      </Button>
      <CopyLink qrCodes={qrCodes} />
      <Button variant="secondary" size="tight" onClick={onDownload} disabled={!file}>
        <Download />
        {RESULT_COPY.download}
      </Button>
    </div>
  );
}
