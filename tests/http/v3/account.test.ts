import { beforeAll, describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(anyDatabase)("v3 account on $name", ({ makeStore }) => {
  let service: Store;
  const send = (body: unknown, headers?: Record<string, string>) => v3(service, "POST", "orders", body, headers);

  beforeAll(async () => {
    service = await makeStore();
    for (const sku of ["A", "a", "B C"]) await addItem(service, sku);
  });

  test("settings of the account are read, changed and used", async () => {
    const { body } = await v3(service, "GET", "account");
    expect(body.account).toMatchObject({
      order_expiration: 240,
      download_limit: 5,
      plan: "unlimited",
      api_access: true,
      currency: "USD",
    });
    expect(body.account.api_token).toBe(service.credentials.token);
    const changed = await v3(service, "PUT", "account", {
      order_expiration: null,
      download_limit_per_item: 1,
      currency: "eur",
    });
    expect(changed.body.account).toMatchObject({ order_expiration_in_hours: null, download_limit: 1, currency: "EUR" });
    const order = (await send({ email: "eur@example.com", order_items: [{ sku: "A" }] })).body.order;
    expect(order).toMatchObject({ expiration_date: null, download_limit: 1, currency: "EUR" });
    expect(
      (await v3(service, "PUT", "account", { name: "", email: "x", download_limit: -1 })).body.errors,
    ).toHaveLength(3);
  });

  test("without credentials, or with a wrong token, everything is 401", async () => {
    for (const as of [null, { ...service.credentials, token: "wrong-token" }]) {
      const response = await service.api("/api/v3/orders", { as });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toStartWith("Basic ");
      expect(await response.json()).toMatchObject({ status: 401 });
    }
  });

  test("texts that are empty are null, and null empties them", async () => {
    const names = ["billing_email", "ecommerce_address", "payment_address", "sender_name", "reply_to"];
    const change = async (value: string | null) =>
      (await v3(service, "PUT", "account", Object.fromEntries(names.map((name) => [name, value])))).body.account;
    const shown = (account: Record<string, unknown>) => names.map((name) => account[name]);
    expect(shown(await change("ann@example.com"))).toEqual(names.map(() => "ann@example.com"));
    for (const value of [null, ""]) {
      expect(shown(await change("ann@example.com"))).toEqual(names.map(() => "ann@example.com"));
      expect(shown(await change(value))).toEqual(names.map(() => null));
    }
    expect(shown((await v3(service, "GET", "account")).body.account)).toEqual(names.map(() => null));
  });
});
