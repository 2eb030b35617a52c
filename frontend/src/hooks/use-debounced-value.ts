import { useEffect, useState } from "react";

/** The text after a pause in typing; an empty text at once. */
export function useDebouncedValue(text: string, pauseMs: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return text === "" ? "" : settled;
}
