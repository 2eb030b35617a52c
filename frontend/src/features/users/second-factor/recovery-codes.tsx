import { Download, Printer } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { CopyButton } from "@/components/ui/copy-button";
import { SECOND_FACTOR_COPY } from "@/features/users/second-factor/copy";
import { saveFile } from "@/lib/save-file";

const FILE_NAME = "doorlist-recovery-codes.txt";

interface RecoveryCodesProps {
  codes: string[];
  username: string;
  onDone: () => void;
}

/** Shown only once: the server stores only their hashes (contract 6.factor.393). */
export function RecoveryCodes({ codes, username, onDone }: RecoveryCodesProps) {
  const text = `Doorlist recovery codes of ${username}\nEach works once.\n\n${codes.join("\n")}\n`;
  return (
    <div className="flex flex-col gap-5">
      <Callout tone="warning" title={SECOND_FACTOR_COPY.codesTitle}>
        <p>{SECOND_FACTOR_COPY.codesText}</p>
      </Callout>
      <ul
        aria-label={SECOND_FACTOR_COPY.codesLabel}
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-md border bg-surface-muted p-4 text-center font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <CopyButton
          text={text}
          label={SECOND_FACTOR_COPY.copy}
          size="tight"
          className="shrink-0"
          failure={SECOND_FACTOR_COPY.copyFailed}
        />
        <Button
          variant="secondary"
          size="tight"
          onClick={() => saveFile(new File([text], FILE_NAME, { type: "text/plain" }))}
        >
          <Download />
          {SECOND_FACTOR_COPY.download}
        </Button>
        <Button
          variant="secondary"
          size="tight"
          onClick={() => printText(text)}
          className="max-sm:col-span-2"
        >
          <Printer />
          {SECOND_FACTOR_COPY.print}
        </Button>
      </div>
      <Button onClick={onDone}>{SECOND_FACTOR_COPY.done}</Button>
    </div>
  );
}

/** Prints a text without the page around it. */
function printText(text: string): void {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  document.body.append(frame);
  const inside = frame.contentWindow;
  if (!inside) return;
  const lines = inside.document.createElement("pre");
  lines.textContent = text;
  inside.document.body.append(lines);
  inside.addEventListener("afterprint", () => frame.remove());
  inside.print();
}
