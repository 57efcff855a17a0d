import { describe, expect, test } from "bun:test";
import { stringify } from "csv-stringify/sync";
import { exportCsv, importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct, readProduct, send, wrongFields } from "../../support/products.ts";

const fileOf = (rows: Record<string, string>[]) => stringify(rows, { header: true });

describe.each(databasesUnderTest)("on $name, the ids by which programs know a product", async ({ makeStore }) => {
  const store = await makeStore();
  const idsOf = async (id: number) => (await readProduct(store, id)).program_ids;

  test("are listed in the owner's order, once each, and change only when they are sent", async () => {
    const { id, program_ids } = await makeProduct(store, { program_ids: [" 4711 ", "My plugin", "4711"] });
    expect(program_ids).toEqual(["4711", "My plugin"]);
    for (const change of [{ name: "Other" }, { program_ids: null }]) {
      expect((await send(store, "PUT", `products/${id}`, change)).status).toBe(200);
      expect(await idsOf(id)).toEqual(["4711", "My plugin"]);
    }
    await send(store, "PUT", `products/${id}`, { program_ids: ["My plugin", "4712"] });
    expect(await idsOf(id)).toEqual(["My plugin", "4712"]);
    await send(store, "PUT", `products/${id}`, { program_ids: [] });
    expect(await idsOf(id)).toEqual([]);
  });

  test("belong to one product of the store, also when two want one at once", async () => {
    const [one, two] = [await makeProduct(store, { program_ids: ["own"] }), await makeProduct(store)];
    const taken = await send(store, "PUT", `products/${two.id}`, { name: "No", program_ids: ["free", "own"] });
    expect([taken.status, wrongFields(taken)]).toEqual([422, ["program_ids"]]);
    expect(await readProduct(store, two.id)).toMatchObject({ name: two.name, program_ids: [] });
    const refused = await send(store, "POST", "products", { sku: "T-1", name: "T", program_ids: ["own"] });
    expect(refused.status).toBe(422);
    expect((await send(store, "GET", "skuproducts/T-1")).status).toBe(404);
    expect((await makeProduct(await makeStore(), { program_ids: ["own"] })).program_ids).toEqual(["own"]);
    const wanted = await Promise.all(
      [one, two].map(({ id }) => send(store, "PUT", `products/${id}`, { program_ids: ["contested"] })),
    );
    expect(wanted.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    await send(store, "DELETE", `products/${one.id}`);
    await send(store, "DELETE", `products/${two.id}`);
    expect((await makeProduct(store, { program_ids: ["contested"] })).program_ids).toEqual(["contested"]);
  });

  test("are refused when they are none", async () => {
    const { id } = await makeProduct(store, { program_ids: ["kept"] });
    const many = Array.from({ length: 21 }, (_, index) => `many-${index}`);
    for (const program_ids of ["x", [7], [""], ["a\u0000"], ["a".repeat(256)], many]) {
      const { status, body } = await send<{ errors: { field: string }[] }>(store, "PUT", `products/${id}`, {
        program_ids,
      });
      expect([status, body.errors[0]?.field.replace(/\[.*/, "")]).toEqual([422, "program_ids"]);
    }
    expect(await idsOf(id)).toEqual(["kept"]);
  });

  test("go into a CSV file and come back", async () => {
    const own = await makeStore();
    const { id } = await makeProduct(own, { sku: "CSV-1", program_ids: ["11", "A; b\\c"] });
    await makeProduct(own, { sku: "CSV-2", program_ids: ["22"] });
    const { rows } = await exportCsv(own, "products.csv");
    const change = async (list: Record<string, string>[]) =>
      (await importCsv(own, "products", fileOf(list))).body.import;
    const moved = await importCsv(await makeStore(), "products", fileOf(rows));
    expect(moved.body.import).toMatchObject({ accepted: 2, refused: [] });
    expect((await change(rows)).refused).toEqual([]);
    expect(await idsOfSku("CSV-1")).toEqual(["11", "A; b\\c"]);
    const edited = rows.map((row) => (row.sku === "CSV-1" ? { ...row, program_ids: "33" } : row));
    await change(edited);
    expect(await idsOfSku("CSV-1")).toEqual(["33"]);
    const stolen = await change(rows.map((row) => (row.sku === "CSV-1" ? { ...row, program_ids: "22" } : row)));
    expect(stolen.refused).toMatchObject([{ field: "program_ids" }]);
    const fresh = ["CSV-3", "CSV-4"].map((sku) => ({ sku, name: sku, program_ids: "44" }));
    expect((await change(fresh)).refused).toMatchObject([{ row: 3, field: "program_ids" }]);
    expect((await readProduct(own, id)).program_ids).toEqual(["33"]);

    async function idsOfSku(sku: string) {
      return (await send<{ product: { program_ids: string[] } }>(own, "GET", `skuproducts/${sku}`)).body.product
        .program_ids;
    }
  });
});
