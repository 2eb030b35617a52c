import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";

/** Contract 9: a tooltip opens after 700 ms; moving on to the next within 300 ms opens that at once. */
const OPEN_DELAY_MS = 700;
const SKIP_DELAY_MS = 300;

/** Once, around the whole application, so that the skip delay works between neighbours. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={OPEN_DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      {children}
    </Radix.Provider>
  );
}

export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={8}
          collisionPadding={8}
          className="z-50 max-w-72 animate-fade rounded-md bg-text px-3 py-2 font-medium text-canvas text-sm shadow-raised"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
