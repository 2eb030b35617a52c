import { type ReactNode, useId } from "react";
import type { Doors, ListFigures } from "@/api/types";
import { CapacityNote } from "@/components/ui/capacity-note";
import { Card } from "@/components/ui/card";
import { figure, LIST_CARD_COPY, timeLabel } from "@/features/door/figures/copy";
import { FULLNESS_LOOK, FullnessSign, PeopleCount } from "@/features/door/figures/people-count";
import { useOnFull } from "@/hooks/use-on-full";
import { classes } from "@/lib/classes";

interface ListCardsProps {
  doors: Doors;
  isOver: boolean;
  onFull: () => void;
}

/** The figures of each check-in list; nothing for an event without lists (contract 2.doors.903, 904). */
export function ListCards({ doors, isOver, onFull }: ListCardsProps) {
  if (doors.lists.length === 0) return null;
  return (
    <div className="grid grid-cols-1 gap-4 sm:has-[>:nth-child(2)]:grid-cols-2 sm:[&>:last-child:nth-child(odd):not(:first-child)]:col-span-2">
      {doors.lists.map((list) => (
        <ListCard key={list.id} list={list} asOf={doors.asOf} isOver={isOver} onFull={onFull} />
      ))}
    </div>
  );
}

interface ListCardProps {
  list: ListFigures;
  asOf: string;
  isOver: boolean;
  onFull: () => void;
}

function ListCard({ list, asOf, isOver, onFull }: ListCardProps) {
  const { name, rule, capacity, guests, times, inside, refused, lastAt } = list;
  const heading = useId();
  const isCounted = inside !== null;
  const people = isCounted ? inside : guests;
  const limit = isOver ? null : capacity;
  const fullness = useOnFull(people, limit, onFull) ?? "roomy";
  const { card, muted } = FULLNESS_LOOK[fullness];
  return (
    <Card aria-labelledby={heading} className={classes("@container flex flex-col transition-colors", card)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={heading} dir="auto" className="wrap-anywhere font-semibold text-lg">
          {name}
        </h2>
        <FullnessSign people={people} capacity={limit} isSmall />
      </div>
      <PeopleCount
        label={isCounted ? LIST_CARD_COPY.inside : LIST_CARD_COPY.guests}
        count={people}
        muted={muted}
        isSmall
      >
        <CapacityNote capacity={capacity} />
      </PeopleCount>
      <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
        {isCounted ? <Item label={LIST_CARD_COPY.guests} muted={muted} value={figure(guests)} /> : null}
        {rule === "every" ? <Item label={LIST_CARD_COPY.times} muted={muted} value={figure(times)} /> : null}
        <Item label={LIST_CARD_COPY.refused} muted={muted} value={figure(refused)} />
        <Item
          label={LIST_CARD_COPY.last}
          muted={muted}
          value={lastAt === null ? LIST_CARD_COPY.never : timeLabel(lastAt, asOf)}
        />
      </dl>
    </Card>
  );
}

function Item({ label, muted, value }: { label: string; muted: string; value: ReactNode }) {
  return (
    <div>
      <dt className={classes("text-sm", muted)}>{label}</dt>
      <dd className="font-semibold text-xl tabular-nums">{value}</dd>
    </div>
  );
}
