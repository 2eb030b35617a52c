import * as z from "zod/mini";
import { PASSWORD_MAX, PASSWORD_MIN } from "@/features/users/rules";
import { PASSWORD_COPY } from "@/features/users/sign-in/copy";

/** Characters as a person counts them: an emoji is one, as it is for the server. */
const lengthOf = (text: string) => [...text].length;

/** Contract 5: what any new password must be. Only the server knows which are easily guessed. */
export const newPasswordSchema = z.string().check(
  z.refine((text) => lengthOf(text) >= PASSWORD_MIN, PASSWORD_COPY.tooShort),
  z.refine((text) => lengthOf(text) <= PASSWORD_MAX, PASSWORD_COPY.tooLong),
);
