import { useState } from "react";
import type { Attendee } from "@/api/types";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { lazyPart } from "@/components/ui/lazy-part";
import { PRIVACY_COPY } from "@/features/attendees/erase/copy";

const EraseDialog = lazyPart(
  async () => (await import("@/features/attendees/erase/erase-dialog")).EraseDialog,
);

/** contract 2.erase: what super admins do when a guest asks for it. */
export function PrivacyCard({ attendee }: { attendee: Attendee }) {
  const [asking, setAsking] = useState(false);
  return (
    <Card className="flex flex-col gap-4">
      <CardTitle>{PRIVACY_COPY.heading}</CardTitle>
      <div className="flex flex-col gap-4 sm:flex-row sm:items-center sm:justify-between sm:gap-6">
        <p className="text-sm text-text-muted">{PRIVACY_COPY.text}</p>
        <Button variant="danger" onClick={() => setAsking(true)} className="shrink-0">
          {PRIVACY_COPY.erase}
        </Button>
      </div>
      {asking ? <EraseDialog attendee={attendee} onClose={() => setAsking(false)} /> : null}
    </Card>
  );
}
