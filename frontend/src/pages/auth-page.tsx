import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { User } from "@/api/types";
import { OrganisationMark } from "@/components/layout/organisation-mark";
import { usePageHeading } from "@/components/layout/page-focus";
import { Button, ButtonLink } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { LoadingState } from "@/components/ui/states";
import { carryToastOverReload } from "@/components/ui/toast-store";
import { useCurrentGrant } from "@/features/door/access/current-grant";
import { DOOR_GRANT_COPY, goesOnAs } from "@/features/door/copy";
import { sendLogout } from "@/features/users/api";
import { BrandPanel } from "@/features/users/sign-in/brand-panel";
import { BRAND_COPY, LOGIN_COPY, PASSWORD_COPY, SECOND_FACTOR_WORDS } from "@/features/users/sign-in/copy";
import { LoginForm } from "@/features/users/sign-in/login-form";
import { useRereadUser } from "@/features/users/sign-in/reread-user";
import {
  beginSession,
  mustStayAtAuth,
  signOut,
  startPath,
  storeSession,
  updateSessionUser,
  useSessionRecord,
} from "@/features/users/sign-in/session";
import { redirectTo } from "@/lib/hard-navigation";
import { isDone } from "@/lib/with-timeout";

/** Longer than the settings take. Without them the sign-in goes on. */
const SETTINGS_TIMEOUT_MS = 2000;

/** Loads the form library only when it is needed, so that the login stays light. */
const PasswordForm = lazyComponent(
  async () => (await import("@/features/users/sign-in/password-form")).PasswordForm,
  <LoadingState text="Loading..." />,
);

const SetUpSecondFactor = lazyComponent(
  async () => (await import("@/features/users/second-factor/set-up")).SetUpSecondFactor,
  <LoadingState text="Loading..." />,
);

/** Sign-in, and the steps that must come first: a password to replace, a second factor to set up (contract 4). */
export function AuthPage() {
  const { user } = useSessionRecord();
  const [typedPassword, setTypedPassword] = useState<string>();
  const heading = usePageHeading();
  const queryClient = useQueryClient();
  // Keeps the recovery codes on the screen after the server has enabled the second factor.
  const [settingUp, setSettingUp] = useState<User | null>(null);
  const [isFinishing, setFinishing] = useState(false);
  const mustChange = user?.mustChangePassword ? user : null;
  const mustSetUp = mustChange ? null : (settingUp ?? (user?.mustSetUpSecondFactor ? user : null));
  // The recovery codes are shown only once, so nothing navigates away from them.
  useRereadUser(mustStayAtAuth(user) && settingUp === null);

  function signedIn(who: User, password: string) {
    if (!mustStayAtAuth(who)) return finish(who);
    setTypedPassword(password);
    beginSession(who);
  }

  function passwordChosen(who: User) {
    // The password typed at sign-in is now the old one.
    setTypedPassword(undefined);
    if (mustStayAtAuth(who)) updateSessionUser(who);
    else finish(who);
  }

  function finish(who: User) {
    if (isFinishing) return;
    setFinishing(true);
    void finishSignIn(who, queryClient);
  }

  function startOver() {
    sendLogout();
    signOut();
  }

  const someoneElse = (
    <Button variant="ghost" size="tight" onClick={startOver} disabled={isFinishing}>
      {PASSWORD_COPY.someoneElse}
    </Button>
  );

  return (
    <div className="flex min-h-dvh flex-col lg:grid lg:grid-cols-2">
      <title>Sign in · Doorlist</title>
      <BrandPanel />
      <main className="flex flex-1 flex-col justify-center px-6 py-10 lg:p-12">
        <div className="mx-auto flex w-full max-w-sm flex-col gap-8">
          <div className="flex items-center gap-3 lg:hidden">
            <OrganisationMark product={BRAND_COPY.name} />
          </div>
          {mustChange ? (
            <>
              <div className="flex flex-col gap-2">
                <h1 ref={heading} tabIndex={-1} className="font-semibold text-2xl outline-none">
                  {PASSWORD_COPY.forcedHeading}
                </h1>
                <p className="text-text-muted">{PASSWORD_COPY.forcedReason}</p>
              </div>
              <PasswordForm
                username={mustChange.username}
                knownPassword={typedPassword}
                onDone={() => passwordChosen({ ...mustChange, mustChangePassword: false })}
                aside={someoneElse}
              />
              <BackToDoor />
            </>
          ) : mustSetUp ? (
            <>
              <div className="flex flex-col gap-2">
                <h1 ref={heading} tabIndex={-1} className="font-semibold text-2xl outline-none">
                  {SECOND_FACTOR_WORDS.heading}
                </h1>
                <p className="text-text-muted">{SECOND_FACTOR_WORDS.reason}</p>
              </div>
              <SetUpSecondFactor
                username={mustSetUp.username}
                knownPassword={typedPassword}
                onConfirmed={() => setSettingUp(mustSetUp)}
                onDone={() => finish({ ...mustSetUp, hasSecondFactor: true, mustSetUpSecondFactor: false })}
                aside={someoneElse}
              />
              {settingUp ? null : <BackToDoor />}
            </>
          ) : (
            <>
              <h1 ref={heading} tabIndex={-1} className="font-semibold text-2xl outline-none">
                {LOGIN_COPY.heading}
              </h1>
              <LoginForm onSignedIn={signedIn} />
              <BackToDoor />
              <p className="text-sm text-text-muted">{LOGIN_COPY.noAccount}</p>
            </>
          )}
        </div>
      </main>
    </div>
  );
}

/**
 * Stores the session; the welcome toast shows after the full load of the next screen (contract 4). That screen has
 * amounts and times, whose format a new device reads first (contract 2.auth.1135).
 */
async function finishSignIn(user: User, queryClient: QueryClient): Promise<void> {
  const reading = import("@/features/settings/keep-settings").then(({ readSettings }) =>
    readSettings(queryClient),
  );
  await isDone(reading, SETTINGS_TIMEOUT_MS);
  storeSession(user);
  carryToastOverReload(LOGIN_COPY.welcome(user.fullName));
  redirectTo(startPath());
}

/** Link back to a door that continues without a session (contract 2.doors.4). */
function BackToDoor() {
  const grant = useCurrentGrant();
  if (!grant) return null;
  return (
    <div className="flex flex-col gap-3 border-t pt-6">
      <p className="text-sm text-text-muted">{goesOnAs(grant.helper ?? grant.fullName, grant.eventName)}</p>
      <ButtonLink variant="secondary" to="/scan-attendees">
        {DOOR_GRANT_COPY.back}
      </ButtonLink>
    </div>
  );
}
