import { makeTemplate, OLIVE, SAM } from "./server";

/** Makes what the servers of all workers begin with, and names it to them. */
export default function setUp(): () => void {
  const { directory, remove } = makeTemplate([OLIVE, SAM]);
  process.env.DOORLIST_E2E_TEMPLATE = directory;
  return remove;
}
