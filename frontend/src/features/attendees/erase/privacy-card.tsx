import { type ReactNode, useState } from "react";
import type { Attendee } from "@/api/types";
import { DownloadButton } from "@/components/files/download-button";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { lazyComponent } from "@/components/ui/lazy-component";
import { PRIVACY_COPY } from "@/features/attendees/erase/copy";
import { hasTicket } from "@/features/attendees/rules";

const EraseDialog = lazyComponent(
  async () => (await import("@/features/attendees/erase/erase-dialog")).EraseDialog,
);

/** Personal data actions of super admins (contract 2.erase). */
export function PrivacyCard({ attendee }: { attendee: Attendee }) {
  const [asking, setAsking] = useState(false);
  const { id } = attendee;
  return (
    <Card className="flex flex-col gap-4">
      <CardTitle>{PRIVACY_COPY.heading}</CardTitle>
      <Way text={PRIVACY_COPY.heldText}>
        <DownloadButton
          label={PRIVACY_COPY.held}
          pendingText={PRIVACY_COPY.fetching}
          path={`/api/attendees/${id}/held`}
          fallbackName={`guest-${id}.json`}
          failure={PRIVACY_COPY.heldFailure}
        />
      </Way>
      {hasTicket(attendee) ? (
        <Way text={PRIVACY_COPY.text}>
          <Button variant="danger" onClick={() => setAsking(true)}>
            {PRIVACY_COPY.erase}
          </Button>
        </Way>
      ) : null}
      {asking ? <EraseDialog attendee={attendee} onClose={() => setAsking(false)} /> : null}
    </Card>
  );
}

function Way({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="grid gap-3 border-t pt-4 first-of-type:border-t-0 first-of-type:pt-0 sm:grid-cols-[1fr_12rem] sm:items-center sm:gap-6">
      <p className="text-sm text-text-muted">{text}</p>
      {children}
    </div>
  );
}
