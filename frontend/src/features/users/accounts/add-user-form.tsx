import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useForm } from "react-hook-form";
import { FormFailure } from "@/components/form/failure-note";
import { useFormFailure } from "@/components/form/use-failure";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { useCreateUser } from "@/features/users/accounts/api";
import { ADD_USER_COPY, USER_FIELDS_COPY, USERS_COPY } from "@/features/users/accounts/copy";
import {
  GeneratedPassword,
  type HandOver,
  PasswordToHandOver,
  usePasswordToHandOver,
} from "@/features/users/accounts/generated-password";
import { USER_FAILURE, UserFields } from "@/features/users/accounts/user-fields";
import { newUserSchema } from "@/features/users/accounts/user-schemas";
import {
  ADD_DRAFT_NAME,
  BLANK_USER,
  type UserValues,
  withoutPassword,
} from "@/features/users/accounts/user-values";
import { isTouched, useSaveDraft, useSavedDraft } from "@/hooks/drafts";

export function AddUserForm({ onClose, onHold }: HandOver) {
  const create = useCreateUser();
  const password = usePasswordToHandOver({ onClose, onHold });
  const draft = useSavedDraft<UserValues>(ADD_DRAFT_NAME);
  const form = useForm<UserValues>({
    resolver: standardSchemaResolver(newUserSchema),
    defaultValues: draft ?? BLANK_USER,
  });
  const showProblem = useFormFailure(form, { inForm: true, ...USER_FAILURE, ...ADD_USER_COPY.failure });
  const letDraftGo = useSaveDraft(ADD_DRAFT_NAME, () => {
    const values = form.getValues();
    return isTouched(values, BLANK_USER) ? withoutPassword(values) : null;
  });

  const submit = form.handleSubmit((values) => {
    void create.mutateAsync(values).then(() => {
      letDraftGo();
      toast(ADD_USER_COPY.done);
      password.saved(values.password);
    }, showProblem);
  });

  if (password.left !== null)
    return (
      <PasswordToHandOver username={form.getValues("username")} password={password.left} onClose={onClose} />
    );
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <UserFields
        form={form}
        passwordLabel={USER_FIELDS_COPY.password}
        passwordHint={USER_FIELDS_COPY.addHint}
      />
      <GeneratedPassword form={form} handOver={password} />
      <FormFailure errors={form.formState.errors} />
      <div className="mt-1 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onClose} disabled={create.isPending}>
          {USERS_COPY.cancel}
        </Button>
        <Button type="submit" pending={create.isPending} pendingText={ADD_USER_COPY.submitting}>
          {ADD_USER_COPY.submit}
        </Button>
      </div>
    </form>
  );
}
