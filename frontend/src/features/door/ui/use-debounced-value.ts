import { useEffect, useState } from "react";
import { SEARCH_DELAY_MS } from "@/features/door/core/rules";

/** The text after a pause in typing; an empty text at once. */
export function useDebouncedValue(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text === "" ? "" : settled;
}
