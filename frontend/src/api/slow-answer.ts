import { fetchWithin } from "@/api/client";

/** Many devices reading at once slow each other down; a dead connection must still end. */
const SILENCE_TIMEOUT_MS = 60_000;

async function textInParts({ body }: Response, onPart: () => void): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return text + decoder.decode();
    onPart();
    text += decoder.decode(part.value, { stream: true });
  }
}

/** For large responses on a slow line: waits as long as data keeps arriving. */
export const fetchWhileItComes = (request: Request): Promise<Response> =>
  fetchWithin(SILENCE_TIMEOUT_MS, request, textInParts);
