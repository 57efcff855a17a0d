import { z } from "zod";
import type { LicenseQuestion } from "../../delivery/license-checks/validate.ts";
import { unflattened } from "../../delivery/licenses/license-file.ts";
import { rejectFields } from "../../platform/errors.ts";
import { textProblem, visibleText, withoutInvisible } from "../../platform/text.ts";
import { withCheck } from "../../platform/zod-check.ts";
import { readBody } from "../body.ts";
import { fieldErrors } from "../problem.ts";

/** Bytes of a question: a key of several lines has up to 2,500. */
export const longestQuestion = 16_384;

/** A question, and what its answer repeats. */
export interface ReadQuestion extends LicenseQuestion {
  nonce: string | null;
}

const text = (longest: number) =>
  withCheck(z.string({ error: "must be text" }), (value) => textProblem(value, { longest })).nullish();

const shape = z.object(
  {
    key: z
      .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be text") })
      .max(longestQuestion)
      .transform(storedForm)
      .refine((key) => key !== "", "must not be empty"),
    product: text(255),
    device_id: text(255),
    device_name: text(255),
    nonce: text(255),
  },
  { error: "must be a JSON object" },
);

/**
 * Reads a program's question, with any media type. Throws `invalid` for a body that is not a question, or that lacks a required
 * device, and as `readBody` does.
 */
export async function readQuestion(request: Request, { needsDevice }: { needsDevice: boolean }): Promise<ReadQuestion> {
  const bytes = await readBody(request, longestQuestion);
  const { data, error } = shape.safeParse(parsed(bytes));
  rejectFields(error ? fieldErrors(error) : []);
  const { key = "", product = null, device_id: id = null, device_name: name = null, nonce = null } = data ?? {};
  rejectFields([{ field: "device_id", message: needsDevice && id === null ? "is required" : null }]);
  return { key, sku: product, device: id === null ? null : { id, name }, nonce };
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/**
 * The key in the form in which pools store it (docs/store/license-keys.md, Adding keys), because customers copy keys from emails.
 * A license file gets its line breaks back, which headers cannot contain.
 */
export function storedForm(key: string): string {
  const lines = key.trim().split(/\r\n|\r|\n/);
  if (lines.length < 2) return unflattened(key.trim()) ?? visibleText(key);
  return lines
    .map((line) => withoutInvisible(line).trimEnd())
    .join("\n")
    .trim();
}
