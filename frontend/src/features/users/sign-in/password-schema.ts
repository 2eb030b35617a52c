import * as z from "zod/mini";
import { PASSWORD_MAX, PASSWORD_MIN } from "@/features/users/rules";
import { PASSWORD_COPY } from "@/features/users/sign-in/copy";

/** Counts characters as the server does: an emoji is one. */
const lengthOf = (text: string) => [...text].length;

/** Requirements of a new password (contract 5). Only the server knows which ones are easily guessed. */
export const newPasswordSchema = z.string().check(
  z.refine((text) => lengthOf(text) >= PASSWORD_MIN, PASSWORD_COPY.tooShort),
  z.refine((text) => lengthOf(text) <= PASSWORD_MAX, PASSWORD_COPY.tooLong),
);
