import { lazyPart, usePageStands } from "@/components/ui/lazy-part";

const Confirming = lazyPart(
  async () => (await import("@/features/users/confirm/confirm-password")).ConfirmPassword,
);

/** Asks for the password before a critical action (contract 2.confirm). No page does one while it loads. */
export const ConfirmPassword = () => (usePageStands() ? <Confirming /> : null);
