import { Info, OctagonAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "@/lib/classes";

const TONES = {
  info: { look: "bg-accent-soft text-on-accent-soft", Icon: Info },
  danger: { look: "bg-danger-soft text-on-danger-soft", Icon: OctagonAlert },
  warning: { look: "bg-warning-soft text-on-warning-soft", Icon: TriangleAlert },
};

interface CalloutProps {
  tone: keyof typeof TONES;
  title?: string;
  children: ReactNode;
}

/** Information to read before continuing, set apart from the content around it. */
export function Callout({ tone, title, children }: CalloutProps) {
  const { look, Icon } = TONES[tone];
  return (
    <div className={classes("flex gap-3 rounded-md p-4 text-sm", look)}>
      <Icon className="size-5 shrink-0" />
      <div className="wrap-anywhere flex min-w-0 flex-col gap-2">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children}
      </div>
    </div>
  );
}
