import { Link } from "react-router";
import { usePageHeading } from "@/components/layout/page-focus";
import { StandalonePage } from "@/components/layout/standalone-page";
import { Button } from "@/components/ui/button";

/** Shown signed in or out (contract 2). */
export function NotFoundPage() {
  return (
    <>
      <title>Page Not Found · Doorlist</title>
      <StandalonePage
        heading={usePageHeading()}
        title="Page Not Found"
        text="There is nothing at this address. It may have been mistyped, or the page has moved."
      >
        <Button asChild>
          <Link to="/">Go to the dashboard</Link>
        </Button>
      </StandalonePage>
    </>
  );
}
