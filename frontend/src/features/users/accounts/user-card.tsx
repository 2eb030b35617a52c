import { MonitorSmartphone, Pencil, UserCheck, UserX } from "lucide-react";
import { useState } from "react";
import type { User } from "@/api/types";
import { showFailure } from "@/components/form/failure";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { DescriptionLine } from "@/components/ui/description-item";
import { Dialog } from "@/components/ui/dialog";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Question } from "@/components/ui/question";
import { LoadingState } from "@/components/ui/states";
import { toast } from "@/components/ui/toast-store";
import { useDeactivateUser, useReactivateUser } from "@/features/users/accounts/api";
import {
  DEACTIVATE_USER_COPY,
  REACTIVATE_USER_COPY,
  ROLE_NAME,
  USERS_COPY,
} from "@/features/users/accounts/copy";
import { statusName } from "@/features/users/accounts/user-values";
import { SIGN_INS_COPY } from "@/features/users/active-sessions/copy";
import { RESET_COPY } from "@/features/users/second-factor/copy";
import { ResetSecondFactor } from "@/features/users/second-factor/reset-button";
import { useSignedInUser } from "@/features/users/sign-in/session";
import { formatDayOf } from "@/lib/exact-date";

const ActiveSessions = lazyComponent(
  async () => (await import("@/features/users/active-sessions/active-sessions")).ActiveSessions,
  <LoadingState text={SIGN_INS_COPY.loading} />,
);

interface UserCardProps {
  user: User;
  onEdit: () => void;
}

/** Actions for an active user: edit, or deactivate after a question (contract 5). */
function ActiveActions({ user, onEdit }: UserCardProps) {
  const me = useSignedInUser();
  const deactivate = useDeactivateUser(user.id);
  const [open, setOpen] = useState<"sign-ins" | "deactivate" | null>(null);
  const close = () => setOpen(null);

  function ask() {
    if (user.id === me.id) toast({ ...DEACTIVATE_USER_COPY.yourself, variant: "destructive" });
    else setOpen("deactivate");
  }

  function deactivateUser() {
    close();
    void deactivate.mutateAsync().then(
      () => toast(DEACTIVATE_USER_COPY.done),
      (error: unknown) => showFailure(error, DEACTIVATE_USER_COPY.failure),
    );
  }

  return (
    <>
      <Button variant="secondary" onClick={onEdit} aria-label={`${USERS_COPY.edit} ${user.fullName}`}>
        <Pencil />
        {USERS_COPY.edit}
      </Button>
      <Button
        variant="secondary"
        size="tight"
        onClick={ask}
        pending={deactivate.isPending}
        pendingText={USERS_COPY.deactivating}
        aria-label={deactivate.isPending ? undefined : `${USERS_COPY.deactivate} ${user.fullName}`}
      >
        <UserX />
        {USERS_COPY.deactivate}
      </Button>
      <Button
        variant="secondary"
        size="tight"
        className="col-span-2"
        onClick={() => setOpen("sign-ins")}
        aria-label={SIGN_INS_COPY.of(user.fullName)}
      >
        <MonitorSmartphone />
        {SIGN_INS_COPY.open}
      </Button>
      <Dialog
        open={open === "sign-ins"}
        onOpenChange={close}
        title={SIGN_INS_COPY.of(user.fullName)}
        actions={
          <Button variant="secondary" onClick={close}>
            {SIGN_INS_COPY.close}
          </Button>
        }
      >
        <ActiveSessions whose={user.id} />
      </Dialog>
      <Question
        open={open === "deactivate"}
        title={DEACTIVATE_USER_COPY.title}
        description={DEACTIVATE_USER_COPY.text(user.fullName)}
        submit={USERS_COPY.deactivate}
        onCancel={close}
        onSubmit={deactivateUser}
      />
    </>
  );
}

/** An inactive user cannot be edited, only reactivated (contract 4). */
function InactiveActions({ user }: { user: User }) {
  const reactivate = useReactivateUser(user.id);
  return (
    <Button
      variant="secondary"
      className="col-span-2"
      onClick={() =>
        void reactivate.mutateAsync().then(
          () => toast(REACTIVATE_USER_COPY.done),
          (error: unknown) => showFailure(error, REACTIVATE_USER_COPY.failure),
        )
      }
      pending={reactivate.isPending}
      pendingText={USERS_COPY.reactivating}
      aria-label={reactivate.isPending ? undefined : `${USERS_COPY.reactivate} ${user.fullName}`}
    >
      <UserCheck />
      {USERS_COPY.reactivate}
    </Button>
  );
}

/** A user's name, role and status, with actions (contract 2). */
export function UserCard({ user, onEdit }: UserCardProps) {
  const isOwn = useSignedInUser().id === user.id;
  return (
    <Card className="flex h-full flex-col gap-5">
      <div className="flex flex-1 flex-col gap-3">
        <CardTitle className="wrap-anywhere">
          <span dir="auto">{user.fullName}</span>
          {isOwn ? <span className="font-normal text-base text-text-muted"> ({USERS_COPY.you})</span> : null}
        </CardTitle>
        <div className="flex flex-wrap gap-2">
          <Badge tone={user.role === "super_admin" ? "accent" : "quiet"}>{ROLE_NAME[user.role]}</Badge>
          <Badge tone={user.isActive ? "quiet" : "warning"}>{statusName(user)}</Badge>
          {user.hasSecondFactor ? <Badge tone="quiet">{RESET_COPY.has}</Badge> : null}
          {user.mustSetUpSecondFactor ? <Badge tone="warning">{RESET_COPY.lacks}</Badge> : null}
        </div>
        <dl className="flex flex-col gap-1 text-sm">
          <DescriptionLine label={USERS_COPY.username}>{user.username}</DescriptionLine>
          <DescriptionLine label={USERS_COPY.created}>{formatDayOf(user.createdAt)}</DescriptionLine>
          <DescriptionLine label={USERS_COPY.lastLogin}>
            {user.lastLogin ? formatDayOf(user.lastLogin) : USERS_COPY.never}
          </DescriptionLine>
        </dl>
      </div>
      <div className="grid grid-cols-2 gap-3">
        {user.isActive ? <ActiveActions user={user} onEdit={onEdit} /> : <InactiveActions user={user} />}
        {user.hasSecondFactor && !isOwn ? <ResetSecondFactor user={user} /> : null}
      </div>
    </Card>
  );
}
