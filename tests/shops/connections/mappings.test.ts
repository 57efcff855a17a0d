import { describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct } from "../../support/products.ts";
import { connect } from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("mappings of a connection, on $name,", ({ makeStore }) => {
  // More than one statement writes (`slice` in src/shops/connections/mappings.ts).
  const count = 1_200;
  const idOf = (n: number) => `p${String(n).padStart(4, "0")}`;

  test("a list replaces the one before: some change, some are new, some go, and the rest stay", async () => {
    const store = await makeStore();
    for (const sku of ["MAP", "BOOK"]) await makeProduct(store, { sku });
    const shop = await connect(store, { kind: "woocommerce" });
    const other = await connect(store, { kind: "shopify", mappings: [{ external_id: idOf(0), sku: "BOOK" }] });
    const replace = async (mappings: object[]) => {
      const { status, body } = await v3(store, "PUT", `connections/${shop.id}`, { mappings });
      expect(status).toBe(200);
      const { body: read } = await v3(store, "GET", `connections/${shop.id}`);
      expect(read.connection.mappings).toEqual(body.connection.mappings);
      return read.connection.mappings;
    };
    const first = Array.from({ length: count }, (_, n) => ({
      external_id: idOf(n),
      sku: n % 3 === 0 ? null : "MAP",
      name: `Product ${n}`,
    }));
    expect(await replace(first)).toEqual(first);
    expect(await replace(first.toReversed())).toEqual(first);

    // Without the first quarter, with as many new ones, and half of the rest with another product or none.
    const second = Array.from({ length: count }, (_, index) => index + count / 4).map((n) => ({
      external_id: idOf(n),
      sku: n % 4 === 0 ? "BOOK" : n % 4 === 1 ? null : n % 3 === 0 ? null : "MAP",
      name: `Product ${n}`,
    }));
    expect(await replace(second)).toEqual(second);

    const unknown = await v3(store, "PUT", `connections/${shop.id}`, {
      mappings: [
        { external_id: "new", sku: "MAP" },
        { external_id: "newer", sku: "NOWHERE" },
      ],
    });
    expect([unknown.status, unknown.body.errors.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      ["mappings[1].sku"],
    ]);
    // Of two with one ID, the last counts.
    const twice = [
      { external_id: idOf(400), sku: "BOOK" },
      { external_id: idOf(400), sku: "MAP" },
    ];
    const kept = second.filter(({ external_id }) => external_id !== idOf(400));
    expect(await replace([...kept, ...twice])).toEqual(
      second.map((one) => (one.external_id === idOf(400) ? { ...one, sku: "MAP" } : one)),
    );

    expect(await replace([])).toEqual([]);
    expect((await v3(store, "GET", `connections/${other.id}`)).body.connection.mappings).toEqual([
      { external_id: idOf(0), sku: "BOOK", name: "" },
    ]);
  });
});
