import { Component, type ErrorInfo, type ReactNode } from "react";
import { StandalonePage } from "@/components/layout/standalone-page";
import { Button, buttonLook } from "@/components/ui/button";
import { retryPages } from "@/components/ui/lazy-component";
import { reloadPage } from "@/lib/hard-navigation";

interface ErrorBoundaryProps {
  /** A change resets the boundary: the user went to another page. */
  resetKey?: string;
  children: ReactNode;
}

/** The last error boundary: offers a reload if a page cannot be loaded or rendered. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error("A page could not be shown", error, info.componentStack);
  }

  override componentDidUpdate({ resetKey }: ErrorBoundaryProps) {
    if (!this.state.failed || resetKey === this.props.resetKey) return;
    retryPages();
    this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div role="alert">
        <StandalonePage title="This page could not be shown" text="Check the connection, then reload.">
          <Button onClick={reloadPage}>Reload</Button>
          {/* Loads everything anew, as the router may be what failed. */}
          <a href="/" className={buttonLook({ variant: "secondary" })}>
            Go to the dashboard
          </a>
        </StandalonePage>
      </div>
    );
  }
}
