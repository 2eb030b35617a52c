import { LogOut } from "lucide-react";
import { useIsOffline } from "@/api/live/live-state";
import { Button } from "@/components/ui/button";
import { carryToastOverReload, toast } from "@/components/ui/toast-store";
import { sendLogout } from "@/features/users/api";
import { clearSessionFlag } from "@/features/users/sign-in/session";
import { LOGOUT_COPY } from "@/features/users/sign-in/sign-out-copy";
import { useSignOut } from "@/features/users/sign-in/use-sign-out";
import { reloadPage } from "@/lib/hard-navigation";

/** The dashboard's Logout does not wait for the server, and has its own texts (contract 4). */
export function HomeLogoutButton() {
  const isOffline = useIsOffline();
  function logOut(keepsPage: boolean) {
    sendLogout();
    clearSessionFlag();
    if (isOffline || keepsPage) {
      // A reload would need the server, or lose check-ins. The guard redirects to /auth.
      toast(LOGOUT_COPY.homeDone);
      return;
    }
    carryToastOverReload(LOGOUT_COPY.homeDone);
    reloadPage();
  }
  const { ask, question } = useSignOut(logOut);
  return (
    <>
      <Button variant="secondary" onClick={ask}>
        <LogOut />
        {LOGOUT_COPY.homeButton}
      </Button>
      {question}
    </>
  );
}
