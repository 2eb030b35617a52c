import { Component, type ErrorInfo, type ReactNode } from "react";
import { ErrorState } from "@/components/ui/states";
import { reloadPage } from "@/lib/page-load";

/** The last net: a page that cannot be loaded or drawn says so and offers a fresh start. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error("A page could not be shown", error, info.componentStack);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="grid min-h-dvh place-items-center">
        <ErrorState title="This page could not be shown" onRetry={reloadPage} />
      </div>
    );
  }
}
