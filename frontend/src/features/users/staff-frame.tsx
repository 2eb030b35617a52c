import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { PageFrame } from "@/components/layout/page-frame";
import { later } from "@/components/ui/later";
import { toast } from "@/components/ui/toast-store";
import { useLogout } from "@/features/users/api";
import { clearSession, useSignedInUser } from "@/features/users/session";
import { LOGOUT_COPY } from "@/features/users/sign-out-copy";
import { dropDrafts } from "@/hooks/drafts";

const passwordDialog = later(async () => (await import("@/features/users/password-dialog")).PasswordDialog);

type StaffFrameProps = Pick<
  ComponentProps<typeof PageFrame>,
  "title" | "back" | "width" | "tools" | "children"
>;

/** The page frame of whoever is signed in. Every page behind the guard stands in it. */
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
  const PasswordDialog = passwordDialog.use(changingPassword);

  return (
    <>
      <PageFrame
        {...props}
        fullName={user.fullName}
        onOpenAccount={() => setChangingPassword(true)}
        onLogout={() => logout.mutate()}
        loggingOut={logout.isPending}
      />
      {PasswordDialog ? <PasswordDialog open={changingPassword} onOpenChange={setChangingPassword} /> : null}
    </>
  );
}
