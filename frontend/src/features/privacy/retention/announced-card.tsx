import { useQuery } from "@tanstack/react-query";
import { Card, CardTitle } from "@/components/ui/card";
import { AnnouncedErasures } from "@/features/privacy/retention/announced-erasures";
import { retentionQuery } from "@/features/privacy/retention/api";
import { ANNOUNCED_COPY } from "@/features/privacy/retention/copy";

/** Shown only while an erasure is announced (contract 2.home). */
export function AnnouncedCard() {
  const { data } = useQuery(retentionQuery());
  if (!data || data.announced.length === 0) return null;
  return (
    <Card className="flex flex-col gap-3">
      <CardTitle>{ANNOUNCED_COPY.heading}</CardTitle>
      <p className="text-sm text-text-muted">{ANNOUNCED_COPY.text}</p>
      <AnnouncedErasures announced={data.announced} postponed={[]} />
    </Card>
  );
}
