import { createRoute, z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { DomainError, rejectFields } from "../../errors.ts";
import { writeInstant } from "../../instants.ts";
import { type LicenseKey, listKeys } from "../../licenses/keys.ts";
import { addKeys, licenseKeyProblem, removeKeys, removeUnassignedKeys } from "../../licenses/stock.ts";
import { withCheck } from "../../zod-check.ts";
import { announcesBody } from "../bad-request.ts";
import { boundedList } from "./bounded-list.ts";
import { newRoutes, type V3Env } from "./environment.ts";
import { pageFields, pageQuery, rowsOf, shownInstant } from "./fields.ts";
import { jsonBody } from "./json-body.ts";
import { json } from "./json-content.ts";
import { presentOrderId } from "./present-order.ts";
import { problems } from "./problem.ts";
import { pathProduct, productId } from "./products.ts";
import { boolean, withDefault } from "./values.ts";

const tags = ["License keys"];

/** Keys of one request (docs/license-keys.md, Adding keys). */
const mostKeys = 10_000;

const licenseKeySchema = z
  .object({
    id: z.number().int(),
    key: z.string(),
    product_sku: z.string(),
    order_id: z
      .union([z.number().int(), z.string()])
      .nullable()
      .openapi({ type: ["integer", "string", "null"], description: "Null while the key is not handed out." }),
    order_item_id: z.number().int().nullable(),
    assigned_at: shownInstant.nullable(),
    created_at: shownInstant,
  })
  .openapi("LicenseKey");

const key = withCheck(z.string({ error: "must be text" }).trim(), licenseKeyProblem);

const keys = boundedList(key, {
  most: mostKeys,
  tooMany: `must have at most ${mostKeys} keys`,
  wrong: { error: (issue) => (issue.input === undefined ? "is required" : "must be a list of keys") },
})
  .refine(({ length }) => length > 0, "must have at least one key")
  .openapi({ type: "array", items: { type: "string" }, minItems: 1, maxItems: mostKeys });

const keysInput = z
  .object({ license_keys: keys })
  .openapi("NewLicenseKeys", { example: { license_keys: ["AAAA-BBBB-0001", "AAAA-BBBB-0002"] } });

const removalInput = z
  .object({ license_keys: keys.optional() })
  .openapi("LicenseKeysRemoval", { example: { license_keys: ["AAAA-BBBB-0002"] } });

/** A removal of everything needs no body. */
const optionalBody: MiddlewareHandler<V3Env> = async (c, next) => {
  const { headers } = c.req.raw;
  if (announcesBody(headers) || c.req.query("all") !== "true") return jsonBody(null, "bulk")(c, next);
  // With a content type the framework would read the body that is not there.
  headers.delete("content-type");
  return next();
};

export const licenseKeyRoutes = newRoutes()
  .openapi(
    createRoute({
      method: "get",
      path: "/api/v3/products/{id}/license_keys",
      summary: "List a product's license keys, oldest first",
      tags,
      request: {
        params: productId,
        query: pageQuery.extend({
          status: withDefault(
            z.enum(["assigned", "unassigned", "all"], { error: "must be assigned, unassigned or all" }),
            "all",
          ),
        }),
      },
      responses: {
        200: {
          description: "A page of license keys.",
          content: json(z.object({ license_keys: z.array(licenseKeySchema), ...pageFields })),
        },
        ...problems(404, 422),
      },
    }),
    async (c) => {
      const { status: filter, ...page } = c.req.valid("query");
      const { id } = await pathProduct(c, c.req.valid("param").id);
      const { keys, total } = await listKeys(c.var.services.db.scan, id, { filter, ...rowsOf(page) });
      return c.json({ license_keys: keys.map(presentKey), ...page, total }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/api/v3/products/{id}/license_keys",
      summary: "Add license keys",
      description:
        "Up to 10,000 at once; white space around a key is dropped. Order items that wait for keys get them, oldest first, with an email to each customer. After an answer that did not arrive, send the same keys again: those that were added are then duplicates.",
      tags,
      middleware: [jsonBody(null, "bulk")] as const,
      request: { params: productId, body: { required: true, content: json(keysInput) } },
      responses: {
        200: {
          description: "How many were added, and those that the product had already or that were sent twice.",
          content: json(z.object({ added: z.number().int(), duplicates: z.array(z.string()) }).openapi("AddedKeys")),
        },
        ...problems(400, 404, 413, 415, 422),
      },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const { license_keys } = c.req.valid("json");
      const { id } = await pathProduct(c, c.req.valid("param").id);
      return c.json(await addKeys(services.db, account, id, license_keys, now), 200);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/api/v3/products/{id}/license_keys",
      summary: "Remove license keys that are not handed out",
      description: "Those in the body, or with ?all=true and no body every one that is not handed out.",
      tags,
      middleware: [optionalBody] as const,
      request: {
        params: productId,
        query: z.object({ all: withDefault(boolean, false) }),
        body: { content: json(removalInput) },
      },
      responses: {
        200: {
          description: "How many were removed; and of the keys that were named, those that stay.",
          content: json(
            z
              .object({
                removed: z.number().int(),
                assigned: z.array(z.string()).openapi({ description: "Handed out, and spent for good." }),
                unknown: z.array(z.string()).openapi({ description: "Not among the product's keys." }),
              })
              .openapi("RemovedKeys"),
          ),
        },
        ...problems(400, 404, 413, 415, 422),
      },
    }),
    async (c) => {
      const { db } = c.var.services;
      const { license_keys } = c.req.valid("json");
      const { all } = c.req.valid("query");
      rejectUnclear(all, license_keys);
      const { id } = await pathProduct(c, c.req.valid("param").id);
      if (license_keys) return c.json(await removeKeys(db, id, license_keys), 200);
      return c.json({ removed: await removeUnassignedKeys(db, id), assigned: [], unknown: [] }, 200);
    },
  );

function rejectUnclear(all: boolean, keys: string[] | undefined): void {
  const field = "license_keys";
  if (all && keys) {
    throw new DomainError("invalid", "Name license_keys or ask for all=true, not both.", [
      { field, message: "must be left out with all=true" },
    ]);
  }
  rejectFields([{ field, message: all || keys ? null : "is required, unless all=true is asked for" }]);
}

function presentKey({ id, key, sku, orderId, orderItemId, assignedAt, createdAt }: LicenseKey) {
  return {
    id,
    key,
    product_sku: sku,
    order_id: orderId === null ? null : presentOrderId(orderId),
    order_item_id: orderItemId,
    assigned_at: assignedAt === null ? null : writeInstant(assignedAt),
    created_at: writeInstant(createdAt),
  };
}
