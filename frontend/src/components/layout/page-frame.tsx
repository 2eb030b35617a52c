import { ArrowLeft, LogOut } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Link, useLocation } from "react-router";
import { BrandMark } from "@/components/layout/brand-mark";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { classes } from "@/lib/classes";

const HOME = "/";
const WIDTHS = { narrow: "max-w-2xl", wide: "max-w-6xl" };

interface PageFrameProps {
  title: string;
  /** Whether there is a way back to the dashboard; on the dashboard itself there never is (contract 2). */
  back?: boolean;
  /** Forms read best narrow; lists and dashboards want room. */
  width?: keyof typeof WIDTHS;
  fullName: string;
  onOpenAccount: () => void;
  onLogout: () => void;
  loggingOut: boolean;
  children: ReactNode;
}

/** What every signed-in page stands in: title, way back, who is signed in, logout, credit line (contract 2). */
export function PageFrame({
  title,
  back = true,
  width = "wide",
  fullName,
  onOpenAccount,
  onLogout,
  loggingOut,
  children,
}: PageFrameProps) {
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = `${title} · Doorlist`;
    document.documentElement.scrollTop = 0;
  }, [title]);

  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b bg-surface">
        <div className="mx-auto flex min-h-16 w-full max-w-6xl flex-wrap items-center gap-x-2 px-4 py-2 sm:flex-nowrap sm:gap-x-3 sm:px-6">
          {back && pathname !== HOME ? (
            <Button asChild variant="ghost" className="-ml-4">
              <Link to={HOME}>
                <ArrowLeft aria-hidden="true" />
                Back
              </Link>
            </Button>
          ) : (
            <BrandMark className="mr-1 size-9 shrink-0" />
          )}
          {/* On a phone the title has a line of its own, so that a long name never squeezes it. */}
          <h1 className="order-last w-full pt-1 pb-2 font-semibold text-xl sm:order-none sm:w-auto sm:min-w-0 sm:flex-1 sm:truncate sm:py-0">
            {title}
          </h1>
          <Button
            variant="ghost"
            className="ml-auto min-w-0 max-w-1/2"
            aria-label={`${fullName}: change password`}
            onClick={onOpenAccount}
          >
            <span className="truncate">{fullName}</span>
          </Button>
          <IconButton
            label="Logout"
            icon={<LogOut aria-hidden="true" />}
            onClick={onLogout}
            pending={loggingOut}
            className="-mr-3"
          />
        </div>
      </header>
      <main className={classes("mx-auto w-full flex-1 px-4 py-6 sm:px-6 sm:py-10", WIDTHS[width])}>
        {children}
      </main>
      <footer className="mx-auto w-full max-w-6xl px-4 pt-4 pb-8 text-center text-sm text-text-muted sm:px-6">
        Doorlist: from the first ticket to the last guest at the door.
      </footer>
    </div>
  );
}
