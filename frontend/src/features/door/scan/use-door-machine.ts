import { useState, useSyncExternalStore } from "react";
import { isOffline } from "@/api/live/live-state";
import { doorReducer } from "@/features/door/core/door-machine";
import type { Door, DoorAction } from "@/features/door/core/door-state";
import { CHECKING_NOTICE_AFTER_MS } from "@/features/door/core/rules";
import type { Scan } from "@/features/door/core/scan";

/**
 * The state of the door. It starts deciding a scan before React renders. Offline the verdict comes so soon that
 * 'Checking the ticket...' is skipped.
 */
class DoorMachine {
  private door: Door;
  /** The state on the screen. */
  private drawn: Door;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly drawers = new Set<() => void>();
  private readonly takers = new Set<(scan: Scan) => void>();

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
    if (isTaken) for (const take of this.takers) take(next.scan);
  };

  /** Calls `take` for each scan that must be decided. Returns the unsubscribe function. */
  onTaken(take: (scan: Scan) => void): () => void {
    this.takers.add(take);
    return () => this.takers.delete(take);
  }

  readonly subscribe = (draw: () => void): (() => void) => {
    this.drawers.add(draw);
    return () => this.drawers.delete(draw);
  };

  readonly snapshot = (): Door => this.drawn;

  private readonly draw = (): void => {
    if (this.drawn === this.door) return;
    this.drawn = this.door;
    for (const draw of this.drawers) draw();
  };
}

export type { DoorMachine };

export function useDoorMachine(open: () => Door): { machine: DoorMachine; door: Door } {
  const [machine] = useState(() => new DoorMachine(open()));
  return { machine, door: useSyncExternalStore(machine.subscribe, machine.snapshot) };
}
