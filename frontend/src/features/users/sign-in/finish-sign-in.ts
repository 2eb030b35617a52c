import type { User } from "@/api/types";
import { carryToastOverReload } from "@/components/ui/toast-store";
import { LOGIN_COPY } from "@/features/users/sign-in/copy";
import { storeSession } from "@/features/users/sign-in/session";
import { redirectTo } from "@/lib/hard-navigation";

/** Contract 4: stores the sign-in, welcomes with a toast that is seen after the full redirect to /. */
export function finishSignIn(user: User): void {
  storeSession(user);
  carryToastOverReload(LOGIN_COPY.welcome(user.fullName));
  redirectTo("/");
}
