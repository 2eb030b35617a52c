import { Plus } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";

interface OptionalFieldProps extends ComponentProps<typeof Field> {
  /** The label of the button that opens the field. */
  disclosure: string;
  /** True if the field has a value: it is then open from the start. */
  isFilled: boolean;
}

/** A rarely needed field, hidden until the user asks for it (contract 2). Inside a row it takes a full line. */
export function OptionalField({ disclosure, isFilled, ...field }: OptionalFieldProps) {
  const [isWanted, setIsWanted] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isWanted) box.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  }, [isWanted]);

  if (!isWanted && !isFilled) {
    return <DisclosureButton onClick={() => setIsWanted(true)}>{disclosure}</DisclosureButton>;
  }
  return (
    <div ref={box} className="w-full">
      <Field {...field} />
    </div>
  );
}

/** Shows fields in its own place. */
export function DisclosureButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button
      variant="ghost"
      onClick={onClick}
      aria-expanded={false}
      className="-mx-4 -my-2 self-start text-text-muted"
    >
      <Plus />
      {children}
    </Button>
  );
}
