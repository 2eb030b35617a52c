import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useState } from "react";
import type { Attendee } from "@/api/types";
import { Button } from "@/components/ui/button";
import { sendingQuery } from "@/features/mail/api";
import { mailLabel, SEND_COPY, STATE_COPY } from "@/features/mail/copy";
import { SendDialog } from "@/features/mail/send-dialog";

/** 'Email tickets' for several guests, and the state of those sent; nothing where the server cannot send. */
export function EmailTickets({ attendees }: { attendees: readonly Attendee[] }) {
  const ids = attendees.map(({ id }) => id);
  const { data } = useQuery(sendingQuery());
  const [isSending, setIsSending] = useState(false);
  if (!data?.mail.isSetUp) return null;
  const labels = attendees.map(({ ticketMail }) => mailLabel(ticketMail));
  const states = Array.from(new Set(labels));
  const wasAsked = attendees.some(({ ticketMail }) => ticketMail !== null);
  return (
    <>
      <div role="status" className="text-sm empty:hidden">
        {wasAsked
          ? states.map((state) => (
              <p key={state}>
                {STATE_COPY.ofSeveral(
                  state,
                  states.length > 1 ? labels.filter((label) => label === state).length : null,
                )}
              </p>
            ))
          : null}
      </div>
      <Button variant="secondary" onClick={() => setIsSending(true)}>
        <Mail />
        {SEND_COPY.many}
      </Button>
      {isSending ? (
        <SendDialog
          title={SEND_COPY.title(ids.length)}
          request={{ ids, expected: ids.length }}
          onClose={() => setIsSending(false)}
        />
      ) : null}
    </>
  );
}
