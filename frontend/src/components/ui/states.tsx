import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { classes } from "@/lib/classes";

const FRAME = "flex flex-col items-center justify-center gap-3 px-4 py-10 text-center";

export function LoadingState({ text, className }: { text: string; className?: string }) {
  return (
    <div role="status" className={classes(FRAME, "text-text-muted", className)}>
      <Spinner className="size-6" />
      <p>{text}</p>
    </div>
  );
}

interface EmptyStateProps {
  title: string;
  /** The next step for the user. */
  description?: string;
  icon?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ title, description, icon, action }: EmptyStateProps) {
  return (
    <div className={FRAME}>
      {icon ? <div className="text-text-muted [&_svg]:size-8">{icon}</div> : null}
      <p className="font-medium">{title}</p>
      {description ? <p className="max-w-md text-text-muted">{description}</p> : null}
      {action}
    </div>
  );
}

/** One or several queries that can be refetched. */
export interface Retried {
  isFetching: boolean;
  refetch: () => unknown;
}

export function TryAgain({ query }: { query: Retried }) {
  return (
    <Button
      variant="secondary"
      onClick={() => query.refetch()}
      pending={query.isFetching}
      pendingText="Trying again..."
    >
      Try again
    </Button>
  );
}

interface ErrorStateProps {
  title: string;
  description?: string | undefined;
  query: Retried;
}

/** Shown if data could not be loaded. Nothing is retried automatically (contract 7), so the user is asked to. */
export function ErrorState({
  title,
  description = "Check the connection, then try again.",
  query,
}: ErrorStateProps) {
  return (
    <div role="alert" className={FRAME}>
      <CircleAlert className="size-8 text-danger-text" />
      <p className="font-medium">{title}</p>
      <p className="max-w-md text-text-muted">{description}</p>
      <TryAgain query={query} />
    </div>
  );
}

interface QueryViewProps extends Omit<ErrorStateProps, "title"> {
  query: Retried & { isError: boolean };
  loading: string;
  failed: string;
  /** Whether it takes the screen's height while loading. */
  isTall?: boolean;
}

/** Replaces the data of a query that is loading or has failed. */
export function QueryView({ loading, failed, isTall = false, ...rest }: QueryViewProps) {
  if (rest.query.isError) return <ErrorState title={failed} {...rest} />;
  return <LoadingState text={loading} className={isTall ? "min-h-dvh" : ""} />;
}
