import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";

interface CopyButtonProps extends Pick<ButtonProps, "size" | "className"> {
  text: string;
  label: string;
  /** Replaces the label after copying. */
  copiedLabel?: string;
  /** How long `copiedLabel` shows, in milliseconds. Without it, until `text` changes. */
  shownFor?: number;
  /** The text of the toast if copying fails. Without it `onResult` reports the failure. */
  failure?: string;
  onResult?: (isCopied: boolean) => void;
}

/** Copies a text and confirms it. Browsers refuse without HTTPS. */
export function CopyButton({
  text,
  label,
  copiedLabel = "Copied!",
  shownFor,
  failure,
  onResult,
  ...look
}: CopyButtonProps) {
  const [copied, setCopied] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (!copied || shownFor === undefined) return;
    const timer = setTimeout(() => setCopied(null), shownFor);
    return () => clearTimeout(timer);
  }, [copied, shownFor]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied({ text });
      onResult?.(true);
    } catch (error) {
      console.error("The text could not be copied", error);
      setCopied(null);
      if (failure) toast({ title: "Error", description: failure, variant: "destructive" });
      onResult?.(false);
    }
  };
  const isCopied = copied?.text === text;
  const Icon = isCopied ? Check : Copy;
  return (
    <Button variant="secondary" onClick={copy} {...look}>
      <Icon />
      <span aria-live="polite">{isCopied ? copiedLabel : label}</span>
    </Button>
  );
}
