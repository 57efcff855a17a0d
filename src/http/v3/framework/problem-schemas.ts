import { z } from "@hono/zod-openapi";
import { shownInteger } from "./fields.ts";

/** One invalid field, under the caller's name for it. */
export const fieldErrorSchema = z
  .object({
    field: z.string().describe("Path of the field in your request, such as `order_items[0].quantity`."),
    message: z.string().describe("What is wrong. Reads on from the field name."),
  })
  .openapi("FieldError", {
    example: { field: "order_items[0].quantity", message: "must be a whole number from 1 to 10000" },
  });

/** RFC 9457, with every invalid field. */
const problemSchema = z
  .object({
    type: z.string().describe("Always `about:blank`."),
    title: z.string().describe("Short name of the kind of problem."),
    status: shownInteger.describe("HTTP status code, the same as that of the response."),
    detail: z.string().describe("What went wrong and what to do about it, in one sentence."),
    errors: z.array(fieldErrorSchema).describe("Every invalid field."),
  })
  .openapi("Problem", {
    example: {
      type: "about:blank",
      title: "Invalid fields",
      status: 422,
      detail: "email is required; order_items[0].quantity must be a whole number from 1 to 10000.",
      errors: [
        { field: "email", message: "is required" },
        { field: "order_items[0].quantity", message: "must be a whole number from 1 to 10000" },
      ],
    },
  });

const problemContent = { "application/problem+json": { schema: problemSchema } };

/** The documented problems of a route, besides 401 and 403, which every route has. */
export function problems<Status extends keyof typeof problemMeanings>(...statuses: Status[]) {
  const documented = [401 as const, 403 as const, ...statuses];
  return Object.fromEntries(
    documented.map((status) => [status, { description: problemMeanings[status], content: problemContent }]),
  ) as Record<Status | 401 | 403, { description: string; content: typeof problemContent }>;
}

const problemMeanings = {
  400: "The body is not valid JSON.",
  401: "The credentials or the host name are wrong, or the plan does not include API access.",
  403: "The API key lacks the scope, the signed-in person's role does not allow this, or the request came from another site.",
  404: "Not found. The resource is `null` in the response.",
  409: "An ID, a SKU or a file is already in use.",
  413: "The body is too large.",
  415: "The body has an unsupported media type.",
  422: "Fields are missing or invalid. All of them are named.",
  429: "The daily allowance of delivery emails is used up, or there were too many requests.",
};
