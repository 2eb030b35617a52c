import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { useEffect } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";

interface PrintBarProps {
  back: ReactNode;
  children: ReactNode;
}

/** Bar above a print preview; not printed. */
export function PrintBar({ back, children }: PrintBarProps) {
  return (
    <div className="mb-6 flex flex-col gap-4 print:hidden">
      {back}
      <div className="flex flex-wrap items-end gap-4">{children}</div>
    </div>
  );
}

interface PrintButtonProps extends Pick<ButtonProps, "variant" | "className"> {
  /** File name of a PDF: browsers take the page's title. */
  fileName: string;
  disabled: boolean;
}

/** Opens the browser's own print dialog, as Ctrl+P does. */
export function PrintButton({ fileName, disabled, variant, className = "ml-auto" }: PrintButtonProps) {
  useEffect(() => {
    let title = document.title;
    const name = () => {
      title = document.title;
      document.title = fileName;
    };
    const restore = () => {
      document.title = title;
    };
    window.addEventListener("beforeprint", name);
    window.addEventListener("afterprint", restore);
    return () => {
      window.removeEventListener("beforeprint", name);
      window.removeEventListener("afterprint", restore);
    };
  }, [fileName]);
  return (
    <Button onClick={() => window.print()} {...{ disabled, variant, className }}>
      <Printer />
      Print
    </Button>
  );
}
