import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { SECOND_FACTOR_COPY } from "@/features/users/second-factor/copy";

/** Copies a text, and says so for as long as the step stands. */
export function CopyText({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch (error) {
      console.error("The text could not be copied", error);
      toast({ title: "Error", description: SECOND_FACTOR_COPY.copyFailed, variant: "destructive" });
    }
  };
  const Icon = copied ? Check : Copy;
  return (
    <Button variant="secondary" size="tight" onClick={copy} className="shrink-0">
      <Icon aria-hidden="true" />
      <span aria-live="polite">{copied ? SECOND_FACTOR_COPY.copied : label}</span>
    </Button>
  );
}
