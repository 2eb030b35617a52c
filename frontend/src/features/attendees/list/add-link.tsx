import { UserPlus } from "lucide-react";
import { useLocation, useNavigate } from "react-router";
import { ButtonLink } from "@/components/ui/button";
import { KeyHint } from "@/components/ui/key-hint";
import { MANAGE_COPY } from "@/features/attendees/list/copy";
import type { Origin } from "@/hooks/origin";
import { useShortcut } from "@/hooks/shortcuts";
import { addGuestUrl } from "@/lib/url";

interface AddLinkProps {
  eventId: number | null;
  short?: boolean;
}

/** Link to the add form with the chosen event, and with a shortcut (contract 2). */
export function AddLink({ eventId, short = false }: AddLinkProps) {
  const navigate = useNavigate();
  const address = addGuestUrl(eventId);
  const state: Origin = { fromList: true, listSearch: useLocation().search };
  const key = useShortcut("n", () => navigate(address, { state }));
  return (
    <ButtonLink
      size="tight"
      className="px-3"
      to={address}
      state={state}
      aria-label={MANAGE_COPY.add}
      aria-keyshortcuts={key}
    >
      <UserPlus />
      {short ? <span className="sm:hidden">{MANAGE_COPY.addShort}</span> : null}
      <span className={short ? "max-sm:hidden" : undefined}>{MANAGE_COPY.add}</span>
      {key ? <KeyHint>{key}</KeyHint> : null}
    </ButtonLink>
  );
}
