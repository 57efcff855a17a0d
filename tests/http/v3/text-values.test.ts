import { beforeAll, describe, expect, test } from "bun:test";
import type { z } from "@hono/zod-openapi";
import fc from "fast-check";
import { fieldErrors } from "../../../src/http/problem.ts";
import type { V3Services } from "../../../src/http/v3/framework/environment.ts";
import { inputTypes } from "../../../src/http/v3/framework/input-values.ts";
import {
  componentName,
  operationsOf,
  resolveSchema,
  type Schema,
} from "../../../src/http/v3/framework/openapi-types.ts";
import { v3Document, v3Routes } from "../../../src/http/v3/interface.ts";
import { orderItemInput } from "../../../src/http/v3/orders/order-item-schemas.ts";
import { anyDatabase } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const document = v3Document();

/** The type of a number or a boolean in a request; undefined for every other field. */
function typeOf({ $ref, anyOf = [], items }: Schema): string | undefined {
  const reference = $ref ?? anyOf.find((choice) => choice.$ref)?.$ref ?? items?.$ref;
  return reference && inputTypes.get(componentName(reference));
}

/** What checks each body that a request can have, with those of its fields that are numbers or booleans. */
function bodies() {
  const routes = v3Routes({} as V3Services).openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === "route" ? [definition.route] : [],
  );
  const found = operationsOf(document).map((operation) => {
    const described = operation.requestBody?.content["application/json"]?.schema;
    const route = routes.find(
      ({ method, path }) => method.toUpperCase() === operation.method && path === operation.path,
    );
    const media = route?.request?.body?.content["application/json"] as { schema?: z.ZodType } | undefined;
    return { body: `${operation.method} ${operation.path}`, described, schema: media?.schema };
  });
  const line = {
    body: "order_items",
    described: { $ref: "#/components/schemas/NewOrderItem" },
    schema: orderItemInput,
  };
  return [...found, line].flatMap(({ body, described, schema }) => {
    if (!described || !schema) return [];
    const { properties = {}, example = {} } = resolveSchema(document, described);
    return Object.entries(properties).flatMap(([field, its]) => {
      const type = typeOf(its);
      return type ? [{ body, field, type, isList: its.items !== undefined, schema, example: example as object }] : [];
    });
  });
}

const decimal = fc.tuple(fc.integer({ min: 0, max: 2_000_000_000 }), fc.integer({ min: 0, max: 999_999 }));
const natives: Record<string, fc.Arbitrary<number | boolean>> = {
  integer: fc.oneof(fc.integer(), fc.integer({ min: 0, max: 20 }), fc.maxSafeInteger()),
  number: fc.oneof(
    decimal.map(([whole, part]) => Number(`${whole}.${part}`)),
    fc.integer(),
  ),
  boolean: fc.boolean(),
};
const space = fc.constantFrom("", " ", "\t", "\n ");
const fields = bodies();

describe("a number or a boolean in a request", () => {
  test("is documented as one of three kinds, in every body that has one", () => {
    const names = fields.map(({ body, field }) => `${body} ${field}`);
    for (const known of [
      "PUT /api/v3/orders/{id} send_email",
      "order_items item_id",
      "order_items quantity",
      "order_items price",
      "PUT /api/v3/account order_expiration",
      "POST /api/v3/products item_assets",
      "PUT /api/v3/products/{id} permalink_enabled",
      "PUT /api/v3/products/{id}/files/{file_id} position",
    ]) {
      expect(names).toContain(known);
    }
  });

  const read = async ({ schema, example, isList }: (typeof fields)[number], field: string, value: unknown) => {
    const { success, data, error } = await schema.safeParseAsync({ ...example, [field]: isList ? [value] : value });
    return success ? { data } : { errors: fieldErrors(error) };
  };

  test.each(fields.map((field) => [field.body, field.field, field] as const))(
    "%s %s means the same as its text",
    async (_body, name, field) => {
      const native = natives[field.type];
      if (!native) throw new Error(`There are no values of the type ${field.type}.`);
      await fc.assert(
        fc.asyncProperty(native, space, space, async (value, before, after) => {
          expect(await read(field, name, `${before}${value}${after}`)).toEqual(await read(field, name, value));
        }),
        // A number of which only some are allowed.
        { examples: field.type === "integer" ? [[587, " ", ""]] : [] },
      );
    },
  );

  test.each(fields.map((field) => [field.body, field.field, field] as const))(
    "%s %s is absent as an empty text, and refused by its name as any other",
    async (_body, name, field) => {
      const { [name]: _absent, ...others } = field.example as Record<string, unknown>;
      const absent = field.isList ? { ...others, [name]: [] } : others;
      const { success, data, error } = await field.schema.safeParseAsync(absent);
      const expected = success ? { data } : { errors: fieldErrors(error) };
      for (const empty of ["", " "]) expect(await read({ ...field, example: others }, name, empty)).toEqual(expected);
      for (const odd of ["1e3", "0x10", "15abc", "NaN", "Infinity", "1 5", "١٥", "1,5", "-", "yes", "null", [], {}]) {
        const place = field.isList ? `${name}[0]` : name;
        const { errors = [] } = await read(field, name, odd);
        expect(errors.filter((error) => error.field === place)).toHaveLength(1);
      }
    },
  );
});

describe.each(anyDatabase)("values as text on $name", ({ makeStore }) => {
  let service: Store;
  let productId: number;

  beforeAll(async () => {
    service = await makeStore();
    await addItem(service, "A");
    productId = (await v3(service, "GET", "skuproducts/A")).body.product.id;
  });

  /** As the published plugins for shops send an order: every field as text, unset ones as an empty text. */
  const unset = {
    first_name: "",
    last_name: "",
    currency: "",
    custom_1: "",
    expiration_date: "",
    download_limit: "",
    vendor_id: "",
    custom_order_id: "",
    send_email: "",
  };
  const unsetLine = { item_sku: "", sku: "", quantity: "", price: "", downloads_remaining: "", custom_1: "" };

  test("an order whose lines name products by the text of their ids holds them", async () => {
    const order = {
      ...unset,
      vendor_id: "71",
      email: "plugin@example.com",
      download_limit: "7",
      send_email: "false",
      order_items: [{ ...unsetLine, item_id: String(productId), quantity: "2", price: "9.99" }],
    };
    const { status, body } = await v3(service, "POST", "orders", { order });
    expect(status).toBe(201);
    expect(body.order).toMatchObject({
      vendor_id: "71",
      first_name: null,
      custom_1: null,
      download_limit: 7,
      total: 19.98,
      email_status: null,
      order_items: [{ item_id: productId, quantity: 2, price: 9.99, downloads_remaining: 7, custom_1: null }],
    });
  });

  test("a boolean is taken as 1 and 0 too, as a number and as text", async () => {
    for (const [send_email, count] of [
      [1, 1],
      ["1", 1],
      [true, 1],
      [0, 0],
      ["0", 0],
      [false, 0],
    ] as const) {
      const order = { email: "bit@example.com", send_email, order_items: [{ sku: "A" }] };
      const { status, body } = await v3(service, "POST", "orders", order);
      expect([send_email, status]).toEqual([send_email, 201]);
      expect((await v3(service, "GET", `emails?order_id=${body.order.id}`)).body.total).toBe(count);
    }
    for (const send_email of [2, -1, 0.5, [], {}]) {
      const answer = await v3(service, "POST", "orders", { email: "bit@example.com", send_email });
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: "send_email" }] } });
    }
  });

  test("a new order takes its defaults for what is empty", async () => {
    const made = await v3(service, "POST", "orders", {
      ...unset,
      email: "default@example.com",
      order_items: [{ ...unsetLine, sku: "A" }],
    });
    const { vendor_id, download_limit, expiration_date, email_status, order_items } = made.body.order;
    expect({ vendor_id, download_limit }).toEqual({ vendor_id: null, download_limit: 5 });
    expect(Date.parse(expiration_date)).toBeGreaterThan(Date.now());
    expect(email_status).not.toBeNull();
    expect(order_items).toMatchObject([{ quantity: 1, price: null, downloads_remaining: 5 }]);
  });

  test("a change leaves what is empty as it is, and clears texts", async () => {
    const sent = {
      vendor_id: "KEPT",
      email: "kept@example.com",
      first_name: "Ann",
      custom_1: "gift",
      currency: "EUR",
      download_limit: 3,
      expiration_date: "2040-01-01T00:00:00+00:00",
      send_email: false,
      order_items: [{ sku: "A", quantity: 2, price: 4.5, downloads_remaining: 1 }],
    };
    const { order } = (await v3(service, "POST", "orders", sent)).body;
    const line = { ...unsetLine, item_id: String(productId) };
    const changed = await v3(service, "PUT", `orders/${order.id}`, { ...unset, order_items: [line] });
    expect(changed).toMatchObject({ status: 200, body: { order: { ...order, first_name: null, custom_1: null } } });
  });

  test("settings, products and their files take text", async () => {
    const settings = { order_expiration: "48", download_limit: "", self_service_renewals: "2", custom_domain: "" };
    expect((await v3(service, "PUT", "account", settings)).body.account).toMatchObject({
      order_expiration_in_hours: 48,
      download_limit_per_item: 5,
      self_service_renewals: 2,
      custom_domain: null,
    });
    const before = (await v3(service, "GET", `products/${productId}`)).body.product;
    const files = before.files.map(({ id }: { id: number }) => String(id));
    const change = { price: "9.99", currency: "", permalink_enabled: "false", item_assets: files };
    const { product } = (await v3(service, "PUT", `products/${productId}`, change)).body;
    expect(product).toMatchObject({
      price: 9.99,
      permalink_enabled: false,
      currency: before.currency,
      files: [{ id: Number(files[0]) }],
    });
    const empty = { price: "", permalink_enabled: "", item_assets: "" };
    expect((await v3(service, "PUT", `products/${productId}`, empty)).body.product).toEqual(product);
    const moved = await v3(service, "PUT", `products/${productId}/files/${files[0]}`, { position: "1" });
    expect(moved.status).toBe(200);
  });

  test("parameters of addresses that are empty count as absent", async () => {
    const { status, body } = await v3(service, "GET", "orders?page=&page_size=&status=&waiting_for_keys=");
    expect(status).toBe(200);
    expect(body).toMatchObject({ page: 1, page_size: 50 });
    expect((await v3(service, "GET", "stats?from=&to=")).status).toBe(200);
    expect(await v3(service, "GET", "orders?page=1e1&page_size=0x10")).toMatchObject({
      status: 422,
      body: { errors: [{ field: "page" }, { field: "page_size" }] },
    });
  });
});
