import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";

interface IconButtonProps extends Omit<ComponentProps<typeof Button>, "children" | "pendingText" | "size"> {
  /** The accessible name and the tooltip: an icon alone is unclear (contract 2). */
  label: string;
  icon: ReactNode;
}

export function IconButton({ label, icon, variant = "ghost", ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <Button variant={variant} size="icon" aria-label={label} pendingText="" {...rest}>
        {icon}
      </Button>
    </Tooltip>
  );
}
