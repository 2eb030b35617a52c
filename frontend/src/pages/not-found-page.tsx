import { Link } from "react-router";
import { BrandMark } from "@/components/layout/brand-mark";
import { Button } from "@/components/ui/button";

/** Shown signed in or out (contract 2). */
export function NotFoundPage() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-4 p-6 text-center">
      <title>Page Not Found · Doorlist</title>
      <BrandMark className="mb-2 h-14 w-auto" />
      <h1 className="font-semibold text-2xl">Page Not Found</h1>
      <p className="max-w-sm text-text-muted">
        There is nothing at this address. It may have been mistyped, or the page has moved.
      </p>
      <Button asChild className="mt-2">
        <Link to="/">Go to the dashboard</Link>
      </Button>
    </main>
  );
}
