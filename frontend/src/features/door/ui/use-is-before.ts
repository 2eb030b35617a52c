import { useEffect, useState } from "react";
import { steadyNow } from "@/lib/clock";

/** True until `moment` (steady clock), and renders then; always true for null. */
export function useIsBefore(moment: number | null): boolean {
  const [at, setAt] = useState(steadyNow);
  const isBefore = moment === null || Math.max(at, steadyNow()) < moment;
  useEffect(() => {
    if (moment === null || !isBefore) return;
    const timer = setTimeout(() => setAt(Math.max(steadyNow(), moment)), moment - steadyNow());
    return () => clearTimeout(timer);
  }, [moment, isBefore]);
  return isBefore;
}
