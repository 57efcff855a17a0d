import { describe, expect, test } from "bun:test";
import { stringify } from "csv-stringify/sync";
import { exportCsv, importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct, readProduct, send, wrongFields } from "../../support/products.ts";

const fileOf = (rows: Record<string, string>[]) => stringify(rows, { header: true });

describe.each(databasesUnderTest)("on $name, what a product holds", async ({ makeStore }) => {
  const store = await makeStore();
  const contentsOf = async (id: number) => (await readProduct(store, id)).contents;
  const change = (id: number, contents: unknown) => send(store, "PUT", `products/${id}`, { contents });

  test("is kept in the owner's order, follows a new SKU and name, and changes only when it is sent", async () => {
    const [one, two] = [await makeProduct(store), await makeProduct(store)];
    const { id, contents } = await makeProduct(store, {
      contents: [{ sku: two.sku, quantity: 3 }, { sku: one.sku }],
    });
    const whole = [
      { sku: two.sku, name: two.name, quantity: 3 },
      { sku: one.sku, name: one.name, quantity: 1 },
    ];
    expect(contents).toEqual(whole);
    for (const fields of [{ name: "Other" }, { contents: null }]) {
      expect((await send(store, "PUT", `products/${id}`, fields)).status).toBe(200);
      expect(await contentsOf(id)).toEqual(whole);
    }
    await send(store, "PUT", `products/${two.id}`, { sku: "Renamed 2", name: "Called anew" });
    expect((await contentsOf(id))[0]).toEqual({ sku: "Renamed 2", name: "Called anew", quantity: 3 });
    const { body } = await change(id, [{ sku: one.sku, quantity: 2 }]);
    expect(body.product).toMatchObject({ contents: [{ sku: one.sku, quantity: 2 }] });
    await change(id, []);
    expect(await contentsOf(id)).toEqual([]);
  });

  test("loses a product that is deleted, and keeps one that is archived", async () => {
    const [one, two] = [await makeProduct(store), await makeProduct(store)];
    const { id } = await makeProduct(store, { contents: [{ sku: one.sku }, { sku: two.sku }] });
    await send(store, "PUT", `products/${one.id}`, { archived_at: "2026-01-01T00:00:00Z" });
    expect((await send(store, "DELETE", `products/${two.id}`)).status).toBe(204);
    expect(await contentsOf(id)).toEqual([{ sku: one.sku, name: one.name, quantity: 1 }]);
  });

  test("is one level, also when two products want to hold each other at once", async () => {
    const [inner, other] = [await makeProduct(store), await makeProduct(store)];
    const bundle = await makeProduct(store, { contents: [{ sku: inner.sku }] });
    for (const [id, sku] of [
      [other.id, bundle.sku],
      [inner.id, other.sku],
      [other.id, other.sku],
    ] as const) {
      const refused = await change(id, [{ sku }]);
      expect([refused.status, wrongFields(refused)]).toEqual([422, ["contents"]]);
    }
    const [left, right] = [await makeProduct(store), await makeProduct(store)];
    const both = await Promise.all([change(left.id, [{ sku: right.sku }]), change(right.id, [{ sku: left.sku }])]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  test("is refused when it is none", async () => {
    const { sku, name } = await makeProduct(store);
    const { id } = await makeProduct(store, { contents: [{ sku }] });
    const many = Array.from({ length: 51 }, (_, index) => ({ sku: `many-${index}` }));
    const foreign = await makeProduct(await makeStore(), { sku: "FOREIGN" });
    for (const contents of [
      "x",
      [sku],
      [{}],
      [{ sku: "no such product" }],
      [{ sku: foreign.sku }],
      [{ sku: "a\u0000" }],
      [{ sku, quantity: 0 }],
      [{ sku, quantity: 1001 }],
      [{ sku, quantity: 1.5 }],
      [{ sku }, { sku: `${sku}\u200b` }],
      many,
    ]) {
      const { status, body } = await send<{ errors: { field: string }[] }>(store, "PUT", `products/${id}`, {
        contents,
      });
      expect([status, body.errors[0]?.field.replace(/\[.*/, "")]).toEqual([422, "contents"]);
    }
    expect((await send(store, "POST", "products", { sku: "T-1", name: "T", contents: [{ sku: "no" }] })).status).toBe(
      422,
    );
    expect((await send(store, "GET", "skuproducts/T-1")).status).toBe(404);
    expect(await contentsOf(id)).toEqual([{ sku, name, quantity: 1 }]);
  });

  test("goes into a CSV file and comes back, ahead of what it names too", async () => {
    const own = await makeStore();
    const target = await makeStore();
    for (const sku of ["CSV-1", "CSV; 2:7"]) await makeProduct(own, { sku, name: `Name of ${sku}` });
    const contents = [
      { sku: "CSV-1", name: "Name of CSV-1", quantity: 2 },
      { sku: "CSV; 2:7", name: "Name of CSV; 2:7", quantity: 1 },
    ];
    await makeProduct(own, { sku: "A-BUNDLE", contents });
    const { rows } = await exportCsv(own, "products.csv");
    expect(rows[0]).toMatchObject({ sku: "A-BUNDLE" });
    expect((await importCsv(target, "products", fileOf(rows))).body.import).toMatchObject({ accepted: 3, refused: [] });
    const moved = await send<{ product: { contents: unknown } }>(target, "GET", "skuproducts/A-BUNDLE");
    expect(moved.body.product.contents).toEqual(contents);
    const edited = rows.map((row) => (row.sku === "A-BUNDLE" ? { ...row, contents: "CSV-1" } : row));
    expect((await importCsv(own, "products", fileOf(edited))).body.import).toMatchObject({ refused: [] });
    const changed = await send<{ product: { contents: unknown } }>(own, "GET", "skuproducts/A-BUNDLE");
    expect(changed.body.product.contents).toEqual([{ sku: "CSV-1", name: "Name of CSV-1", quantity: 1 }]);
    const wrong = [
      { sku: "N-1", name: "Unknown", contents: "nothing" },
      { sku: "N-2", name: "Bundle of a bundle", contents: "A-BUNDLE" },
      { sku: "N-3", name: "Itself", contents: "N-3" },
      { sku: "N-4", name: "Twice", contents: "CSV-1; CSV-1:2" },
      { sku: "N-5", name: "Right", contents: "CSV-1" },
      { sku: "N-6", name: "Bundle of a bundle of the file", contents: "N-5" },
    ];
    const report = (await importCsv(own, "products", fileOf(wrong))).body.import;
    const refused = report.refused.map(({ row, field }: { row: number; field: string }) => `${row} ${field}`);
    expect(refused).toEqual([2, 3, 4, 5, 6, 7].map((row) => `${row} contents`));
  });
});
