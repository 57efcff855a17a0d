import { beforeAll, describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { type Store, until } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("gifts on $name", ({ makeStore }) => {
  let store: Store;
  beforeAll(async () => {
    store = await makeStore();
    await addItem(store, "MAP");
  });

  const give = async (fields: object) => {
    const order = { email: "bob@buys.example", first_name: "Bob", send_email: false, order_items: [{ sku: "MAP" }] };
    const { status, body } = await v3(store, "POST", "orders", { ...order, ...fields });
    expect(status).toBe(201);
    return body.order.id as number;
  };
  const get = async (path: string) => (await v3(store, "GET", path)).body;
  const idsOf = async (query: string) => (await get(`orders?${query}`)).orders.map(({ id }: { id: number }) => id);
  const named = (q: string) => idsOf(`q=${encodeURIComponent(q)}`);

  test("are found by the beginning of the recipient's address and name, as long as they are theirs", async () => {
    const id = await give({ recipient_email: "Zoë@Gets.example", recipient_name: "Zoë  ŠKODA" });
    for (const q of ["zoë@gets", "ZOË@GETS.EXAMPLE", "zoë šk", "bob@buys"])
      expect([q, await named(q)]).toEqual([q, [id]]);
    expect(await named("škoda")).toEqual([]);
    await v3(store, "PUT", `orders/${id}`, { recipient_email: "yan@gets.example", recipient_name: "Yan" });
    expect(await named("zoë")).toEqual([]);
    expect(await named("yan@")).toEqual([id]);
    expect(await named("yan")).toEqual([id]);
    await v3(store, "PUT", `orders/${id}`, { recipient_email: null });
    expect(await named("yan")).toEqual([]);
  });

  test("are listed, and exported, by the recipient's whole address in any spelling", async () => {
    const one = await give({ recipient_email: "Ida@Bücher.example" });
    const other = await give({ recipient_email: "ida@xn--bcher-kva.example" });
    await give({ recipient_email: "nida@bücher.example" });
    const own = await give({ email: "ida@bücher.example" });
    const address = encodeURIComponent("IDA@bücher.example");
    expect(await idsOf(`recipient_email=${address}`)).toEqual([other, one]);
    expect(await idsOf(`recipient_email=${address}&email=${address}`)).toEqual([]);
    expect(await idsOf(`email=${address}`)).toEqual([own]);
    const exported = await (await store.api(`/api/v3/exports/orders.csv?recipient_email=${address}`)).text();
    expect(exported.trim().split("\r\n")).toHaveLength(3);
  });

  test("are found by words inside the recipient's name and address, and their buyer is not taken for the recipient", async () => {
    const id = await give({
      email: "eve@buys.example",
      recipient_email: "max@inside.example",
      recipient_name: "Max Lüders",
    });
    const search = async (q: string) => (await get(`search?q=${encodeURIComponent(q)}`)).results;
    await until("the index has it", async () => (await search("ax@insi")).length === 2);
    for (const q of ["uders", "nside max", "inside"]) {
      expect(await search(q)).toMatchObject([
        { type: "order", id, subtitle: "Bob, eve@buys.example, gift for Max Lüders" },
        { type: "customer", id: "max@inside.example", title: "Max Lüders", subtitle: "max@inside.example, only gifts" },
      ]);
    }
    expect((await search("eve@buys")).map((one: { id: number | string }) => one.id)).toEqual([id, "eve@buys.example"]);
    await v3(store, "DELETE", "customers/max@inside.example");
    await until("the index has forgotten it", async () => (await search("inside")).length === 0);
    expect(await named("max")).toEqual([]);
  });
});
