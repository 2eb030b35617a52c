import { useQuery } from "@tanstack/react-query";
import { CircleAlert, Smartphone } from "lucide-react";
import { useState } from "react";
import { ApiError } from "@/api/api-error";
import { failureText } from "@/components/form/failure";
import { useFailureAfterLeaving } from "@/components/form/use-failure";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Question } from "@/components/ui/question";
import { EmptyState, QueryView } from "@/components/ui/states";
import { grantListQuery, type ListedDevice, useRemoveGrant } from "@/features/door/access/api";
import {
  DEVICES_COPY,
  lastContact,
  removalQuestion,
  removeDevice,
  waitsToBeSent,
} from "@/features/door/access/devices-copy";
import { DEVICES_OPEN } from "@/features/door/ui/copy";

const nameOf = ({ device }: ListedDevice) => device ?? DEVICES_COPY.unnamed;

interface DeviceRowProps {
  device: ListedDevice;
  /** Null without permission. */
  onRemove: (() => void) | null;
}

function DeviceRow({ device, onRemove }: DeviceRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere font-medium">{nameOf(device)}</span>
          {device.isThisDevice ? <Badge tone="accent">{DEVICES_COPY.thisDevice}</Badge> : null}
        </p>
        <p className="wrap-anywhere text-sm">{device.user.fullName}</p>
        <p className="text-sm text-text-muted tabular-nums">
          <span className="inline-block">{lastContact(device.ageMs)}.</span>{" "}
          <span className="inline-block">{waitsToBeSent(device.waiting)}.</span>
        </p>
      </div>
      {onRemove ? (
        <Button
          variant="secondary"
          aria-label={removeDevice(nameOf(device), device.user.fullName)}
          onClick={onRemove}
        >
          {DEVICES_COPY.remove}
        </Button>
      ) : null}
    </li>
  );
}

interface DevicesDialogProps {
  event: { id: number; name: string };
  mayRemove: (userId: number) => boolean;
  onClose: () => void;
}

/** The devices with a grant for this event (contract 2.doors). */
export function DevicesDialog({ event, mayRemove, onClose }: DevicesDialogProps) {
  const list = useQuery(grantListQuery(event.id));
  const remove = useRemoveGrant(event.id);
  const showIfLeft = useFailureAfterLeaving();
  const [asked, setAsked] = useState<ListedDevice | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  function ask(device: ListedDevice | null) {
    setFailure(null);
    setAsked(device);
  }

  function removeAsked(device: ListedDevice) {
    void remove.mutateAsync(device.id).then(
      () => ask(null),
      (error) => {
        const isGone = error instanceof ApiError && error.status === 404;
        setAsked(null);
        setFailure(isGone ? DEVICES_COPY.isGone : failureText(error, DEVICES_COPY.removeFailure.fallback));
        showIfLeft(error, DEVICES_COPY.removeFailure);
      },
    );
  }

  if (asked) {
    return (
      <Question
        title={DEVICES_COPY.question(nameOf(asked))}
        description={removalQuestion(asked.user.fullName, asked.waiting)}
        cancel={DEVICES_COPY.keep}
        submit={DEVICES_COPY.remove}
        pending={remove.isPending}
        pendingText={DEVICES_COPY.removing}
        onCancel={() => ask(null)}
        onSubmit={() => removeAsked(asked)}
      />
    );
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={DEVICES_OPEN}
      description={DEVICES_COPY.hint(event.name)}
      actions={<Button onClick={onClose}>{DEVICES_COPY.close}</Button>}
    >
      {failure ? (
        <p role="alert" className="flex gap-2 font-medium text-danger-text text-sm">
          <CircleAlert className="size-5 shrink-0" />
          {failure}
        </p>
      ) : null}
      {list.isSuccess ? null : (
        <QueryView
          query={list}
          loading={DEVICES_COPY.loading}
          failed={DEVICES_COPY.failed}
          description={(list.error instanceof ApiError && list.error.detail) || undefined}
        />
      )}
      {list.data?.length === 0 ? (
        <EmptyState icon={<Smartphone />} title={DEVICES_COPY.empty} description={DEVICES_COPY.emptyHint} />
      ) : null}
      {list.data && list.data.length > 0 ? (
        <ul aria-label={DEVICES_COPY.list}>
          {list.data.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              onRemove={mayRemove(device.user.id) ? () => ask(device) : null}
            />
          ))}
        </ul>
      ) : null}
    </Dialog>
  );
}
