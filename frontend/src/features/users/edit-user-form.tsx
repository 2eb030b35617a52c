import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { currentOfConflict } from "@/api/api-error";
import type { User } from "@/api/types";
import { ConflictDialog } from "@/components/form/conflict-dialog";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { useRefreshUsers, useUpdateUser } from "@/features/users/api";
import { EDIT_USER_COPY, USER_FIELDS_COPY, USERS_COPY } from "@/features/users/copy";
import { clearSession, updateSessionUser, useSignedInUser } from "@/features/users/session";
import { showUserFailure, UserFields } from "@/features/users/user-fields";
import {
  changesOf,
  conflictRows,
  editedUserSchema,
  type UserValues,
  valuesOf,
  withoutPassword,
} from "@/features/users/user-values";
import { useKeepDraft, useKeptDraft } from "@/lib/drafts";

interface Conflict {
  mine: UserValues;
  current: User;
}

interface EditUserFormProps {
  /** As it was read: its version says whether somebody else was quicker. */
  user: User;
  onClose: () => void;
}

export function EditUserForm({ user, onClose }: EditUserFormProps) {
  const me = useSignedInUser();
  const isOwn = user.id === me.id;
  const update = useUpdateUser(user.id);
  const refreshUsers = useRefreshUsers();
  const queryClient = useQueryClient();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const draftName = `edit-user-${user.id}`;
  const draft = useKeptDraft<{ values: UserValues; version: number }>(draftName);
  // The list behind may be refreshed meanwhile; what was read is what was edited.
  const [baseVersion, setBaseVersion] = useState(draft?.version ?? user.version);
  const form = useForm<UserValues>({
    resolver: zodResolver(editedUserSchema),
    defaultValues: draft?.values ?? valuesOf(user),
  });
  useKeepDraft(draftName, () => ({ values: withoutPassword(form.getValues()), version: baseVersion }));

  /** The browser's record follows an edit of oneself; a change of role has ended the session (contract 4). */
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
    onClose();
  }

  function save(values: UserValues, version: number) {
    update.mutate(changesOf(values, version), {
      onSuccess: followSave,
      onError: (error) => {
        const current = currentOfConflict<User>(error);
        if (current) setConflict({ mine: values, current });
        else showUserFailure(error, form, EDIT_USER_COPY.failure);
      },
    });
  }

  function takeTheirs(current: User) {
    setConflict(null);
    refreshUsers();
    // Somebody inactive cannot be edited (contract 4).
    if (!current.isActive) onClose();
    setBaseVersion(current.version);
    form.reset(valuesOf(current));
  }

  return (
    <form
      onSubmit={form.handleSubmit((values) => save(values, baseVersion))}
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
          onClose={() => setConflict(null)}
          onUseTheirs={() => takeTheirs(conflict.current)}
          onUseMine={() => {
            setConflict(null);
            save(conflict.mine, conflict.current.version);
          }}
        />
      ) : null}
    </form>
  );
}
