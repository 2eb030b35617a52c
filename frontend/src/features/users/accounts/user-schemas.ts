import * as z from "zod/mini";
import { USER_FIELDS_COPY } from "@/features/users/accounts/copy";
import { FULL_NAME_MAX, USERNAME_MAX, USERNAME_MIN } from "@/features/users/rules";
import { newPasswordSchema } from "@/features/users/sign-in/password-schema";

/** True if this is another username than the saved one and has a space inside (contract 5.user.1000). */
export const hasNewSpace = (username: string, saved?: string): boolean =>
  username.trim() !== saved && /\s/.test(username.trim());

const usernameSchema = (saved?: string) =>
  z.string().check(
    z.trim(),
    z.minLength(1, USER_FIELDS_COPY.usernameMissing),
    z.minLength(USERNAME_MIN, USER_FIELDS_COPY.usernameShort),
    z.maxLength(USERNAME_MAX, USER_FIELDS_COPY.usernameLong),
    z.refine((username) => !hasNewSpace(username, saved), USER_FIELDS_COPY.usernameSpace),
  );

/** Username, full name and, for a new user, a password are required (contract 5). */
export const newUserSchema = z.object({
  username: usernameSchema(),
  fullName: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, USER_FIELDS_COPY.fullNameMissing),
      z.maxLength(FULL_NAME_MAX, USER_FIELDS_COPY.fullNameLong),
    ),
  role: z.enum(["organizer", "super_admin"]),
  password: newPasswordSchema,
});

/** A blank password keeps the current one, and a saved username may have a space (contract 5). */
export const editedUserSchema = (savedUsername: string) =>
  z.extend(newUserSchema, {
    username: usernameSchema(savedUsername),
    password: z.union([z.literal(""), newPasswordSchema]),
  });
