import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { LOGIN_COPY } from "@/features/users/sign-in/copy";

/** A password with a show/hide toggle (contract 2). */
export function PasswordInput(props: Omit<ComponentProps<typeof Input>, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        {...props}
        type={shown ? "text" : "password"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="pr-12"
      />
      <IconButton
        label={shown ? LOGIN_COPY.hidePassword : LOGIN_COPY.showPassword}
        icon={shown ? <EyeOff /> : <Eye />}
        onClick={() => setShown(!shown)}
        className="absolute top-0 right-0 text-text-muted"
      />
    </div>
  );
}
