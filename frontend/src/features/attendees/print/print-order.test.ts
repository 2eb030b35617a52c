import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  byName,
  byTable,
  doorListGroups,
  inTicketOrder,
  lastWord,
  type PrintOrder,
} from "@/features/attendees/print/print-order";
import { attendeeNamed } from "@/testing/cast";

let lastId = 0;
const at = (fullName: string, tableNumber = 1) => attendeeNamed(fullName, { id: ++lastId, tableNumber });
const names = (rows: readonly { fullName: string }[]) => rows.map(({ fullName }) => fullName);
const letters = (people: string[], locale: string, order: PrintOrder = "name") =>
  doorListGroups(
    people.map((name) => at(name)),
    order,
    locale,
  ).map((group) => (group.kind === "letter" ? `${group.letter}: ${names(group.attendees).join(", ")}` : ""));

describe("2.print.6 by name", () => {
  test("takes no account of case, accents and signs before the name", () => {
    const people = ["zoë", "Émile", "ada", "“Bob” Hall", "Emil", "Ada B", "ångström"];
    expect(
      names(
        byName(
          people.map((name) => at(name)),
          "en",
        ),
      ),
    ).toEqual(["ada", "Ada B", "ångström", "“Bob” Hall", "Emil", "Émile", "zoë"]);
  });

  test("sorts as the reader's language does", () => {
    const people = ["Ölund", "Zorn", "Olsson"].map((name) => at(name));
    expect(names(byName(people, "en"))).toEqual(["Olsson", "Ölund", "Zorn"]);
    expect(names(byName(people, "sv"))).toEqual(["Olsson", "Zorn", "Ölund"]);
  });

  test("numbers in names count as numbers", () => {
    expect(names(byName([at("Guest 10"), at("Guest 9")], "en"))).toEqual(["Guest 9", "Guest 10"]);
  });

  test("namesakes stand by table", () => {
    const rows = byName([at("Kim Lee", 12), at("Kim Lee", 3), at("Kim Lee", 4)], "en");
    expect(rows.map(({ tableNumber }) => tableNumber)).toEqual([3, 4, 12]);
  });

  test("leaves the list that it was given as it was", () => {
    const rows = [at("Zed"), at("Ada")];
    byName(rows, "en");
    byTable(rows, "en");
    expect(names(rows)).toEqual(["Zed", "Ada"]);
  });
});

describe("2.print.6 by table", () => {
  test("goes by number, each table by name, and who has no table comes last", () => {
    const rows = byTable([at("Nil", 0), at("Ten", 10), at("Bee", 2), at("Ann", 2), at("Also nil", 0)], "en");
    expect(names(rows)).toEqual(["Ann", "Bee", "Ten", "Also nil", "Nil"]);
  });

  test("2.print.11 a group for each table, with its people", () => {
    const groups = doorListGroups([at("C", 10), at("A", 2), at("D", 0), at("B", 2)], "table", "en");
    expect(
      groups.map((group) => group.kind === "table" && [group.tableNumber, names(group.attendees)]),
    ).toEqual([
      [2, ["A", "B"]],
      [10, ["C"]],
      [0, ["D"]],
    ]);
  });
});

describe("2.print.12 the letters of a list by name", () => {
  test("are those that names begin with, accents aside", () => {
    expect(letters(["Bo", "ada", "Ánh", "(Ms) Ada", "Øystein", "a"], "en")).toEqual([
      "A: a, ada, Ánh",
      "B: Bo",
      "M: (Ms) Ada",
      "O: Øystein",
    ]);
  });

  test("follow the language: Ø is the last but one of Danish", () => {
    expect(letters(["Øystein", "Olga", "Zita"], "da")).toEqual(["O: Olga", "Z: Zita", "Ø: Øystein"]);
  });

  test("never come twice, whatever a letter is made of", () => {
    expect(letters(["Azra", "Æsa", "Abe"], "en")).toEqual(["A: Abe, Æsa, Azra"]);
  });

  test("are marks for digits, signs and other scripts", () => {
    expect(letters(["3 Amigos", "🎈", "Жанна", "李小龍", "山田", "Zed"], "en")).toEqual([
      "#: 🎈, 3 Amigos",
      "Z: Zed",
      "Ж: Жанна",
      "…: 山田, 李小龍",
    ]);
  });
});

describe("2.print.20 by last name", () => {
  // The server is held against the same file, by backend/tests/attendees/test_sorting.py.
  const vectors: { name: string; word: string }[] = JSON.parse(
    readFileSync(
      new URL("../../../../../backend/tests/attendees/last_name_vectors.json", import.meta.url),
      "utf8",
    ),
  );

  test.each(vectors)("of $name that is $word", ({ name, word }) => {
    expect(lastWord(name)).toBe(word);
  });

  test("the letters are those of the last names, namesakes by their whole name", () => {
    const people = ["Ada Zed", "Bea Lee (2)", "Zoë Ångström", "Bea Lee", "Ann Lee", "Cher", "王 李小龍"];
    expect(letters(people, "en", "lastName")).toEqual([
      "A: Zoë Ångström",
      "C: Cher",
      "L: Ann Lee, Bea Lee, Bea Lee (2)",
      "Z: Ada Zed",
      "…: 王 李小龍",
    ]);
  });
});

test("2.print.14 tickets of several evenings come evening by evening", () => {
  const other = { id: 3, name: "Matinee", date: "2026-11-01" };
  const rows = [at("Bea", 2), at("Ada", 9), { ...at("Cy", 1), event: other }];
  expect(names(inTicketOrder(rows, "name"))).toEqual(["Cy", "Ada", "Bea"]);
  expect(names(inTicketOrder(rows, "table"))).toEqual(["Cy", "Bea", "Ada"]);
});
