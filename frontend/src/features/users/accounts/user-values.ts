import type { User, UserCreate, UserUpdate } from "@/api/types";
import type { ConflictRow } from "@/components/form/conflict-dialog";
import { EDIT_USER_COPY, ROLE_NAME, USER_FIELDS_COPY, USERS_COPY } from "@/features/users/accounts/copy";

export type UserValues = UserCreate;

export const USER_FIELDS = ["username", "fullName", "role", "password"] as const;

/** A new user starts as organizer (contract 5). */
export const BLANK_USER: UserValues = { username: "", fullName: "", role: "organizer", password: "" };

export const ADD_DRAFT_NAME = "add-user";

export const editDraftName = (userId: number): string => `edit-user-${userId}`;

export function valuesOf({ username, fullName, role }: User): UserValues {
  return { username, fullName, role, password: "" };
}

/** The draft that is stored while a form waits for a new sign-in. A password is never stored. */
export function withoutPassword(values: UserValues): UserValues {
  return { ...values, password: "" };
}

export function changesOf({ password, ...rest }: UserValues, version: number): UserUpdate {
  return { ...rest, version, ...(password ? { password } : {}) };
}

export const statusName = ({ isActive }: Pick<User, "isActive">): string =>
  isActive ? USERS_COPY.active : USERS_COPY.inactive;

/** Both versions of a user; the password only if a new one was typed. An edit keeps the status. */
export function conflictRows(mine: UserValues, theirs: User): ConflictRow[] {
  const status = statusName(theirs);
  const password = {
    label: USER_FIELDS_COPY.password,
    mine: EDIT_USER_COPY.newPassword,
    theirs: EDIT_USER_COPY.keptPassword,
  };
  return [
    { label: USER_FIELDS_COPY.username, mine: mine.username, theirs: theirs.username },
    { label: USER_FIELDS_COPY.fullName, mine: mine.fullName, theirs: theirs.fullName },
    { label: USER_FIELDS_COPY.role, mine: ROLE_NAME[mine.role], theirs: ROLE_NAME[theirs.role] },
    ...(mine.password ? [password] : []),
    { label: EDIT_USER_COPY.status, mine: status, theirs: status },
  ];
}
