import type { UseFormReturn } from "react-hook-form";
import type { User } from "@/api/types";
import type { FieldFailure } from "@/components/form/failure";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { ROLE_NAME, USER_FIELDS_COPY } from "@/features/users/accounts/copy";
import { hasNewSpace } from "@/features/users/accounts/user-schemas";
import { USER_FIELDS, type UserValues } from "@/features/users/accounts/user-values";
import { PasswordInput } from "@/features/users/sign-in/password-input";

/** Problem codes about one field, which the server does not name (contract 10.code). */
export const USER_FAILURE: Pick<FieldFailure<UserValues>, "fields" | "fieldOfCode"> = {
  fields: USER_FIELDS,
  fieldOfCode: { username_taken: "username", last_super_admin: "role" },
};

interface UserFieldsProps {
  form: UseFormReturn<UserValues>;
  passwordLabel: string;
  passwordHint: string;
  /** The account as saved; absent for a new one. */
  saved?: User;
  isOwn?: boolean;
}

export function UserFields({ form, passwordLabel, passwordHint, saved, isOwn }: UserFieldsProps) {
  const { errors } = form.formState;
  const role = form.watch("role");
  const username = form.watch("username");
  return (
    <>
      <Field label={USER_FIELDS_COPY.fullName} error={errors.fullName?.message}>
        <Input autoComplete="off" autoCapitalize="words" autoFocus {...form.register("fullName")} />
      </Field>
      <Field
        label={USER_FIELDS_COPY.username}
        error={errors.username?.message}
        hint={hasNewSpace(username, saved?.username) ? USER_FIELDS_COPY.usernameSpace : undefined}
      >
        <Input
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...form.register("username")}
        />
      </Field>
      <Field
        label={USER_FIELDS_COPY.role}
        error={errors.role?.message}
        hint={`${USER_FIELDS_COPY.roles} ${
          saved && role !== saved.role ? USER_FIELDS_COPY[isOwn ? "ownRoleHint" : "roleHint"] : ""
        }`}
      >
        <Select {...form.register("role")}>
          <option value="organizer">{ROLE_NAME.organizer}</option>
          <option value="super_admin">{ROLE_NAME.super_admin}</option>
        </Select>
      </Field>
      <Field label={passwordLabel} hint={passwordHint} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...form.register("password")} />
      </Field>
    </>
  );
}
