import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { sendingQuery } from "@/features/mail/api";
import { SEND_COPY } from "@/features/mail/copy";
import { SendDialog } from "@/features/mail/send-dialog";

/** 'Email tickets' for several guests; nothing where the server cannot send. */
export function EmailTickets({ ids }: { ids: number[] }) {
  const { data } = useQuery(sendingQuery());
  const [isSending, setIsSending] = useState(false);
  if (!data?.mail.isSetUp) return null;
  return (
    <>
      <Button variant="secondary" onClick={() => setIsSending(true)}>
        <Mail aria-hidden="true" />
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
