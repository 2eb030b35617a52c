import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { PageFrame } from "@/components/layout/page-frame";
import { lazyPart } from "@/components/ui/lazy-part";
import { toast } from "@/components/ui/toast-store";
import { useLogout } from "@/features/users/api";
import { signOut, useKnownUser } from "@/features/users/sign-in/session";
import { LOGOUT_COPY } from "@/features/users/sign-in/sign-out-copy";
import { dropDrafts } from "@/hooks/drafts";

const PasswordDialog = lazyPart(
  async () => (await import("@/features/users/sign-in/password-dialog")).PasswordDialog,
);

type StaffFrameProps = Pick<
  ComponentProps<typeof PageFrame>,
  "title" | "back" | "width" | "tools" | "children"
> & {
  /** Whose door this is, where nobody is signed in. */
  door?: { fullName: string } | null;
};

/** The page frame of the signed-in user, around every page behind the guard. */
export function StaffFrame({ door, ...props }: StaffFrameProps) {
  const user = useKnownUser();
  const queryClient = useQueryClient();
  const logout = useLogout({
    onSuccess: () => {
      // The guard sees the cleared record and goes to /auth.
      signOut();
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
        fullName={door?.fullName ?? user?.fullName ?? ""}
        onOpenAccount={door ? null : () => setChangingPassword(true)}
        onLogout={() => logout.mutate()}
        loggingOut={logout.isPending}
      />
      {changingPassword ? <PasswordDialog onClose={() => setChangingPassword(false)} /> : null}
    </>
  );
}
