import { z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { addKeys, removeKeys, removeUnassignedKeys } from "../../../delivery/licenses/change-pool.ts";
import { earlierOrders } from "../../../delivery/licenses/earlier-orders.ts";
import { storedKeyProblem } from "../../../delivery/licenses/key-problems.ts";
import { listKeys } from "../../../delivery/licenses/queries.ts";
import { readKeys } from "../../../delivery/licenses/read-key-list.ts";
import { DomainError, rejectFields } from "../../../platform/errors.ts";
import { withCheck } from "../../../platform/zod-check.ts";
import { announcesBody } from "../../bad-request.ts";
import { pageOf } from "../framework/answers.ts";
import { boundedList } from "../framework/bounded-list.ts";
import { changeInSteps } from "../framework/change.ts";
import { newRoutes, type V3Env } from "../framework/environment.ts";
import { ofStatus, pageQuery, rowsOf, shownInteger } from "../framework/fields.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { boolean, withDefault } from "../framework/loose-values.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { licenseKeySchema, newKey, notText, presentKey } from "./license-key-schemas.ts";
import { pathProduct, productId } from "./products.ts";

const tags = ["License keys"];

/** Keys of one request (docs/store/license-keys.md, Adding keys). */
const mostKeys = 10_000;

/** Characters of a text with keys: about 60,000 of them. */
const longestText = 2_000_000;

const removedKey = withCheck(z.string(notText).trim(), storedKeyProblem);

const keysOf = (key: z.ZodType<string>) =>
  boundedList(key, {
    most: mostKeys,
    tooMany: `must contain at most ${mostKeys} keys`,
    wrong: { error: (issue) => (issue.input === undefined ? "is required" : "must be a list of keys") },
  })
    .refine(({ length }) => length > 0, "must contain at least one key")
    .openapi({ type: "array", items: { type: "string" }, minItems: 1, maxItems: mostKeys });

const keysInput = z
  .object({
    license_keys: keysOf(newKey)
      .optional()
      .describe(
        "The keys to add, each of 1 to 1,000 characters, or from a line with BEGIN to one with END of up to 2,500 bytes. Either this or `text`.",
      ),
    text: z
      .string(notText)
      .max(longestText, `must have at most ${longestText} characters`)
      .optional()
      .describe(
        "The keys as a text, such as the content of a file: one a line, or from a line with BEGIN to one with END. A first line that names the column, and repetitions of it, are skipped. Either this or `license_keys`.",
      ),
    earlier_orders: z
      .enum(["give", "skip"], { error: "must be give or skip" })
      .optional()
      .describe(
        "Whether orders from before the product's first key get keys, with an email to each customer. `give`: they do. `skip`: only new orders do; this counts only when the product has no key yet. If absent, an earlier `skip` still counts, and otherwise they get keys. `GET /products/{id}/license_keys/earlier_orders` counts these orders.",
      ),
  })
  .openapi("NewLicenseKeys", { example: { license_keys: ["AAAA-BBBB-0001", "AAAA-BBBB-0002"] } });

const removalInput = z
  .object({
    license_keys: keysOf(removedKey)
      .optional()
      .describe("The keys to remove. Keys that orders have cannot be removed."),
  })
  .openapi("LicenseKeysRemoval", { example: { license_keys: ["AAAA-BBBB-0002"] } });

/** Removing all keys needs no body. */
const optionalBody: MiddlewareHandler<V3Env> = async (c, next) => {
  const { headers } = c.req.raw;
  if (announcesBody(headers) || c.req.query("all") !== "true") return jsonBody(null, "bulk")(c, next);
  // With a content type, the framework would try to read the missing body.
  headers.delete("content-type");
  return next();
};

export const licenseKeyRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/products/{id}/license_keys/earlier_orders",
      role: "read_only",
      scope: "license_keys:manage",
      examples: { parameters: { id: 1 } },
      summary: "Count orders from before the first key",
      description:
        "Counts the orders that were delivered without keys before the product had any. Adding the first keys gives them keys too, with an email to each customer, unless you send `earlier_orders: skip`. Orders on hold count, and get theirs when they are released. Revoked orders do not count.",
      tags,
      request: { params: productId },
      responses: {
        200: {
          description: "The number of orders and units.",
          content: json(
            z
              .object({
                orders: shownInteger.describe("Number of earlier orders that lack keys of this product."),
                units: shownInteger.describe("Number of units in these orders that have no key."),
                on_hold: shownInteger.describe(
                  "Number of these orders that are on hold. They get their keys when they are released.",
                ),
                skipped: z
                  .boolean()
                  .describe("True if they get no keys, because the first keys were added with `earlier_orders: skip`."),
              })
              .openapi("EarlierOrders", { example: { orders: 2, units: 3, on_hold: 1, skipped: false } }),
          ),
        },
        ...problems(404, 422),
      },
    }),
    async (c) => {
      const { id } = await pathProduct(c, c.req.valid("param").id);
      const { onHold, ...earlier } = await earlierOrders(c.var.services.db.scan, id);
      return c.json({ ...earlier, on_hold: onHold }, 200);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/products/{id}/license_keys",
      role: "read_only",
      scope: "license_keys:manage",
      examples: { parameters: { id: 1, status: "assigned" } },
      summary: "List a product's license keys",
      tags,
      request: {
        params: productId,
        query: pageQuery.extend({
          status: withDefault(
            z.enum(["assigned", "unassigned", "all"], { error: "must be assigned, unassigned or all" }),
            "all",
          ).openapi(ofStatus),
        }),
      },
      responses: {
        200: pageOf("license_keys", licenseKeySchema, "license keys"),
        ...problems(404, 422),
      },
    }),
    async (c) => {
      const { status: filter, ...page } = c.req.valid("query");
      const { id } = await pathProduct(c, c.req.valid("param").id);
      const { keys, total } = await listKeys(c.var.services.db.scan, { productId: id }, { filter, ...rowsOf(page) });
      return c.json({ license_keys: keys.map(presentKey), ...page, total }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/products/{id}/license_keys",
      role: "staff",
      scope: "license_keys:manage",
      activity: { kind: "product.keys_added", subject: "product" },
      examples: { parameters: { id: 1, status: "assigned" } },
      summary: "Add license keys",
      description:
        "Adds up to 10,000 keys of a list, or the keys of a text, one a line. Spaces around a key, quotation marks and invisible characters are removed; what is no key is rejected, and then none is added. Orders that are waiting for keys get them, oldest first, and each customer gets an email. With the first keys of a product, these are all its earlier orders, unless you send `earlier_orders: skip`. If you receive no response, send the same keys again: keys already added are reported as duplicates.",
      tags,
      middleware: [jsonBody(null, "bulk")] as const,
      request: { params: productId, body: { required: true, content: json(keysInput) } },
      responses: {
        200: {
          description: "The number of keys added, and the duplicates.",
          content: json(
            z
              .object({
                added: shownInteger.describe(
                  "Number of keys added. Keys that the product already had are not among them.",
                ),
                duplicates: z.array(z.string()).describe("Keys that the product already had, or that you sent twice."),
                column_names: z
                  .array(z.string())
                  .optional()
                  .describe("Column names skipped, only if you sent `text`, such as `line 1: License key`."),
                repeated: z
                  .array(z.string())
                  .optional()
                  .describe(
                    "Keys that stand in `text` more than once, one entry for each time after the first. They are among the `duplicates` too; the others there existed before. Only if you sent `text`.",
                  ),
              })
              .openapi("AddedKeys", { example: { added: 2, duplicates: [] } }),
          ),
        },
        ...problems(400, 404, 413, 415, 422),
      },
    }),
    async (c) => {
      const { account, now } = c.var;
      const { earlier_orders, ...sent } = c.req.valid("json");
      const { keys, columnNames, repeated } = await keysIn(sent);
      const { id, sku } = await pathProduct(c, c.req.valid("param").id);
      const result = await addKeys(changeInSteps(c, sku), account, id, keys, now, earlier_orders);
      return c.json({ ...result, ...(columnNames ? { column_names: columnNames, repeated } : {}) }, 200);
    },
  )
  .openapi(
    operation({
      method: "delete",
      path: "/api/v3/products/{id}/license_keys",
      role: "staff",
      scope: "license_keys:manage",
      activity: { kind: "product.keys_removed", subject: "product" },
      examples: { parameters: { id: 1, status: "assigned" } },
      summary: "Remove license keys",
      description:
        "Removes the keys in the body or, with `?all=true` and no body, every key that is not assigned. Assigned keys are never removed.",
      tags,
      middleware: [optionalBody] as const,
      request: {
        params: productId,
        query: z.object({
          all: withDefault(boolean, false).openapi({
            param: { description: "Set to true to remove every key that is not assigned." },
          }),
        }),
        body: { content: json(removalInput) },
      },
      responses: {
        200: {
          description: "The number of keys removed, and the keys that were not removed.",
          content: json(
            z
              .object({
                removed: shownInteger.describe(
                  "Number of keys removed. Keys that orders have stay, and are not among them.",
                ),
                assigned: z.array(z.string()).describe("Keys that are assigned to an order. They stay."),
                unknown: z.array(z.string()).describe("Keys that the product does not have."),
              })
              .openapi("RemovedKeys", { example: { removed: 1, assigned: [], unknown: [] } }),
          ),
        },
        ...problems(400, 404, 413, 415, 422),
      },
    }),
    async (c) => {
      const { license_keys } = c.req.valid("json");
      const { all } = c.req.valid("query");
      rejectUnclear(all, license_keys);
      const { id, sku } = await pathProduct(c, c.req.valid("param").id);
      const db = changeInSteps(c, sku);
      if (license_keys) return c.json(await removeKeys(db, id, license_keys), 200);
      return c.json({ removed: await removeUnassignedKeys(db, id), assigned: [], unknown: [] }, 200);
    },
  );

/** Throws `invalid` with each wrong line of a text. */
async function keysIn({ license_keys, text }: Omit<z.output<typeof keysInput>, "earlier_orders">): Promise<{
  keys: string[];
  columnNames?: string[];
  repeated?: string[];
}> {
  if (text === undefined) {
    rejectFields([{ field: "license_keys", message: license_keys ? null : "is required unless text is sent" }]);
    return { keys: license_keys ?? [] };
  }
  const both = license_keys === undefined ? null : "must not be sent together with license_keys";
  rejectFields([{ field: "text", message: both }]);
  const found = await readKeys(text);
  const areNames = found.every((one) => "header" in one);
  rejectFields([{ field: "text", message: areNames ? "must contain at least one key" : null }]);
  const keys: string[] = [];
  const columnNames: string[] = [];
  const problems: { field: string; message: string }[] = [];
  for (const one of found) {
    if ("key" in one) keys.push(one.key);
    else if ("header" in one) columnNames.push(`line ${one.line}: ${one.header}`);
    else problems.push({ field: "text", message: `line ${one.line} ${one.problem}` });
  }
  rejectFields(problems);
  const seen = new Set<string>();
  const repeated = keys.filter((key) => seen.size === seen.add(key).size);
  return { keys, columnNames, repeated };
}

function rejectUnclear(all: boolean, keys: string[] | undefined): void {
  const field = "license_keys";
  if (all && keys) {
    throw new DomainError("invalid", "Send either license_keys or all=true, not both.", [
      { field, message: "must not be sent together with all=true" },
    ]);
  }
  rejectFields([{ field, message: all || keys ? null : "is required unless all=true is set" }]);
}
