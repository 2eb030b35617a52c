import { Link } from "react-router";
import { LonePage } from "@/components/layout/lone-page";
import { usePageHeading } from "@/components/layout/page-focus";
import { Button } from "@/components/ui/button";

/** Shown signed in or out (contract 2). */
export function NotFoundPage() {
  return (
    <>
      <title>Page Not Found · Doorlist</title>
      <LonePage
        heading={usePageHeading()}
        title="Page Not Found"
        text="There is nothing at this address. It may have been mistyped, or the page has moved."
      >
        <Button asChild>
          <Link to="/">Go to the dashboard</Link>
        </Button>
      </LonePage>
    </>
  );
}
