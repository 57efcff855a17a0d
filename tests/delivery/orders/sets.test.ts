import { beforeAll, describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { addKeys, keysNamed } from "../../support/keys.ts";
import type { Store } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("orders that arrive together on $name", ({ makeStore }) => {
  let service: Store;
  beforeAll(async () => {
    service = await makeStore();
    for (const sku of ["MAP", "KEY"]) await addItem(service, sku);
    const { id } = (await v3(service, "GET", "skuproducts/KEY")).body.product;
    await addKeys(service, id, keysNamed("KEY", 30));
  });

  const email = "ann@example.com";
  const send = (fields: object) => v3(service, "POST", "orders", { email, order_items: [{ sku: "MAP" }], ...fields });
  const xml = (sku: string) =>
    service.api("/api/orders/create", {
      method: "POST",
      body: new URLSearchParams({ "order[email]": email, "order[order_items][][sku]": sku }),
    });
  const totals = async () => {
    const { orders, emails } = (await v3(service, "GET", "stats")).body.stats.totals;
    return { orders, emails, listed: (await v3(service, "GET", "orders?page_size=1")).body.total };
  };
  const numbersOf = (answers: { body: { order: { id: number } } }[]) =>
    answers.map(({ body }) => Number(body.order.id));

  test("are each answered on their own: what is refused changes nothing and harms no other", async () => {
    const before = await totals();
    const [right, wrong, unknown, wellKnown] = await Promise.all([
      Promise.all(Array.from({ length: 25 }, (_, n) => send({ first_name: `Ann ${n}`, custom_1: `“${n}”` }))),
      Promise.all(Array.from({ length: 10 }, () => send({ email: "nobody" }))),
      Promise.all(Array.from({ length: 10 }, () => xml("UNKNOWN"))),
      Promise.all(Array.from({ length: 10 }, () => xml("MAP"))),
    ]);
    expect(right.map(({ status }) => status)).toEqual(right.map(() => 201));
    expect(right.map(({ body }) => body.order.first_name)).toEqual(right.map((_, n) => `Ann ${n}`));
    expect(wrong.map(({ status }) => status)).toEqual(wrong.map(() => 422));
    expect(unknown.map(({ status }) => status)).toEqual(unknown.map(() => 422));
    expect(wellKnown.map(({ status }) => status)).toEqual(wellKnown.map(() => 201));
    const after = await totals();
    expect(after.orders - before.orders).toBe(35);
    expect(after.listed - before.listed).toBe(35);
    for (const { body } of right) {
      expect((await v3(service, "GET", `orders/${body.order.id}`)).body.order).toEqual({
        ...body.order,
        email_status: expect.any(String),
        state: expect.any(String),
      });
    }
  });

  test("have numbers of their own without a gap, whatever is refused between them", async () => {
    const [before] = numbersOf([await send({})]);
    const numbered = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 4 === 0 ? send({ email: "nobody" }) : send({}))),
    );
    const made = numbersOf(numbered.filter(({ status }) => status === 201));
    const [after] = numbersOf([await send({})]);
    expect(made.toSorted((one, other) => one - other)).toEqual(made.map((_, n) => Number(before) + 1 + n));
    expect(Number(after)).toBe(Number(before) + 31);
  });

  test("with the same ID of the store's are one order", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => send({ vendor_id: `TWICE-${n % 4}` })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 409));
    expect(refused.map(({ body }) => body.errors[0].field)).toEqual(refused.map(() => "vendor_id"));
    expect((await v3(service, "GET", "orders?q=TWICE-1")).body.total).toBe(1);
  });

  test("pass over a number that the store has given to an order itself", async () => {
    const [last] = numbersOf([await send({})]);
    const given = await service.api("/api/orders/create", {
      method: "POST",
      body: new URLSearchParams({
        "order[id]": String(Number(last) + 3),
        "order[email]": email,
        "order[order_items][][sku]": "MAP",
      }),
    });
    expect(given.status).toBe(201);
    const numbers = numbersOf(await Promise.all(Array.from({ length: 6 }, () => send({}))));
    const next = [1, 2, 4, 5, 6, 7].map((step) => Number(last) + step);
    expect(numbers.toSorted((one, other) => one - other)).toEqual(next);
  });

  test("get a license key for each unit, each key once, the first orders first", async () => {
    const quantities = Array.from({ length: 12 }, (_, n) => 1 + (n % 4));
    const { results } = (
      await v3(service, "POST", "orders/bulk", {
        orders: [
          ...quantities.map((quantity) => ({ email, order_items: [{ sku: "KEY", quantity }, { sku: "MAP" }] })),
          { email: "nobody", order_items: [{ sku: "KEY" }] },
          { email, order_items: [{ sku: "KEY", quantity: 3 }] },
        ],
      })
    ).body;
    expect(results.map(({ status }: { status: number }) => status)).toEqual([...quantities.map(() => 201), 422, 201]);
    const items = results.flatMap(
      (result: { order?: { order_items: object[] } }) => result.order?.order_items[0] ?? [],
    );
    const keys = items.flatMap(({ license_keys }: { license_keys: string[] }) => license_keys);
    expect(keys).toEqual(keysNamed("KEY", 30));
    expect(items.at(-1)).toMatchObject({ license_keys: [], license_keys_due: 3 });
    expect(results.at(-1).order.state).toBe("waiting_for_key");
  });
});
