import { Printer } from "lucide-react";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";

interface PrintButtonProps {
  /** File name of a PDF: browsers take the page's title. */
  fileName: string;
  disabled: boolean;
}

/** Opens the browser's own print dialog, as Ctrl+P does. */
export function PrintButton({ fileName, disabled }: PrintButtonProps) {
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
    <Button onClick={() => window.print()} disabled={disabled} className="ml-auto">
      <Printer aria-hidden="true" />
      Print
    </Button>
  );
}
