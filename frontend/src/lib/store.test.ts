import { expect, test, vi } from "vitest";
import { createListeners, createStore } from "@/lib/store";

test("a listener hears everything until it lets go, in the order of subscription", () => {
  const { tell, subscribe } = createListeners<[number]>();
  const heard: string[] = [];
  const stop = subscribe((value) => heard.push(`first ${value}`));
  subscribe((value) => heard.push(`second ${value}`));
  tell(1);
  stop();
  tell(2);
  expect(heard).toEqual(["first 1", "second 1", "second 2"]);
});

test("a store has its value before it tells", () => {
  const store = createStore("old");
  const heard = vi.fn(() => store.get());
  store.subscribe(heard);
  store.set("new");
  expect(heard).toHaveReturnedWith("new");
  expect(heard).toHaveBeenCalledOnce();
});
