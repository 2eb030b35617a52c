import { useQueryClient } from "@tanstack/react-query";
import type { User } from "@/api/types";
import { FormFailure } from "@/components/form/failure-note";
import { EditConflict, useEdit } from "@/components/form/use-edit";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { useRefreshUsers, useUpdateUser } from "@/features/users/accounts/api";
import { EDIT_USER_COPY, USER_FIELDS_COPY, USERS_COPY } from "@/features/users/accounts/copy";
import {
  GeneratedPassword,
  type HandOver,
  PasswordToHandOver,
  usePasswordToHandOver,
} from "@/features/users/accounts/generated-password";
import { USER_FAILURE, UserFields } from "@/features/users/accounts/user-fields";
import { editedUserSchema } from "@/features/users/accounts/user-schemas";
import {
  changesOf,
  conflictRows,
  editDraftName,
  type UserValues,
  valuesOf,
  withoutPassword,
} from "@/features/users/accounts/user-values";
import { clearSession, updateSessionUser, useSignedInUser } from "@/features/users/sign-in/session";

interface EditUserFormProps extends HandOver {
  user: User;
}

export function EditUserForm({ user, onClose, onHold }: EditUserFormProps) {
  const me = useSignedInUser();
  const isOwn = user.id === me.id;
  const update = useUpdateUser(user.id);
  const refreshUsers = useRefreshUsers();
  const queryClient = useQueryClient();
  const password = usePasswordToHandOver({ onClose, onHold });
  const { form, base, save, conflict } = useEdit<User, UserValues>({
    draftName: editDraftName(user.id),
    row: user,
    valuesOf,
    schemaOf: ({ username }) => editedUserSchema(username),
    written: withoutPassword,
    send: (values, { version }) => update.mutateAsync(changesOf(values, version)),
    onSaved: followSave,
    goOn: () => password.saved(form.getValues("password")),
    failure: { inForm: true, ...USER_FAILURE, ...EDIT_USER_COPY.failure },
    conflict: {
      what: EDIT_USER_COPY.what,
      rowsOf: conflictRows,
      // An inactive account cannot be edited (contract 4).
      lostOf: ({ isActive }) => (isActive ? undefined : EDIT_USER_COPY.deactivated),
      onTheirs: ({ isActive }) => {
        refreshUsers();
        if (!isActive) onClose();
      },
    },
  });

  /**
   * After users edit their own account the session record is updated; a change of role has ended the session (contract
   * 4).
   */
  function followSave(saved: User) {
    if (isOwn && saved.role !== me.role) {
      clearSession();
      queryClient.clear();
      toast(EDIT_USER_COPY.signedOut);
      return;
    }
    if (isOwn) updateSessionUser(saved);
    refreshUsers();
    toast(EDIT_USER_COPY.done);
  }

  if (password.left !== null)
    return (
      <PasswordToHandOver username={form.getValues("username")} password={password.left} onClose={onClose} />
    );
  return (
    <form onSubmit={form.handleSubmit(save)} noValidate className="flex flex-col gap-5">
      <UserFields
        form={form}
        passwordLabel={USER_FIELDS_COPY.newPassword}
        passwordHint={isOwn ? USER_FIELDS_COPY.ownHint : USER_FIELDS_COPY.editHint}
        saved={base}
        isOwn={isOwn}
      />
      {isOwn ? null : <GeneratedPassword form={form} handOver={password} />}
      <FormFailure errors={form.formState.errors} />
      <div className="mt-1 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onClose} disabled={update.isPending}>
          {USERS_COPY.cancel}
        </Button>
        <Button type="submit" pending={update.isPending} pendingText={EDIT_USER_COPY.submitting}>
          {EDIT_USER_COPY.submit}
        </Button>
      </div>
      {conflict ? <EditConflict {...conflict} /> : null}
    </form>
  );
}
