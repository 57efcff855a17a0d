import { z } from "zod";
import { rejectFields } from "../../platform/errors.ts";
import { textProblem } from "../../platform/text.ts";
import { withCheck } from "../../platform/zod-check.ts";
import { contentTypeOf, readBody } from "../body.ts";
import { fieldErrors } from "../problem.ts";
import { readJson, WrongMediaType } from "./parameters.ts";
import { longestQuestion, storedForm } from "./question.ts";

/** The question of a validation. */
export interface Validation {
  /** Only if the request has no key elsewhere. */
  key: string | null;
  nonce: number | string | null;
  /** As the program sent it, for the answer. */
  scope: Record<string, unknown> | null;
  product: string | null;
  /** Devices, any of which is enough; empty for any device. */
  fingerprints: string[];
}

/** A device that a program registers. */
export interface NewMachine {
  fingerprint: string;
  name: string;
  /** Null if the program names none. */
  licenseId: string | null;
}

const mediaTypes = ["application/vnd.api+json", "application/json"];

const text = withCheck(z.string({ error: "must be text" }), (value) => textProblem(value, { longest: 255 }));

/** Programs send what they do not know as empty, which is the scope of nothing. */
const scopeText = withCheck(z.string({ error: "must be text" }), (value) =>
  textProblem(value, { shortest: 0, longest: 255 }),
);

/** Most fingerprints in one question. */
const mostFingerprints = 10;

const validation = z.object({
  meta: z
    .object({
      key: z.string({ error: "must be text" }).transform(storedForm).nullish(),
      nonce: z.union([z.number(), text], { error: "must be a number" }).nullish(),
      scope: z
        .looseObject({
          product: scopeText.nullish(),
          fingerprint: scopeText.nullish(),
          fingerprints: z
            .array(scopeText)
            .max(mostFingerprints, `must have at most ${mostFingerprints} entries`)
            .nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

const machine = z.object({
  data: z.object({
    attributes: z.object({ fingerprint: text, name: text.nullish().catch(null), hostname: text.nullish().catch(null) }),
    relationships: z.object({ license: z.object({ data: z.object({ id: text }).nullish() }).nullish() }).nullish(),
  }),
});

/** Reads a validation request. Throws `invalid`, `WrongMediaType`, and as `readBody` does. */
export async function readValidation(request: Request): Promise<Validation> {
  const { meta } = await readDocument(request, validation);
  const scope = meta?.scope ?? null;
  const fingerprint = scope?.fingerprint == null ? [] : [scope.fingerprint];
  return {
    key: meta?.key ?? null,
    nonce: meta?.nonce ?? null,
    scope,
    product: scope?.product ?? null,
    fingerprints: [...fingerprint, ...(scope?.fingerprints ?? [])],
  };
}

/** Reads which device a program registers. Throws as `readValidation` does. */
export async function readMachine(request: Request): Promise<NewMachine> {
  const { attributes, relationships } = (await readDocument(request, machine)).data;
  return {
    fingerprint: attributes.fingerprint,
    name: attributes.name || attributes.hostname || "",
    licenseId: relationships?.license?.data?.id ?? null,
  };
}

/** A missing body counts as an empty document, because a validation needs none. */
async function readDocument<Shape extends z.ZodType>(request: Request, shape: Shape): Promise<z.output<Shape>> {
  const { mediaType } = contentTypeOf(request);
  const bytes = await readBody(request, longestQuestion);
  if (bytes.length > 0 && !mediaTypes.includes(mediaType)) {
    throw new WrongMediaType("Send JSON (application/vnd.api+json or application/json).");
  }
  const { data, error } = shape.safeParse(bytes.length === 0 ? {} : readJson(bytes));
  rejectFields(error ? fieldErrors(error) : []);
  return data as z.output<Shape>;
}
