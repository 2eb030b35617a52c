/** One rejected field of a request, by its wire name. */
export interface FieldError {
  field: string;
  message: string;
}

interface ApiErrorParts {
  status: number;
  code: string;
  detail: string | null;
  errors: FieldError[];
  body: unknown;
  text: string;
}

/** Codes for responses that did not come from our server. */
export const NETWORK = "network";
const UNKNOWN = "unknown";

/**
 * A request that did not succeed (contract 7). `message` is `{status}: {detail or body text or status text}`. `detail`
 * is the server's sentence for a person, or null. `body` is the parsed JSON, or the text. Status 0 with code `network`:
 * our server did not respond.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string | null;
  readonly errors: FieldError[];
  readonly body: unknown;

  constructor({ status, code, detail, errors, body, text }: ApiErrorParts, options?: ErrorOptions) {
    super(`${status}: ${text}`, options);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.errors = errors;
    this.body = body;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function fieldErrors(problem: Record<string, unknown>): FieldError[] {
  if (!Array.isArray(problem.errors)) return [];
  return problem.errors.filter(
    (entry): entry is FieldError =>
      isRecord(entry) && typeof entry.field === "string" && typeof entry.message === "string",
  );
}

/**
 * Builds the error of a response that is not ok. It may come from our server (problem details) or from a proxy
 * (anything).
 */
export function apiErrorOf(status: number, statusText: string, bodyText: string): ApiError {
  const parsed = parseJson(bodyText);
  const problem = isRecord(parsed) ? parsed : {};
  const detail = typeof problem.detail === "string" && problem.detail ? problem.detail : null;
  return new ApiError({
    status,
    code: typeof problem.code === "string" ? problem.code : UNKNOWN,
    detail,
    errors: fieldErrors(problem),
    body: parsed ?? bodyText,
    text: detail ?? (bodyText.trim() || statusText),
  });
}

/** Builds the error of a request that did not reach our server, or whose response was lost. */
export function networkError(cause: unknown): ApiError {
  return new ApiError(
    { status: 0, code: NETWORK, detail: null, errors: [], body: null, text: "Failed to fetch" },
    { cause },
  );
}

export function isNetworkError(error: unknown): boolean {
  return error instanceof ApiError && error.code === NETWORK;
}

/** True if the server refused the request, so that this request changed nothing. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/**
 * True if the session ended; the application handles that centrally (contract 4). A refused sign-in is a 401 too, but
 * the login form handles it.
 */
export function isSessionExpired(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.code !== "invalid_credentials";
}

/** Steps that a user must do at /auth before any other request, by problem code (contract 6). */
const FIRST_STEPS = {
  password_change_required: "mustChangePassword",
  second_factor_setup_required: "mustSetUpSecondFactor",
} as const;

/** Returns the user's field for the step that the refusal asks for; else null. */
export function requiredSignInStep(error: unknown): (typeof FIRST_STEPS)[keyof typeof FIRST_STEPS] | null {
  return (error instanceof ApiError && FIRST_STEPS[error.code as keyof typeof FIRST_STEPS]) || null;
}

/** Returns the stored row if a save was refused because someone else saved it first (contract 7); else null. */
export function conflictingVersion<Row>(error: unknown): Row | null {
  if (!(error instanceof ApiError) || error.code !== "version_conflict") return null;
  return (error.body as { current?: Row }).current ?? null;
}
