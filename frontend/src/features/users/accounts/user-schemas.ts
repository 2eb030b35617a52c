import * as z from "zod/mini";
import { USER_FIELDS_COPY } from "@/features/users/accounts/copy";
import { FULL_NAME_MAX, USERNAME_MAX, USERNAME_MIN } from "@/features/users/rules";
import { newPasswordSchema } from "@/features/users/sign-in/password-schema";

/** Username, full name and, for a new user, a password are required (contract 5). */
export const newUserSchema = z.object({
  username: z
    .string()
    .check(
      z.trim(),
      z.minLength(USERNAME_MIN, USER_FIELDS_COPY.usernameShort),
      z.maxLength(USERNAME_MAX, USER_FIELDS_COPY.usernameLong),
    ),
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

/** A blank password keeps the current one (contract 5). */
export const editedUserSchema = z.extend(newUserSchema, {
  password: z.union([z.literal(""), newPasswordSchema]),
});
