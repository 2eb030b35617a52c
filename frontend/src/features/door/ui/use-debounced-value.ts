import { useEffect, useState } from "react";
import { SEARCH_PAUSE_MS } from "@/features/door/core/rules";

/** A text as it stood when the typing last paused; an empty one at once. */
export function useDebouncedValue(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text === "" ? "" : settled;
}
