import { beforeAll, describe, expect, test } from "bun:test";
import { liveOrders } from "../../../src/delivery/orders/live-rows.ts";
import { columnsOf } from "../../../src/delivery/orders/order-columns.ts";
import { instant } from "../../../src/platform/instants.ts";
import { foldText } from "../../../src/platform/text.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { until } from "../../support/service.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("names on $name", ({ makeStore }) => {
  let store: SharedStore;

  beforeAll(async () => {
    store = await makeStore();
    await addItem(store, "MAP");
  });

  const send = async (fields: object): Promise<number> => {
    const body = { email: "reader@example.com", send_email: false, order_items: [{ sku: "MAP" }], ...fields };
    return (await v3(store, "POST", "orders", body)).body.order.id;
  };
  const get = async (path: string, q: string) => (await v3(store, "GET", `${path}${encodeURIComponent(q)}`)).body;
  const found = async (q: string): Promise<number[]> =>
    (await get("orders?q=", q)).orders.map(({ id }: { id: number }) => id);

  test.each([
    [{ first_name: "Jiří", last_name: "Novák" }, ["novak", "Novák", "NOVÁK", "novák jiri", "Jiri Nov", "Novak, Jiří"]],
    [{ first_name: "Ana", last_name: "Garcia" }, ["garcia", "García", "garcía ana"]],
    [{ first_name: "Łucja", last_name: "Ørsted" }, ["lucja", "orsted", "Łucja Ø"]],
    [{ first_name: "Pat", last_name: "O'Brien" }, ["obrien", "o'brien", "o’brien", "OʼBrien", "o`brien", "o´brien p"]],
    [{ first_name: "Zoe", last_name: "D’Amico" }, ["damico", "d'amico", "d’amico", "zoe dam"]],
  ])("of customers are found without accents and apostrophes, and with them: %j", async (name, queries) => {
    const id = await send({ ...name, email: `${foldText(name.first_name)}@example.com` });
    for (const q of queries) {
      expect([q, await found(q), (await get("orders?q=", q)).total]).toEqual([q, [id], 1]);
      const csv = await (await store.api(`/api/v3/exports/orders.csv?q=${encodeURIComponent(q)}`)).text();
      expect([q, csv.trim().split("\r\n").length - 1]).toEqual([q, 1]);
    }
    for (const path of ["customers?q=", "search?q="]) {
      for (const q of queries) {
        await until(`${path}${q} finds them`, async () => {
          const { customers, results } = await get(path, q);
          return (customers ?? results).length >= 1;
        });
      }
    }
  });

  test("of recipients are found so too, and a changed name at once", async () => {
    const id = await send({ recipient_email: "gift@example.com", recipient_name: "Séamus O’Neill" });
    for (const q of ["seamus oneill", "Séamus O'N"]) expect([q, await found(q)]).toEqual([q, [id]]);
    await v3(store, "PUT", `orders/${id}`, { recipient_name: "Åsa Strøm" });
    expect(await found("asa strom")).toEqual([id]);
    expect(await found("seamus")).toEqual([]);
  });

  test("of apostrophes and accents alone find nothing", async () => {
    for (const q of ["'", "’", "´", " ’ ' "]) {
      expect([q, await found(q)]).toEqual([q, []]);
      expect([q, (await get("customers?q=", q)).customers]).toEqual([q, []]);
      expect([q, (await get("search?q=", q)).results]).toEqual([q, []]);
    }
  });

  test("of orders from an earlier version are found as they are written, and without accents once all are compared", async () => {
    const name = { first_name: "Márta", last_name: "O'Kovács" };
    const id = await send({ ...name, recipient_email: "old@example.com", recipient_name: "Ödön" });
    await store.db.write((tx) =>
      tx
        .updateTable("orders")
        .set(
          columnsOf({
            nameSearch: foldText(`${name.first_name} ${name.last_name}`),
            surnameSearch: foldText(`${name.last_name} ${name.first_name}`),
            recipientNameSearch: foldText("Ödön"),
          }),
        )
        .where("account_id", "=", store.accountId)
        .where("public_id", "=", String(id))
        .execute(),
    );
    for (const q of ["MÁRTA", "o'kovács", "ödön"]) expect([q, await found(q)]).toEqual([q, [id]]);
    const before = await rowOf(id);
    await store.db.write((tx) =>
      tx
        .updateTable("order_index_progress")
        .set({ due_at: instant(0), reached: null })
        .where("id", "=", 1)
        .execute(),
    );
    await until("all are compared", async () => (await found("marta")).length === 1);
    for (const q of ["MÁRTA", "o'kovács", "okovacs", "o’kov", "ödön", "odon"]) {
      expect([q, await found(q)]).toEqual([q, [id]]);
    }
    const searched = { name_search: "marta okovacs", surname_search: "okovacs marta", recipient_name_search: "odon" };
    expect(await rowOf(id)).toEqual({ ...before, ...searched });
  });

  const rowOf = (id: number) =>
    liveOrders(store.db.read)
      .selectAll()
      .where("account_id", "=", store.accountId)
      .where("public_id", "=", String(id))
      .executeTakeFirstOrThrow();
});
