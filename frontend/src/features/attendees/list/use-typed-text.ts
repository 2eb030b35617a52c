import { useEffect, useRef, useState } from "react";
import { TYPING_DELAY_MS } from "@/features/attendees/rules";
import { useStable } from "@/hooks/use-latest";

/**
 * A text control whose value is stored elsewhere and set only after a pause in typing, on Enter and on blur. It shows
 * the typed text meanwhile. `onEnter` returns true if it has used the text: then the control is empty.
 */
export function useTypedText(
  value: string,
  onSettled: (text: string) => void,
  onEnter: (text: string) => boolean = () => false,
) {
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settle = useStable(onSettled);
  useEffect(() => () => clearTimeout(timer.current), []);

  function settleNow(text: string) {
    clearTimeout(timer.current);
    if (text.trim() !== value) settle(text.trim());
  }

  return {
    value: typed ?? value,
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(target.value);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => settle(target.value.trim()), TYPING_DELAY_MS);
    },
    onKeyDown: ({ key }: { key: string }) => {
      if (key !== "Enter") return;
      if (onEnter(typed ?? value)) {
        clearTimeout(timer.current);
        setTyped(null);
      } else if (typed !== null) settleNow(typed);
    },
    onBlur: () => {
      if (typed !== null) settleNow(typed);
      setTyped(null);
    },
  };
}
