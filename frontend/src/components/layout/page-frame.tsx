import { ArrowLeft, LogOut } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router";
import { BrandMark } from "@/components/layout/brand-mark";
import { usePageHeading } from "@/components/layout/page-focus";
import { Button, ButtonLink } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { classes } from "@/lib/classes";

const HOME = "/";
const WIDTHS = { narrow: "max-w-2xl", wide: "max-w-page", wall: "max-w-none" };

interface PageFrameProps {
  title: string;
  /** False for a helper, who has no dashboard and no logout. The dashboard itself has no back link. */
  isStaffs?: boolean;
  /** Forms are narrow, lists and dashboards wide, and the doors page uses the full width. */
  width?: keyof typeof WIDTHS;
  /** Buttons beside the user's name. */
  tools?: ReactNode;
  fullName: string;
  /** Null if the name is no signed-in account. */
  onOpenAccount: (() => void) | null;
  onLogout: () => void;
  loggingOut: boolean;
  children: ReactNode;
}

/** Frame of every signed-in page: title, back link, current user, logout, credit line (contract 2). */
export function PageFrame({
  title,
  isStaffs = true,
  width = "wide",
  tools,
  fullName,
  onOpenAccount,
  onLogout,
  loggingOut,
  children,
}: PageFrameProps) {
  const { pathname } = useLocation();
  const heading = usePageHeading();
  useEffect(() => {
    document.title = `${title} · Doorlist`;
  }, [title]);

  return (
    <div className="flex min-h-dvh flex-col print:block print:min-h-0">
      <header className="border-b bg-surface print:hidden">
        <div
          className={classes(
            "mx-auto grid min-h-16 w-full grid-cols-[auto_1fr_auto] items-center gap-x-3 px-4 py-2 sm:px-6",
            width === "wall" ? WIDTHS.wall : WIDTHS.wide,
          )}
        >
          {isStaffs && pathname !== HOME ? (
            <ButtonLink variant="ghost" className="-ml-4" to={HOME}>
              <ArrowLeft />
              Back
            </ButtonLink>
          ) : (
            <BrandMark className="h-9 w-auto" />
          )}
          {/* On a phone the title has a full line, so that a long name never squeezes it. */}
          <h1
            ref={heading}
            tabIndex={-1}
            className="col-span-full outline-none row-start-2 pt-1 pb-2 font-semibold text-xl sm:col-span-1 sm:col-start-2 sm:row-start-1 sm:truncate sm:py-0"
          >
            {title}
          </h1>
          <div className="col-start-3 flex min-w-0 items-center">
            {tools}
            {onOpenAccount ? (
              <Button
                variant="ghost"
                className="min-w-0"
                aria-label={`${fullName}: change password`}
                onClick={onOpenAccount}
              >
                <span className="truncate">{fullName}</span>
              </Button>
            ) : (
              <span className="truncate px-3 font-medium text-text-muted">{fullName}</span>
            )}
            {isStaffs ? (
              <IconButton
                label="Logout"
                icon={<LogOut />}
                onClick={onLogout}
                pending={loggingOut}
                className="-mr-3"
              />
            ) : null}
          </div>
        </div>
      </header>
      <main
        className={classes(
          "mx-auto w-full flex-1 px-4 py-6 sm:px-6 sm:py-10 print:max-w-none print:p-0",
          WIDTHS[width],
        )}
      >
        {children}
      </main>
      <footer className="mx-auto w-full max-w-page text-balance px-4 pt-4 pb-8 text-center text-sm text-text-muted sm:px-6 print:hidden">
        Doorlist: from the first ticket to the last guest at the door.
      </footer>
    </div>
  );
}
