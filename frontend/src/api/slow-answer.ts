import { fetchWithin } from "@/api/client";

/** While many devices read much, each waits for the others; a connection that has died must not be waited for. */
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

/** For much on a slow line: as long as it comes, it is waited for. */
export const fetchWhileItComes = (request: Request): Promise<Response> =>
  fetchWithin(SILENCE_TIMEOUT_MS, request, textInParts);
