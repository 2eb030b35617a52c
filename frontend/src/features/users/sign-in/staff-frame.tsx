import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { useIsOffline } from "@/api/live/live-state";
import { PageFrame } from "@/components/layout/page-frame";
import { lazyPart } from "@/components/ui/lazy-part";
import { toast } from "@/components/ui/toast-store";
import { useLogout } from "@/features/users/api";
import { isUnanswered, logOutLater } from "@/features/users/sign-in/late-logout";
import { clearSession, useSignedInUser } from "@/features/users/sign-in/session";
import { LOGOUT_COPY } from "@/features/users/sign-in/sign-out-copy";
import { useSignOut } from "@/features/users/sign-in/use-sign-out";
import { dropDrafts } from "@/hooks/drafts";

const PasswordDialog = lazyPart(
  async () => (await import("@/features/users/sign-in/password-dialog")).PasswordDialog,
);

type StaffFrameProps = Pick<
  ComponentProps<typeof PageFrame>,
  "title" | "back" | "width" | "tools" | "children"
>;

/** The page frame of the signed-in user, around every page behind the guard. */
export function StaffFrame(props: StaffFrameProps) {
  const user = useSignedInUser();
  const queryClient = useQueryClient();
  const isOffline = useIsOffline();
  const leave = () => {
    // The guard sees the cleared record and goes to /auth.
    clearSession();
    dropDrafts();
    queryClient.clear();
    toast(LOGOUT_COPY.frameDone);
  };
  const leaveOffline = () => {
    logOutLater();
    leave();
  };
  const logout = useLogout({
    onSuccess: leave,
    onError: (error) =>
      isUnanswered(error) ? leaveOffline() : toast({ ...LOGOUT_COPY.frameFailure, variant: "destructive" }),
  });
  const { ask, question } = useSignOut(() => (isOffline ? leaveOffline() : logout.mutate()));
  const [changingPassword, setChangingPassword] = useState(false);

  return (
    <>
      <PageFrame
        {...props}
        fullName={user.fullName}
        onOpenAccount={() => setChangingPassword(true)}
        onLogout={ask}
        loggingOut={logout.isPending}
      />
      {question}
      {changingPassword ? <PasswordDialog onClose={() => setChangingPassword(false)} /> : null}
    </>
  );
}
