import type { z } from "@hono/zod-openapi";
import type { FieldError } from "../platform/errors.ts";
import "./zod-messages.ts";

const titles: Record<number, string> = {
  400: "Bad request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  409: "Conflict",
  410: "Gone",
  412: "Precondition failed",
  413: "Request too large",
  415: "Unsupported media type",
  422: "Invalid fields",
  429: "Too many requests",
  500: "Internal error",
  501: "Not supported",
  503: "Service unavailable",
};

interface ProblemDetails {
  detail: string;
  errors?: FieldError[];
  headers?: Record<string, string>;
  /** If a single resource is not found, the answer has its name as null (docs/reference/v3-interface.md, Errors). */
  resource?: string | undefined;
}

/** `application/problem+json` (RFC 9457). */
export function problemResponse(status: number, details: ProblemDetails): Response {
  const { detail, errors = [], headers = {}, resource } = details;
  const body = {
    type: "about:blank",
    title: titles[status] ?? "Error",
    status,
    detail,
    errors,
    ...(resource ? { [resource]: null } : {}),
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/problem+json", "cache-control": "no-store", ...headers },
  });
}

/** `order_items`, 0, `quantity` → `order_items[0].quantity` */
function fieldName(path: PropertyKey[]): string {
  const parts = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`));
  return parts.join("").replace(/^\./, "");
}

/** The invalid fields that zod found. A problem with the whole value is reported as `body`. */
export function fieldErrors(error: { issues: z.core.$ZodIssue[] }): FieldError[] {
  return error.issues.map(({ path, message }) => ({ field: fieldName(path) || "body", message }));
}

/** All invalid fields in one sentence. */
export function fieldSentence(errors: FieldError[]): string {
  return `${errors.map(({ field, message }) => `${field} ${message}`.trim()).join("; ")}.`;
}
