import { type ReactNode, useState } from "react";
import { Summary } from "@/components/ui/summary";

interface DisclosureProps {
  heading: string;
  count?: string;
  startsOpen: boolean;
  children: ReactNode;
}

export function Disclosure({ heading, count, startsOpen, children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group border-b last:border-b-0"
    >
      <Summary className="gap-2 px-4 py-2 font-medium">
        {heading}
        {count ? <span className="ml-auto text-text-muted tabular-nums">{count}</span> : null}
      </Summary>
      <div className="flex flex-col gap-3 px-4 pt-1 pb-4">{children}</div>
    </details>
  );
}
