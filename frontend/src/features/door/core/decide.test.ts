import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import {
  type Certainty,
  type Decision,
  type DoorVerdict,
  decide,
  type Facts,
  type ServerAnswer,
} from "@/features/door/core/decide";

type Vector = { what: string; facts: Facts; decision: Decision };

// The server is held against the same file where it can be in that state (`server`), by backend/tests/door.
const VECTORS: Vector[] = JSON.parse(
  readFileSync(new URL("../../../../../backend/tests/door/decision_vectors.json", import.meta.url), "utf8"),
);

// 4.decide.1
it.each(VECTORS)("decides: $what", ({ facts, decision }) => {
  expect(decide(facts)).toEqual(decision);
});

test("every vector has a name and facts of its own", () => {
  expect(new Set(VECTORS.map(({ what }) => what)).size).toBe(VECTORS.length);
  expect(new Set(VECTORS.map(({ facts }) => JSON.stringify(facts))).size).toBe(VECTORS.length);
});

const ANSWERS: (ServerAnswer | null)[] = [null, "admitted", "already", "unknown", "invalid", "other_event"];
const AS_OF = 400;

/** All combinations of the facts: each time before, at and after every other one. */
function* combinations(): Generator<Facts> {
  const texts: Facts["text"][] = [
    null,
    { form: "ours", eventId: 7 },
    { form: "ours", eventId: 8 },
    { form: "other" },
  ];
  const tickets: NonNullable<Facts["list"]>["ticket"][] = [null, "cancelled"];
  for (const attendedAt of [null, 0, 250, 300, 350, 400, 450, 2200, 2201])
    tickets.push({ attendedAt, checkedInBy: "Gate B" });
  for (const markedAbsentAt of [200, 2200, 2201, 2420, 2421])
    tickets.push({ attendedAt: null, checkedInBy: null, markedAbsentAt });
  const lists = [null, ...tickets.map((ticket) => ({ asOf: AS_OF, ticket }))];
  const owns: Facts["own"][] = [null];
  for (const at of [200, 420]) owns.push({ at, deliveredAt: null });
  for (const deliveredAt of [300, 399, 400, 401, 500]) owns.push({ at: 200, deliveredAt });
  for (const now of [399, 400, 1000])
    for (const eventId of [7, null])
      for (const answer of ANSWERS)
        for (const list of lists)
          for (const own of owns) for (const text of texts) yield { now, eventId, answer, list, own, text };
}

const ALL = [...combinations()];
const OFFLINE = ALL.filter(({ answer }) => answer === null);
const LISTED = OFFLINE.filter(({ list, eventId }) => list !== null && eventId !== null);
const ticketOf = ({ list }: Facts) => list?.ticket ?? null;
const attendedAt = (facts: Facts) => {
  const ticket = ticketOf(facts);
  return ticket && ticket !== "cancelled" ? ticket.attendedAt : null;
};
const isAbsent = (facts: Facts) =>
  ticketOf(facts) !== null && ticketOf(facts) !== "cancelled" && attendedAt(facts) === null;
const delivered = ({ own }: Facts) => own?.deliveredAt ?? Number.POSITIVE_INFINITY;

/** The table as people agreed on it. Each row says all of its conditions, so that their order means nothing. */
type Row = { what: string; is: (facts: Facts) => boolean; says: DoorVerdict["kind"]; by: Certainty };
const hasList = ({ answer, list, eventId }: Facts) => answer === null && list !== null && eventId !== null;
const isOwn = (facts: Facts) => facts.own !== null && ticketOf(facts) !== "cancelled";
/** Two seconds after this door's own, as a clock is trusted so far. */
const isElsewhereLater = (facts: Facts) => (attendedAt(facts) ?? 0) > (facts.own?.at ?? 0) + 2000;
const absentSince = (facts: Facts) => {
  const ticket = ticketOf(facts);
  return (ticket && ticket !== "cancelled" && ticket.markedAbsentAt) || 0;
};
const isMarkedAbsentLater = (facts: Facts) => absentSince(facts) > (facts.own?.at ?? 0) + 2000;
const isOwnOver = (facts: Facts) =>
  AS_OF > delivered(facts)
    ? isAbsent(facts) || (attendedAt(facts) ?? 0) > delivered(facts)
    : isElsewhereLater(facts) || isMarkedAbsentLater(facts);
const isUnlisted = (facts: Facts) => hasList(facts) && facts.own === null && ticketOf(facts) === null;
const textEvent = ({ text }: Facts) => (text?.form === "ours" ? text.eventId : null);

const TABLE: Row[] = [
  {
    what: "the server: admitted",
    is: ({ answer }) => answer === "admitted",
    says: "admitted",
    by: "confirmed",
  },
  { what: "the server: already", is: ({ answer }) => answer === "already", says: "already", by: "confirmed" },
  {
    what: "the server: unknown",
    is: ({ answer }) => answer === "unknown",
    says: "not_on_list",
    by: "confirmed",
  },
  { what: "the server: invalid", is: ({ answer }) => answer === "invalid", says: "invalid", by: "confirmed" },
  {
    what: "the server: another event",
    is: ({ answer }) => answer === "other_event",
    says: "other_event",
    by: "confirmed",
  },
  {
    what: "no list of the event",
    is: ({ answer, list, eventId }) => answer === null && (list === null || eventId === null),
    says: "undecided",
    by: "none",
  },
  {
    what: "cancelled",
    is: (facts) => hasList(facts) && ticketOf(facts) === "cancelled",
    says: "cancelled",
    by: "list",
  },
  {
    what: "let in here",
    is: (facts) => hasList(facts) && isOwn(facts) && !isOwnOver(facts),
    says: "already",
    by: "this_door",
  },
  {
    what: "let in here, marked absent after it",
    is: (facts) => hasList(facts) && isOwn(facts) && isOwnOver(facts) && isAbsent(facts),
    says: "admitted",
    by: "list",
  },
  {
    what: "let in here, and let in elsewhere later",
    is: (facts) => hasList(facts) && isOwn(facts) && isOwnOver(facts) && attendedAt(facts) !== null,
    says: "already",
    by: "list",
  },
  {
    what: "listed, absent",
    is: (facts) => hasList(facts) && facts.own === null && isAbsent(facts),
    says: "admitted",
    by: "list",
  },
  {
    what: "listed, attended",
    is: (facts) => hasList(facts) && facts.own === null && attendedAt(facts) !== null,
    says: "already",
    by: "list",
  },
  {
    what: "not listed, of this event",
    is: (facts) => isUnlisted(facts) && textEvent(facts) === facts.eventId,
    says: "not_on_list",
    by: "list",
  },
  {
    what: "not listed, found by name",
    is: (facts) => isUnlisted(facts) && facts.text === null,
    says: "not_on_list",
    by: "list",
  },
  {
    what: "not listed, of another event",
    is: (facts) => isUnlisted(facts) && textEvent(facts) !== null && textEvent(facts) !== facts.eventId,
    says: "other_event",
    by: "text",
  },
  {
    what: "not listed, not in our form",
    is: (facts) => isUnlisted(facts) && facts.text?.form === "other",
    says: "invalid",
    by: "text",
  },
];

test("4.decide.1 every combination of facts is one row of the table, and every row is met", () => {
  const met = new Map(TABLE.map(({ what }) => [what, 0]));
  for (const facts of ALL) {
    const rows = TABLE.filter(({ is }) => is(facts));
    expect(
      rows.map(({ what }) => what),
      JSON.stringify(facts),
    ).toHaveLength(1);
    const [row] = rows as [Row];
    met.set(row.what, (met.get(row.what) ?? 0) + 1);
    const { verdict, certainty } = decide(facts);
    expect([verdict.kind, certainty], `${row.what}: ${JSON.stringify(facts)}`).toEqual([row.says, row.by]);
  }
  expect([...met].filter(([, count]) => count === 0)).toEqual([]);
});

/** Finds the combinations that break a property. */
const broken = (all: readonly Facts[], holds: (decision: Decision, facts: Facts) => boolean) =>
  all.filter((facts) => !holds(decide(facts), facts)).slice(0, 3);

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const withoutAge = ({ verdict, certainty }: Decision) => ({ verdict, certainty });

describe("whatever the facts are", () => {
  test("4.decide.2 an answer of the server is the verdict, and nothing on the device changes that", () => {
    const bare = (answer: ServerAnswer) =>
      decide({ now: 0, eventId: null, answer, list: null, own: null, text: null });
    expect(broken(ALL, (decision, { answer }) => answer === null || same(decision, bare(answer)))).toEqual(
      [],
    );
  });

  test("4.decide.2 'confirmed' is the server's alone", () => {
    expect(
      broken(ALL, ({ certainty }, { answer }) => (certainty === "confirmed") === (answer !== null)),
    ).toEqual([]);
  });

  test("4.decide.3 without the server a door lets in only a guest that the list has as absent", () => {
    expect(broken(OFFLINE, ({ verdict }, facts) => verdict.kind !== "admitted" || isAbsent(facts))).toEqual(
      [],
    );
  });

  test("4.decide.4 a guest that this door let in is let in again only by a list that is newer than the delivery, or has a later absence", () => {
    const isLetInAgain = ({ verdict }: Decision, { own }: Facts) =>
      own !== null && verdict.kind === "admitted";
    expect(
      broken(
        OFFLINE,
        (decision, facts) =>
          !isLetInAgain(decision, facts) ||
          isMarkedAbsentLater(facts) ||
          (facts.own?.deliveredAt !== null && (facts.list?.asOf ?? 0) > delivered(facts)),
      ),
    ).toEqual([]);
    // The other way round: the door's own records never let in anyone.
    expect(
      broken(
        OFFLINE,
        ({ verdict }, facts) =>
          verdict.kind !== "admitted" || decide({ ...facts, own: null }).verdict.kind === "admitted",
      ),
    ).toEqual([]);
  });

  test("4.decide.4 of one ticket read twice in a row, the second is never let in", () => {
    const second = (facts: Facts) =>
      decide({ ...facts, own: { at: facts.now, deliveredAt: null } }).verdict.kind;
    expect(
      broken(
        OFFLINE,
        ({ verdict }, facts) =>
          verdict.kind !== "admitted" ||
          second(facts) === "already" ||
          // Nobody is marked absent in the time ahead.
          absentSince(facts) > facts.now + 2000,
      ),
    ).toEqual([]);
  });

  test("4.decide.5 the age is the list's, where the verdict rests on it, and never below 0", () => {
    expect(
      broken(ALL, ({ age, certainty }, { now }) =>
        certainty === "list" ? age === (now > AS_OF ? now - AS_OF : 0) : age === null,
      ),
    ).toEqual([]);
  });

  test("4.decide.5 an older list says the same, less surely", () => {
    expect(
      broken(ALL, (decision, facts) =>
        same(withoutAge(decision), withoutAge(decide({ ...facts, now: facts.now + 60_000 }))),
      ),
    ).toEqual([]);
  });

  test("only differences of times count", () => {
    const later = (time: number | null) => (time === null ? null : time + 1000);
    const moved = ({ list, own, ...facts }: Facts): Facts => ({
      ...facts,
      now: facts.now + 1000,
      own: own && { at: own.at + 1000, deliveredAt: later(own.deliveredAt) },
      list: list && {
        asOf: list.asOf + 1000,
        ticket:
          list.ticket && list.ticket !== "cancelled"
            ? {
                ...list.ticket,
                attendedAt: later(list.ticket.attendedAt),
                markedAbsentAt: later(list.ticket.markedAbsentAt ?? null),
              }
            : list.ticket,
      },
    });
    const back = ({ verdict, certainty, age }: Decision): Decision => {
      const isSince = verdict.kind === "already" && verdict.since !== null;
      return {
        verdict: isSince ? { ...verdict, since: (verdict.since ?? 0) - 1000 } : verdict,
        certainty,
        age,
      };
    };
    expect(broken(ALL, (decision, facts) => same(decision, back(decide(moved(facts)))))).toEqual([]);
  });

  test("what a text says of itself counts only where the ticket is not listed", () => {
    expect(
      broken(
        LISTED,
        (decision, facts) => ticketOf(facts) === null || same(decision, decide({ ...facts, text: null })),
      ),
    ).toEqual([]);
    expect(
      broken(OFFLINE, ({ certainty }, facts) => certainty !== "text" || ticketOf(facts) === null),
    ).toEqual([]);
  });

  test("without a list nothing is decided, and with one everything is", () => {
    expect(
      broken(
        OFFLINE,
        ({ verdict }, { list, eventId }) =>
          (verdict.kind === "undecided") === (list === null || eventId === null),
      ),
    ).toEqual([]);
  });

  test("'at this door' is said only of this door's own check-in, with its time", () => {
    expect(
      broken(
        ALL,
        ({ verdict, certainty }, { own }) =>
          (certainty === "this_door") === (verdict.kind === "already" && verdict.here) &&
          (certainty !== "this_door" || (verdict.kind === "already" && verdict.since === own?.at)),
      ),
    ).toEqual([]);
  });
});

/** Combinations with exits: each time before and after every other one. */
function* exitCombinations(): Generator<Facts> {
  const text = { form: "ours", eventId: 7 } as const;
  const absent = { attendedAt: null, checkedInBy: null };
  const tickets: NonNullable<Facts["list"]>["ticket"][] = [null, "cancelled", absent];
  for (const markedAbsentAt of [100, 2421]) tickets.push({ ...absent, markedAbsentAt });
  for (const attendedAt of [100, 250, 2421])
    for (const leftAt of [null, attendedAt + 50, attendedAt + 250])
      tickets.push({ attendedAt, checkedInBy: "Gate B", leftAt });
  const owns: Facts["own"][] = [null];
  for (const isExit of [false, true])
    for (const at of [200, 420])
      for (const deliveredAt of [null, 399, 401]) owns.push({ at, deliveredAt, isExit });
  for (const ticket of tickets)
    for (const own of owns)
      for (const direction of ["in", "out"] as const)
        for (const reentry of [true, false]) {
          const list = { asOf: AS_OF, ticket };
          yield { now: 1000, eventId: 7, answer: null, list, own, text, direction, reentry };
        }
}

describe("4.decide.9 on the way in and out", () => {
  const WITH_EXITS = [...exitCombinations()];
  const at = (facts: Facts, direction: "in" | "out", reentry = true) =>
    decide({ ...facts, direction, reentry });
  const leftAt = ({ verdict }: Decision) => ("leftAt" in verdict ? (verdict.leftAt ?? null) : null);

  test("each direction has its own verdicts, with the same certainty", () => {
    expect(
      broken(WITH_EXITS, ({ verdict, certainty }, facts) => {
        const others =
          facts.direction === "out" ? ["admitted", "already", "already_left"] : ["left", "not_inside"];
        const opposite = at(facts, facts.direction === "out" ? "in" : "out", facts.reentry);
        return !others.includes(verdict.kind) && certainty === opposite.certainty;
      }),
    ).toEqual([]);
  });

  test("who leaves is who would be in already, and nobody else who has a ticket is inside", () => {
    expect(
      broken(WITH_EXITS, (_, facts) => {
        const [out, entry] = [at(facts, "out"), at(facts, "in")];
        if (out.verdict.kind === "left") return entry.verdict.kind === "already";
        if (out.verdict.kind !== "not_inside") return same(out.verdict, entry.verdict);
        return entry.verdict.kind === "admitted" && leftAt(out) === leftAt(entry);
      }),
    ).toEqual([]);
  });

  test("without re-entry the only other verdict is that of guests who come back", () => {
    expect(
      broken(WITH_EXITS, (_, facts) => {
        const [open, closed] = [at(facts, "in"), at(facts, "in", false)];
        if (closed.verdict.kind !== "already_left") return same(open, closed);
        return open.verdict.kind === "admitted" && leftAt(open) !== null && leftAt(open) === leftAt(closed);
      }),
    ).toEqual([]);
  });

  test("an exit at this door counts until the list has a later change, or is newer than its upload", () => {
    expect(
      broken(
        WITH_EXITS.filter(({ own, list }) => own?.isExit && list?.ticket !== "cancelled"),
        ({ certainty }, { own, list }) => {
          if (certainty !== "this_door" || !own) return true;
          const ticket = list?.ticket === "cancelled" ? null : list?.ticket;
          const changed = ticket?.leftAt ?? ticket?.attendedAt ?? ticket?.markedAbsentAt ?? 0;
          return !ticket || (changed <= own.at + 2000 && AS_OF <= (own.deliveredAt ?? AS_OF));
        },
      ),
    ).toEqual([]);
  });

  test.each([
    ["in", "out"],
    ["out", "in"],
  ] as const)("what this door decided on the way %s counts at once on the way %s", (one, other) => {
    const next = { in: ["left"], out: ["admitted"] }[one];
    expect(
      broken(
        WITH_EXITS.filter(
          ({ list }) =>
            list !== null &&
            (list.ticket === "cancelled" ||
              (list.ticket?.attendedAt ?? list.ticket?.markedAbsentAt ?? 0) <= 1000),
        ),
        (_, facts) => {
          const { verdict } = at(facts, one);
          if (verdict.kind !== (one === "in" ? "admitted" : "left")) return true;
          const own = { at: facts.now, deliveredAt: null, isExit: one === "out" };
          return next.includes(at({ ...facts, own }, other).verdict.kind);
        },
      ),
    ).toEqual([]);
  });
});
