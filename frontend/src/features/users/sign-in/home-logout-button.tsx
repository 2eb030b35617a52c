import { LogOut } from "lucide-react";
import { Button } from "@/components/ui/button";
import { carryToastOverReload } from "@/components/ui/toast-store";
import { logOutInBackground } from "@/features/users/api";
import { clearSessionFlag } from "@/features/users/sign-in/session";
import { LOGOUT_COPY } from "@/features/users/sign-in/sign-out-copy";
import { dropDrafts } from "@/hooks/drafts";
import { reloadPage } from "@/lib/hard-navigation";

/** The dashboard's own Logout: it waits for nobody, and has its own words (contract 4). */
export function HomeLogoutButton() {
  function logOut() {
    logOutInBackground();
    carryToastOverReload(LOGOUT_COPY.homeDone);
    clearSessionFlag();
    dropDrafts();
    reloadPage();
  }
  return (
    <Button variant="secondary" onClick={logOut}>
      <LogOut aria-hidden="true" />
      {LOGOUT_COPY.homeButton}
    </Button>
  );
}
