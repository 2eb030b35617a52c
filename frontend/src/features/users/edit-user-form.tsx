import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import type { User } from "@/api/types";
import { ConflictDialog } from "@/components/form/conflict-dialog";
import { useEdit } from "@/components/form/use-edit";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { useRefreshUsers, useUpdateUser } from "@/features/users/api";
import { EDIT_USER_COPY, USER_FIELDS_COPY, USERS_COPY } from "@/features/users/management-copy";
import { clearSession, updateSessionUser, useSignedInUser } from "@/features/users/session";
import { showUserFailure, UserFields } from "@/features/users/user-fields";
import { editedUserSchema } from "@/features/users/user-schemas";
import {
  changesOf,
  conflictRows,
  type UserValues,
  valuesOf,
  withoutPassword,
} from "@/features/users/user-values";

interface EditUserFormProps {
  user: User;
  onClose: () => void;
}

export function EditUserForm({ user, onClose }: EditUserFormProps) {
  const me = useSignedInUser();
  const isOwn = user.id === me.id;
  const update = useUpdateUser(user.id);
  const refreshUsers = useRefreshUsers();
  const queryClient = useQueryClient();
  const { form, base, conflict, ...edit } = useEdit<User, UserValues>({
    draftName: `edit-user-${user.id}`,
    row: user,
    valuesOf,
    resolverOf: () => zodResolver(editedUserSchema),
    written: withoutPassword,
  });

  /** The browser's record follows an edit of oneself; a change of role has ended the session (contract 4). */
  function followSave(saved: User) {
    edit.letDraftGo();
    if (isOwn && saved.role !== me.role) {
      clearSession();
      queryClient.clear();
      toast(EDIT_USER_COPY.signedOut);
      return;
    }
    if (isOwn) updateSessionUser(saved);
    refreshUsers();
    toast(EDIT_USER_COPY.done);
    onClose();
  }

  function save(values: UserValues, readAs: User) {
    update.mutate(changesOf(values, readAs.version), {
      onSuccess: followSave,
      onError: (error) => {
        if (!edit.asksAbout(error, values, readAs)) showUserFailure(error, form, EDIT_USER_COPY.failure);
      },
    });
  }

  return (
    <form
      onSubmit={form.handleSubmit((values) => save(values, base))}
      noValidate
      className="flex flex-col gap-5"
    >
      <UserFields
        form={form}
        passwordLabel={USER_FIELDS_COPY.newPassword}
        passwordHint={isOwn ? USER_FIELDS_COPY.ownHint : USER_FIELDS_COPY.editHint}
        ownRole={isOwn ? me.role : undefined}
      />
      <div className="mt-1 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onClose} disabled={update.isPending}>
          {USERS_COPY.cancel}
        </Button>
        <Button type="submit" pending={update.isPending} pendingText={EDIT_USER_COPY.submitting}>
          {EDIT_USER_COPY.submit}
        </Button>
      </div>
      {conflict ? (
        <ConflictDialog
          what={EDIT_USER_COPY.what}
          current={conflict.current}
          rows={conflictRows(conflict.mine, conflict.current)}
          // Somebody inactive cannot be edited (contract 4).
          lost={conflict.current.isActive ? undefined : EDIT_USER_COPY.deactivated}
          onClose={edit.putOff}
          onUseTheirs={() => {
            edit.takeTheirs(conflict);
            refreshUsers();
            if (!conflict.current.isActive) onClose();
          }}
          onUseMine={() => {
            edit.takeMine(conflict);
            save(conflict.mine, conflict.current);
          }}
        />
      ) : null}
    </form>
  );
}
