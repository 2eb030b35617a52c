import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { setLoadFailureNotice } from "@/components/ui/lazy-component";
import { toast } from "@/components/ui/toast-store";
import { reloadPage } from "@/lib/hard-navigation";

const PART_MISSING = "A part of this page could not be shown";
const PART_ADVICE = "Everything else goes on. Reload the page when you can.";

const RELOAD = "Reload";

export function noticeLoadFailure(): void {
  // Reloads the page's own URL.
  const { pathname, search } = globalThis.location;
  const link = { text: RELOAD, to: pathname + search };
  toast({ title: PART_MISSING, description: PART_ADVICE, link, variant: "destructive", duration: 15_000 });
}

setLoadFailureNotice(noticeLoadFailure);

interface PartBoundaryProps {
  /** Called instead of leaving a message in its place: an overlay closes. */
  onFail?: () => void;
  children: ReactNode;
}

/** Error boundary for one component, so that the rest of the page stays. */
export class PartBoundary extends Component<PartBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error("A part of the page could not be shown", error, info.componentStack);
    if (!this.props.onFail) return;
    noticeLoadFailure();
    this.props.onFail();
    this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (this.props.onFail) return null;
    return (
      <div className="flex flex-wrap items-center gap-3 rounded-md bg-danger-soft p-4 text-on-danger-soft">
        <p className="flex-1 basis-48">
          {PART_MISSING}. {PART_ADVICE}
        </p>
        <Button variant="secondary" onClick={reloadPage}>
          {RELOAD}
        </Button>
      </div>
    );
  }
}
