import createClient from "openapi-fetch";
import { apiErrorOf, networkError } from "@/api/api-error";
import type { paths } from "@/api/schema";

/**
 * Fetches, and turns every failure into an `ApiError` (contract 7). The body is read here, so that a connection
 * that breaks in the middle of an answer is a network failure too, and not a puzzle for the caller.
 */
async function fetchOrFail(request: Request): Promise<Response> {
  let response: Response;
  let text: string;
  try {
    response = await globalThis.fetch(request);
    text = await response.text();
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    throw networkError(cause);
  }
  if (!response.ok) throw apiErrorOf(response.status, response.statusText, text);
  // A guest network's sign-in page says 200 to everything: that is no answer of ours.
  const isJson = response.headers.get("Content-Type")?.includes("json");
  if (text && !isJson) throw networkError(new Error("The answer was not JSON"));
  return new Response(text || null, { status: response.status, headers: response.headers });
}

/** The typed client. Cookies travel with every call; each failure is an `ApiError`. */
export const api = createClient<paths>({
  baseUrl: globalThis.location.origin,
  credentials: "same-origin",
  fetch: fetchOrFail,
});

/** The data of a call: `await answer(api.GET("/api/events"))`. Throws `ApiError`. */
export async function answer<Data>(call: Promise<{ data?: Data }>): Promise<Data> {
  try {
    const { data } = await call;
    return data as Data;
  } catch (error) {
    // JSON that breaks off is a connection that broke off.
    throw error instanceof SyntaxError ? networkError(error) : error;
  }
}
