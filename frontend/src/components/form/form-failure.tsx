import type { FieldErrors } from "react-hook-form";
import { Callout } from "@/components/ui/callout";

/** Why a form in a dialog was not saved, until it is sent again (contract 2.frame.12). */
export function FormFailure({ errors }: { errors: FieldErrors }) {
  return errors.root?.message ? (
    <div role="alert">
      <Callout tone="danger">
        <p>{errors.root.message}</p>
      </Callout>
    </div>
  ) : null;
}
