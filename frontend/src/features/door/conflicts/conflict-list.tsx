import { CircleCheck, SearchX } from "lucide-react";
import { useState } from "react";
import type { Conflict } from "@/api/types";
import { EventSelect } from "@/components/form/event-select";
import { LivePaused } from "@/components/layout/live-paused";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Select } from "@/components/ui/select";
import { EmptyState, QueryView } from "@/components/ui/states";
import { type ConflictFilters, filtersOf, stateOf, urlOf } from "@/features/door/conflicts/api";
import { ClosingBar } from "@/features/door/conflicts/closing-bar";
import { ConflictRows } from "@/features/door/conflicts/conflict-rows";
import { CONFLICTS_COPY } from "@/features/door/conflicts/copy";
import { useConflictList } from "@/features/door/conflicts/use-conflict-list";
import { useDecideMany } from "@/features/door/conflicts/use-decide-many";
import { useFilters } from "@/hooks/use-filters";
import type { ListedEvent } from "@/lib/event-search";

const ConflictDialog = lazyComponent(
  async () => (await import("@/features/door/conflicts/conflict-dialog")).ConflictDialog,
);

const { states: STATES } = CONFLICTS_COPY;

interface ConflictListProps {
  events: ListedEvent[] | undefined;
}

/** Conflicting check-ins, open ones first (contract 2.conflicts). */
export function ConflictList({ events }: ConflictListProps) {
  const { filters, changeFilters } = useFilters(filtersOf, urlOf);
  const { list, rows, open, rest, loadAll } = useConflictList(filters);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [opened, setOpened] = useState<Conflict | null>(null);
  const { closing, start, stop } = useDecideMany((closed) =>
    setSelected((before) => new Set([...before].filter((id) => !closed.includes(id)))),
  );
  const choosable = rows?.filter(({ state }) => state === "open") ?? [];
  const chosen = choosable.filter(({ id }) => selected.has(id));
  const isAll = chosen.length > 0 && chosen.length === open;

  function change(wanted: Partial<ConflictFilters>) {
    setSelected(new Set());
    changeFilters(wanted);
  }

  function toggle({ id }: Conflict) {
    const toggled = new Set(selected);
    if (!toggled.delete(id)) toggled.add(id);
    setSelected(toggled);
  }

  async function toggleAll() {
    const all = isAll ? [] : await loadAll();
    setSelected(new Set(all.filter(({ state }) => state === "open").map(({ id }) => id)));
  }

  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <p className="max-w-prose text-text-muted">{CONFLICTS_COPY.intro}</p>
      <div className="grid gap-4 sm:grid-cols-2 lg:max-w-3xl">
        <Field label={CONFLICTS_COPY.event} className="min-w-0">
          <EventSelect
            events={events}
            eventId={filters.eventId}
            onChoose={(eventId) => change({ eventId })}
          />
        </Field>
        <Field label={CONFLICTS_COPY.show} className="min-w-0">
          <Select
            value={filters.state ?? ""}
            onChange={({ target }) => change({ state: stateOf(target.value) })}
          >
            <option value="">{STATES.all}</option>
            {(["open", "kept", "dismissed"] as const).map((state) => (
              <option key={state} value={state}>
                {STATES[state]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Card flush>
        {rows?.length ? (
          <div className="flex min-h-13 flex-wrap items-center gap-x-3 border-b py-1 pr-4 sm:pl-2">
            <Checkbox
              label={CONFLICTS_COPY.selectAll}
              checked={isAll}
              mixed={chosen.length > 0 && !isAll}
              disabled={choosable.length === 0 || closing !== null || list.isPlaceholderData}
              onChange={() => void toggleAll()}
            />
            <p role="status" className="ml-auto text-text-muted tabular-nums">
              {open === undefined ? null : CONFLICTS_COPY.open(open)}
            </p>
          </div>
        ) : null}
        <div className="px-4">
          <LivePaused />
        </div>
        {rows?.length ? (
          <>
            <ConflictRows
              rows={rows}
              rest={rest}
              selected={selected}
              onToggle={toggle}
              onOpen={setOpened}
              outdated={list.isPlaceholderData}
            />
            <ClosingBar
              chosen={chosen}
              closing={closing}
              disabled={list.isPlaceholderData}
              onClear={() => setSelected(new Set())}
              onClose={(state) => start(chosen, state)}
              onStop={stop}
            />
          </>
        ) : rows ? (
          <NoConflicts
            isFiltered={filters.eventId !== null || filters.state !== null}
            onShowAll={() => change({ eventId: null, state: null })}
          />
        ) : (
          <QueryView query={list} loading={CONFLICTS_COPY.loading} failed={CONFLICTS_COPY.fetchFailed} />
        )}
      </Card>
      {opened ? (
        <ConflictDialog
          key={opened.id}
          conflict={newerOf(opened, rows)}
          onChanged={(current) => setOpened((before) => (before?.id === current.id ? current : before))}
          onClose={() => setOpened((now) => (now?.id === opened.id ? null : now))}
        />
      ) : null}
    </div>
  );
}

/** The list's version, or the server's last one if the filters exclude it now. */
function newerOf(opened: Conflict, rows: readonly Conflict[] = []): Conflict {
  const row = rows.find(({ id }) => id === opened.id);
  return row && row.version >= opened.version ? row : opened;
}

/** contract 2.conflicts.9: nothing to show. */
function NoConflicts({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  return isFiltered ? (
    <EmptyState
      icon={<SearchX />}
      title={CONFLICTS_COPY.noneMatch}
      description={CONFLICTS_COPY.noneMatchHint}
      action={
        <Button variant="secondary" onClick={onShowAll}>
          {CONFLICTS_COPY.showAll}
        </Button>
      }
    />
  ) : (
    <EmptyState icon={<CircleCheck />} title={CONFLICTS_COPY.none} description={CONFLICTS_COPY.noneHint} />
  );
}
