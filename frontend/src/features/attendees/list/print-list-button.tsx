import { Printer } from "lucide-react";
import { Button } from "@/components/ui/button";
import { MANAGE_COPY } from "@/features/attendees/list/copy";

interface PrintListButtonProps {
  disabled: boolean;
  onClick: () => void;
}

export function PrintListButton({ disabled, onClick }: PrintListButtonProps) {
  return (
    <Button variant="secondary" size="tight" className="sm:px-4" onClick={onClick} disabled={disabled}>
      <Printer />
      {MANAGE_COPY.print}
    </Button>
  );
}
