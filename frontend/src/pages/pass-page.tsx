import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { BrandMark } from "@/components/layout/brand-mark";
import { usePageHeading } from "@/components/layout/page-focus";
import { ButtonLink } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { saveDoorName, saveGrant, useCurrentGrant } from "@/features/door/access/current-grant";
import { type Claimed, claimPass } from "@/features/door/passes/api";
import { ClaimForm } from "@/features/door/passes/claim/claim-form";
import { CLAIM_COPY } from "@/features/door/passes/claim/copy";
import { clearPass, takePassOfLink } from "@/features/door/passes/claim/secret-of-link";
import { saveDoorList } from "@/features/door/scan/device-settings";
import { useWhoIsSignedIn } from "@/features/users/sign-in/who-is-signed-in";
import { saveDoorEvent } from "@/lib/storage";

export function PassPage() {
  const [given, setGiven] = useState(takePassOfLink);
  const { user, signOutIfTold } = useWhoIsSignedIn();
  const heading = usePageHeading();
  const navigate = useNavigate();
  const grant = useCurrentGrant();

  const claim = useMutation({
    mutationFn: async (helper: string) => {
      if (!given) throw new Error("There is no pass to claim");
      // Another user signed in meanwhile: the form shows that, and waits for another tap.
      if (!(await signOutIfTold())) return null;
      return claimPass({ secret: given.secret, helper, idempotencyKey: given.key });
    },
    onSuccess: (claimed) => {
      if (!claimed) return;
      clearPass();
      saveHelpersDoor(claimed);
      // Opens the device check first: problems show before the first guest arrives.
      void navigate("/scan-attendees", { replace: true, state: { check: true } });
    },
    // A pass is no sign-in: the form shows the server's message.
    meta: { handles401: true },
  });

  const { reset } = claim;
  useEffect(() => {
    // A link to another pass in the same tab changes only the hash.
    const takeNext = () => {
      if (!location.hash) return;
      setGiven(takePassOfLink());
      reset();
    };
    window.addEventListener("hashchange", takeNext);
    return () => window.removeEventListener("hashchange", takeNext);
  }, [reset]);

  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-6 p-6">
      <title>{`${CLAIM_COPY.title} · Doorlist`}</title>
      <BrandMark className="h-14 w-auto self-start" />
      <h1 ref={heading} tabIndex={-1} className="font-semibold text-2xl outline-none">
        {CLAIM_COPY.title}
      </h1>
      {given ? (
        <>
          <p className="text-text-muted">{CLAIM_COPY.hint}</p>
          <ClaimForm
            signedInAs={user?.fullName ?? null}
            onStart={claim.mutate}
            isStarting={claim.isPending}
            error={claim.error}
          />
        </>
      ) : (
        <Callout tone="warning">{CLAIM_COPY.noPass}</Callout>
      )}
      {grant ? (
        <ButtonLink variant="secondary" to="/scan-attendees">
          {CLAIM_COPY.back}
        </ButtonLink>
      ) : null}
    </main>
  );
}

/** Makes this device the helper's door (contract 6.pass). */
function saveHelpersDoor({ grantId, event, list, door, helper, user, endsAt, makesUntil }: Claimed): void {
  saveDoorEvent(event.id);
  saveDoorList(list && { eventId: event.id, listId: list.id, name: list.name });
  saveDoorName(door);
  saveGrant({
    id: grantId,
    userId: user.id,
    fullName: user.fullName,
    helper,
    eventId: event.id,
    eventName: event.name,
    eventDate: event.date,
    device: door,
    makesUntil: endsAt,
    serverMakesUntil: Date.parse(makesUntil),
  });
}
