import type { ReactNode, Ref } from "react";
import { BrandMark } from "@/components/layout/brand-mark";

interface StandalonePageProps {
  title: string;
  text: string;
  /** Where the focus goes with the page. */
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** A page without the frame: a message and links. */
export function StandalonePage({ title, text, heading, children }: StandalonePageProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-4 p-6 text-center">
      <BrandMark className="mb-2 h-14 w-auto" />
      <h1 ref={heading} tabIndex={-1} className="font-semibold text-2xl outline-none">
        {title}
      </h1>
      <p className="max-w-sm text-text-muted">{text}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>
    </main>
  );
}
