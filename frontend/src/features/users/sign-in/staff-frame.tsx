import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { useIsOffline } from "@/api/live/live-state";
import { PageFrame } from "@/components/layout/page-frame";
import { lazyComponent } from "@/components/ui/lazy-component";
import { toast } from "@/components/ui/toast-store";
import { useLogout } from "@/features/users/api";
import { isResponseUnknown, queueLogout } from "@/features/users/sign-in/deferred-logout";
import { signOut, usePageUser } from "@/features/users/sign-in/session";
import { LOGOUT_COPY } from "@/features/users/sign-in/sign-out-copy";
import { useSignOut } from "@/features/users/sign-in/use-sign-out";

const PasswordDialog = lazyComponent(
  async () => (await import("@/features/users/sign-in/password-dialog")).PasswordDialog,
);

type StaffFrameProps = Pick<
  ComponentProps<typeof PageFrame>,
  "title" | "isStaffs" | "width" | "tools" | "children"
> & {
  /** The owner of this door while no user is signed in. */
  door?: { fullName: string } | null;
};

export function StaffFrame({ door, ...props }: StaffFrameProps) {
  const user = usePageUser();
  const queryClient = useQueryClient();
  const isOffline = useIsOffline();
  const leave = () => {
    // The guard sees the cleared record and goes to /auth.
    signOut();
    queryClient.clear();
    toast(LOGOUT_COPY.frameDone);
  };
  const leaveOffline = () => {
    queueLogout();
    leave();
  };
  const logout = useLogout({
    onSuccess: leave,
    onError: (error) =>
      isResponseUnknown(error)
        ? leaveOffline()
        : toast({ ...LOGOUT_COPY.frameFailure, variant: "destructive" }),
  });
  const { ask, question } = useSignOut(() => (isOffline ? leaveOffline() : logout.mutate()));
  const [changingPassword, setChangingPassword] = useState(false);

  return (
    <>
      <PageFrame
        {...props}
        fullName={door?.fullName ?? user?.fullName ?? ""}
        onOpenAccount={door ? null : () => setChangingPassword(true)}
        onLogout={ask}
        loggingOut={logout.isPending}
      />
      {question}
      {changingPassword ? <PasswordDialog onClose={() => setChangingPassword(false)} /> : null}
    </>
  );
}
