import { TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CHECK_AGAIN_ID, checkAgainCount } from "@/features/checkin/copy";

/** On a phone the camera has the whole screen: the way to the cards, while no verdict shows. */
export function CheckAgainButton({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Button
      variant="bare"
      className="border-warning bg-warning-soft text-on-warning-soft"
      onClick={() => document.getElementById(CHECK_AGAIN_ID)?.scrollIntoView({ block: "start" })}
    >
      <TriangleAlert aria-hidden="true" />
      {checkAgainCount(count)}
    </Button>
  );
}
