import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";

interface CopyButtonProps extends Pick<ButtonProps, "size" | "className"> {
  text: string;
  label: string;
  /** In place of the label once it is copied. */
  copiedLabel?: string;
  /** For so many milliseconds it says that the text is copied; without it, for as long as it copies that text. */
  shownFor?: number;
  /** What a toast says where it could not be copied; or `onResult` says so itself. */
  failure?: string;
  onResult?: (isCopied: boolean) => void;
}

/** Copies a text and says so. A browser may refuse, as each does without HTTPS. */
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
      <Icon aria-hidden="true" />
      <span aria-live="polite">{isCopied ? copiedLabel : label}</span>
    </Button>
  );
}
