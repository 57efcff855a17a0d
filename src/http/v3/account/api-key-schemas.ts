import { z } from "@hono/zod-openapi";
import { type ApiKey, longestName } from "../../../access/api-keys/keys.ts";
import { type Scope, scopeNames, scopes as scopeWords } from "../../../access/api-keys/scopes.ts";
import { writeInstant } from "../../../platform/instants.ts";
import { created } from "../framework/example-store.ts";
import { createdAt, instant, shownId, shownInstant, text } from "../framework/fields.ts";
import { boolean, nullish, optional } from "../framework/loose-values.ts";
import { overlapHours } from "../framework/overlap.ts";

const scope = z.enum(scopeNames, { error: `must be one of ${scopeNames.join(", ")}` });

const scopes = z
  .array(scope, { error: (issue) => (issue.input === undefined ? "is required" : "must be a list of scopes") })
  .min(1, "must name at least one scope")
  .max(2 * scopeNames.length, "must name each scope once")
  .describe(
    `What the key may do. ${Object.entries(scopeWords)
      .map(([scope, words]) => `\`${scope}\`: ${words}`)
      .join(" ")}`,
  );

const name = text(longestName, { shortest: 1 }).describe(
  "Name of the key. The activity log shows it where the key changes something.",
);

const expiresAt = nullish(instant).openapi({
  type: ["string", "null"],
  format: "date-time",
  description: "When the key stops working. Null: never.",
});

/** An example that has only the form of a key. */
export const exampleKey = "wb_3vQW9yq0xP2nT7sLZkRb4A8mJ1cVd61BaYwU";
const exampleEnd = "2098-12-31T00:00:00+00:00";

export const newKeyInput = z
  .object({
    name,
    scopes,
    test: optional(boolean).describe(
      "Whether all orders that the key creates are tests: their emails go to the account's email address, and they are not counted in statistics. Default: false. Cannot be changed later.",
    ),
    expires_at: expiresAt,
  })
  .openapi("NewApiKey", {
    example: { name: "Checkout", scopes: ["orders:read", "orders:write"], test: false, expires_at: exampleEnd },
  });

export const keyChangesInput = z
  .object({ name: optional(name), scopes: optional(scopes), expires_at: expiresAt })
  .openapi("ApiKeyChanges", { example: { name: "Checkout", scopes: ["orders:write"], expires_at: exampleEnd } });

export const replacementInput = z
  .object({ overlap_hours: overlapHours("Hours for which the old secret also works. 0: it ends at once.") })
  .openapi("ApiKeyReplacement", { example: { overlap_hours: 24 } });

export const keySchema = z
  .object({
    id: shownId,
    name: z
      .string()
      .describe("Name that you gave the key, by which you recognize it in lists and in the log of calls."),
    scopes: z.array(z.string()).describe("What the key may do."),
    test: z.boolean().describe("Whether all orders that the key creates are tests."),
    key: z.string().nullable().describe("The key itself. Shown once: when it is created or replaced. Otherwise null."),
    last_four: z.string().describe("The last four characters of the key."),
    created_at: createdAt,
    expires_at: shownInstant.nullable().describe("When the key stops working. Null: never."),
    last_used_at: shownInstant
      .nullable()
      .describe("When the key was last used, to within a minute or so. Null: not yet."),
    replaced_last_four: z
      .string()
      .nullable()
      .describe("The last four characters of the replaced secret that still works. Null: none."),
    replaced_ends_at: shownInstant.nullable().describe("When the replaced secret stops working. Null: there is none."),
  })
  .openapi("ApiKey", {
    example: {
      id: 1,
      name: "Checkout",
      scopes: ["orders:read", "orders:write"],
      test: false,
      key: null,
      last_four: exampleKey.slice(-4),
      created_at: created,
      expires_at: null,
      last_used_at: null,
      replaced_last_four: null,
      replaced_ends_at: null,
    },
  });

const shown = (at: ApiKey["expiresAt"]) => (at === null ? null : writeInstant(at));

export function presentKey(key: ApiKey, secret: string | null = null): z.output<typeof keySchema> {
  return {
    id: key.id,
    name: key.name,
    scopes: key.scopes satisfies Scope[],
    test: key.isTest,
    key: secret,
    last_four: key.lastFour,
    created_at: writeInstant(key.createdAt),
    expires_at: shown(key.expiresAt),
    last_used_at: shown(key.lastUsedAt),
    replaced_last_four: key.replaced?.lastFour ?? null,
    replaced_ends_at: shown(key.replaced?.endsAt ?? null),
  };
}
