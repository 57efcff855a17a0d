import { expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { until } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

test.each(databasesUnderTest)(
  "on $name, emails and files are found by words inside, without accents",
  async ({ makeStore }) => {
    const store = await makeStore();
    const found = async (path: string, q: string) => {
      const { status, body } = await v3(store, "GET", `${path}?q=${encodeURIComponent(q)}`);
      expect(status).toBe(200);
      return body[path].map((row: { id: number; filename?: string }) => row.filename ?? row.id);
    };
    await addItem(store, "SAMPLER", { "Hedgerow Herbárium.pdf": "leaves", "notes.txt": "notes" });
    const send = async (fields: object) => {
      const order_items = [{ item_sku: "SAMPLER" }];
      const { body } = await v3(store, "POST", "orders", { order_items, send_email: true, ...fields });
      return body.order.id as number;
    };
    const ann = await send({
      email: "ann.mueller@example.com",
      first_name: "Ann",
      last_name: "Müllér",
      vendor_id: "SHOP-77",
    });
    const bob = await send({ email: "bob@shop-77.example", first_name: "Bob", last_name: "Lee" });
    const emailsOf = async (q: string) => {
      const { body } = await v3(store, "GET", `emails?q=${encodeURIComponent(q)}`);
      return body.emails.map(({ order_id }: { order_id: number }) => order_id);
    };
    await until("the index has them", async () => (await emailsOf("xample")).length === 2);

    expect(await emailsOf("uller")).toEqual([ann]);
    expect(await emailsOf("77.exam")).toEqual([bob]);
    expect(await emailsOf("xy")).toEqual([]);
    expect(await found("files", "herb")).toEqual(["Hedgerow Herbárium.pdf"]);
    expect(await found("files", "rium hedge")).toEqual(["Hedgerow Herbárium.pdf"]);
    expect(await found("files", "row notes")).toEqual([]);
    expect(await found("files", "er")).toEqual([]);
  },
);
