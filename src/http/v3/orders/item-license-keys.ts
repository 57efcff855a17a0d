import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { listKeys, requireKey } from "../../../delivery/licenses/queries.ts";
import { type HandedOut, handOutLicenseKey, replaceLicenseKey } from "../../../delivery/orders/changing/replace-key.ts";
import { requireOrderItem } from "../../../delivery/orders/changing/update-order-item.ts";
import { pageOf } from "../framework/answers.ts";
import { change } from "../framework/change.ts";
import { newRoutes, type V3Env } from "../framework/environment.ts";
import { described, pageQuery, rowNumber, rowsOf, text } from "../framework/fields.ts";
import { noteOrder } from "../framework/idempotency.ts";
import { optionalJsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { boolean, nullish, optional } from "../framework/loose-values.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { licenseKeySchema, newKey, presentKey } from "../products/license-key-schemas.ts";

const tags = ["License keys"];

const orderItemId = rowNumber("order item", "ID of the order item.").openapi({ example: 1 });

const keyAnswer = {
  description: "The key that the order item now has.",
  content: json(
    z.object({
      license_key: described(licenseKeySchema, "The key that the order item now has."),
      email_not_sent: z
        .string()
        .nullable()
        .openapi({ example: null })
        .describe(
          "Why the email does not go to the customer: the address gets no emails (`undeliverable_addresses`). Null if it goes, or if `send_email` is false.",
        ),
    }),
  ),
};

const handOutInput = z
  .object({
    license_key: nullish(newKey).describe(
      "The key to give, from the product's pool or a new one. Null: the oldest key of the pool.",
    ),
    send_email: optional(boolean).describe(
      "Whether to send the delivery email with the key. Default: true. The item gets the key also if the address gets no emails: `email_not_sent` says so.",
    ),
  })
  .openapi("LicenseKeyHandOut", { example: { license_key: "AAAA-BBBB-0003", send_email: true } });

const replacementInput = z
  .object({
    reason: nullish(text(255)).describe("Why it is replaced. Only the store sees it."),
    ...handOutInput.shape,
  })
  .openapi("LicenseKeyReplacement", {
    example: { reason: "Posted in a forum", license_key: "AAAA-BBBB-0004", send_email: true },
  });

const nameOf = ({ order }: HandedOut) => order.publicId;

/** The answer to a change that gave the item this key. */
async function given(c: Context<V3Env>, { order, keyId, notSent }: HandedOut) {
  noteOrder(c, order.id);
  return { license_key: presentKey(await requireKey(c.var.services.db.read, keyId)), email_not_sent: notSent };
}

export const itemLicenseKeyRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/order_items/{id}/license_keys",
      role: "read_only",
      scope: "license_keys:manage",
      examples: { parameters: { id: 1 } },
      summary: "List an order item's license keys",
      description: "The keys that the item has, and those that were replaced, which `replaced_at` marks.",
      tags,
      request: { params: z.object({ id: orderItemId }), query: pageQuery },
      responses: { 200: pageOf("license_keys", licenseKeySchema, "license keys"), ...problems(404, 422) },
    }),
    async (c) => {
      const { services, account } = c.var;
      const page = c.req.valid("query");
      const { id } = await requireOrderItem(services.db.read, account.id, c.req.valid("param").id);
      const { keys, total } = await listKeys(services.db.scan, { orderItemId: id }, { filter: "all", ...rowsOf(page) });
      return c.json({ license_keys: keys.map(presentKey), ...page, total }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/order_items/{id}/license_keys",
      role: "staff",
      scope: "license_keys:manage",
      activity: { kind: "order.key_handed_out", subject: "order" },
      examples: { parameters: { id: 1 }, answer: { id: 3, key: "AAAA-BBBB-0003" } },
      summary: "Hand out a license key",
      description:
        "Gives the item a key for a unit that has none, such as one of an order from before the product's first key. Returns 409 if every unit has a key, the pool has none, another order has the key, or the order is a test, on hold or revoked.",
      tags,
      middleware: [optionalJsonBody("license_key")] as const,
      request: { params: z.object({ id: orderItemId }), body: { content: json(handOutInput) } },
      responses: { 200: keyAnswer, ...problems(400, 404, 409, 413, 415, 422) },
    }),
    async (c) => {
      const { account, now } = c.var;
      const { id: itemId } = c.req.valid("param");
      const { license_key, send_email } = c.req.valid("json");
      const input = { itemId, key: license_key ?? null, sendEmail: send_email ?? true };
      return c.json(await given(c, await change(c, (tx) => handOutLicenseKey(tx, account, input, now), nameOf)), 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/order_items/{id}/license_keys/{key_id}/replace",
      role: "staff",
      scope: "license_keys:manage",
      activity: { kind: "order.key_replaced", subject: "order" },
      examples: { parameters: { id: 1, key_id: 1 }, answer: { id: 4, key: "AAAA-BBBB-0004" } },
      summary: "Replace a license key",
      description:
        "Gives the item another key in the place of this one. The old key is spent: customers no longer see it, programs that ask are answered `revoked`, and its devices do not move to the new key. Returns 409 if the key was replaced before, the pool has none, another order has the new key, or the order is a test, on hold or revoked.",
      tags,
      middleware: [optionalJsonBody("license_key")] as const,
      request: {
        params: z.object({
          id: orderItemId,
          key_id: rowNumber("license key", "ID of the license key to replace.").openapi({ example: 1 }),
        }),
        body: { content: json(replacementInput) },
      },
      responses: { 200: keyAnswer, ...problems(400, 404, 409, 413, 415, 422) },
    }),
    async (c) => {
      const { account, now } = c.var;
      const { id: itemId, key_id: keyId } = c.req.valid("param");
      const { reason, license_key, send_email } = c.req.valid("json");
      const input = { itemId, keyId, reason: reason ?? "", key: license_key ?? null, sendEmail: send_email ?? true };
      return c.json(await given(c, await change(c, (tx) => replaceLicenseKey(tx, account, input, now), nameOf)), 200);
    },
  );
