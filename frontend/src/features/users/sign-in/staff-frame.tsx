import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { PageFrame } from "@/components/layout/page-frame";
import { lazyPart } from "@/components/ui/lazy-part";
import { toast } from "@/components/ui/toast-store";
import { useLogout } from "@/features/users/api";
import { clearSession, useSignedInUser } from "@/features/users/sign-in/session";
import { LOGOUT_COPY } from "@/features/users/sign-in/sign-out-copy";
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
  const logout = useLogout({
    onSuccess: () => {
      // The guard sees the cleared record and goes to /auth.
      clearSession();
      dropDrafts();
      queryClient.clear();
      toast(LOGOUT_COPY.frameDone);
    },
    onError: () => toast({ ...LOGOUT_COPY.frameFailure, variant: "destructive" }),
  });
  const [changingPassword, setChangingPassword] = useState(false);

  return (
    <>
      <PageFrame
        {...props}
        fullName={user.fullName}
        onOpenAccount={() => setChangingPassword(true)}
        onLogout={() => logout.mutate()}
        loggingOut={logout.isPending}
      />
      {changingPassword ? <PasswordDialog onClose={() => setChangingPassword(false)} /> : null}
    </>
  );
}
