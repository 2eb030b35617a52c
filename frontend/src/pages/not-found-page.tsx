import { usePageHeading } from "@/components/layout/page-focus";
import { StandalonePage } from "@/components/layout/standalone-page";
import { ButtonLink } from "@/components/ui/button";

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
        <ButtonLink to="/">Go to the dashboard</ButtonLink>
      </StandalonePage>
    </>
  );
}
