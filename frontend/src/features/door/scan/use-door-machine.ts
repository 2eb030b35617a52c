import { useState, useSyncExternalStore } from "react";
import { isOffline } from "@/api/live/live-state";
import { doorReducer } from "@/features/door/core/door-machine";
import type { Door, DoorAction } from "@/features/door/core/door-state";
import { CHECKING_NOTICE_AFTER_MS } from "@/features/door/core/rules";
import type { Scan } from "@/features/door/core/scan";
import { createListeners } from "@/lib/store";

/**
 * The state of the door. It starts deciding a scan before React renders. Offline the verdict comes so soon that
 * 'Checking the ticket...' is skipped.
 */
class DoorMachine {
  private door: Door;
  /** The state on the screen. */
  private drawn: Door;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly drawing = createListeners();
  private readonly taking = createListeners<[Scan]>();

  constructor(door: Door) {
    this.door = door;
    this.drawn = door;
  }

  readonly dispatch = (event: DoorAction): void => {
    const { phase } = this.door;
    this.door = doorReducer(this.door, event);
    const next = this.door.phase;
    const isTaken = next.kind === "deciding" && next !== phase;
    clearTimeout(this.timer);
    if (isTaken && isOffline()) this.timer = setTimeout(this.draw, CHECKING_NOTICE_AFTER_MS);
    else this.draw();
    if (isTaken) this.taking.tell(next.scan);
  };

  /** Calls its argument for each scan that must be decided. Returns the unsubscribe function. */
  readonly onTaken = this.taking.subscribe;

  readonly subscribe = this.drawing.subscribe;

  readonly snapshot = (): Door => this.drawn;

  private readonly draw = (): void => {
    if (this.drawn === this.door) return;
    this.drawn = this.door;
    this.drawing.tell();
  };
}

export type { DoorMachine };

export function useDoorMachine(open: () => Door): { machine: DoorMachine; door: Door } {
  const [machine] = useState(() => new DoorMachine(open()));
  return { machine, door: useSyncExternalStore(machine.subscribe, machine.snapshot) };
}
