import { expect, test } from "bun:test";
import { realpathSync } from "node:fs";
import { join, relative } from "node:path";
import type { Crossings } from "../../scripts/architecture/table-owners.ts";
import { tableViolations } from "../../scripts/architecture/tables.ts";
import { temporaryFolder } from "../support/cleanup.ts";

const root = join(import.meta.dir, "../..");

/** What the rule about tables says to a function of a file with this body. */
const tableMessages = (
  body: string,
  { path = "src/access/people/any.ts", comment = "", listed = [] as Crossings[] } = {},
) => tableViolations([{ path, text: `${comment}\nexport function any(db) {\n${body}\n}` }], { listed });

test("only the folder that owns a table names it, however a statement is written", () => {
  const statements = {
    "reads orders": [
      `return db.selectFrom("orders").selectAll();`,
      `return db.selectFrom(["members", "orders as order"]);`,
      `return db.selectFrom("members").innerJoin("orders as order", (join) => join.onTrue());`,
      `return db.selectFrom("members").leftJoin("orders", "orders.id", "members.id");`,
      `return db.selectFrom("members").where(({ exists, selectFrom }) => exists(selectFrom("orders").select("id")));`,
      `return lockRows(db, "orders").execute();`,
      `return sql.table("orders");`,
      "return sql`select id from members join orders on true`.execute(db);",
      "return sql<number>`select 1 from members, orders`.execute(db);",
    ],
    "writes orders": [
      `return db.insertInto("orders").values(row);`,
      `return db.updateTable("orders").set(row);`,
      `return db.deleteFrom("orders as order").where("id", "=", 1);`,
      "return sql`update orders set title = ''`.execute(db);",
      "return sql`delete from orders`.execute(db);",
    ],
  };
  for (const [use, bodies] of Object.entries(statements)) {
    for (const body of bodies) {
      expect(tableMessages(body)).toEqual([
        {
          path: "src/access/people/any.ts",
          line: 3,
          message: `${use}: call a function of src/delivery/orders, which owns the table.`,
        },
      ]);
      expect(tableMessages(body.replaceAll("members", "order_items"), { path: "src/delivery/orders/any.ts" })).toEqual(
        [],
      );
    }
  }
});

test("a statement that changes a table names it", () => {
  for (const body of [`db.deleteFrom(table).execute();`, `lockRows(db, table).execute();`, `db.insertInto(all[0]);`]) {
    expect(tableMessages(body)).toMatchObject([{ line: 3, message: expect.stringContaining("literal") }]);
  }
});

test("a statement on another folder's table is listed and says why, and what is listed exists", () => {
  const body = `return db.selectFrom("orders").selectAll();`;
  const listed: Crossings[] = [
    { because: "of a test", statements: { "src/access/people/any.ts#any": ["reads orders"] } },
  ];
  const comment = "/** Any order. Crosses domains: a list shows it. */";
  expect(tableMessages(body, { listed, comment })).toEqual([]);
  expect(tableMessages(body, { listed })).toMatchObject([{ message: expect.stringContaining("Crosses domains") }]);
  expect(tableMessages(body.replace("selectFrom", "updateTable"), { listed, comment })).toHaveLength(1);
  expect(tableMessages(body, { listed, comment, path: "src/platform/limits/any.ts" })).toHaveLength(1);
  expect(tableViolations([], { listed, all: true })).toMatchObject([{ path: "src/access/people/any.ts#any" }]);
});

/** The lines that Biome's rule `rule` names in `files`, by path. */
async function linesRefused(rule: string, files: Record<string, string[]>): Promise<Record<string, string[]>> {
  const folder = realpathSync(temporaryFolder());
  await Bun.write(join(folder, "biome.json"), Bun.file(join(root, "biome.json")));
  for (const [path, lines] of Object.entries(files)) await Bun.write(join(folder, path), `${lines.join("\n")}\n`);
  const options = ["--vcs-enabled=false", "--reporter=github", "--max-diagnostics=none"];
  const biome = Bun.spawn([join(root, "node_modules/.bin/biome"), "lint", ...options, "."], {
    cwd: folder,
    stdout: "pipe",
    stderr: "ignore",
  });
  const refused = Object.fromEntries(Object.keys(files).map((path): [string, string[]] => [path, []]));
  const found = new RegExp(`title=lint/${rule},file=([^,]*),line=(\\d+)`, "g");
  for (const [, file = "", line] of (await new Response(biome.stdout).text()).matchAll(found)) {
    const path = relative(folder, file);
    refused[path]?.push(files[path]?.[Number(line) - 1] ?? "");
  }
  for (const lines of Object.values(refused)) lines.sort();
  return refused;
}

test("the linter refuses files that import each other, also for types alone", async () => {
  const files = {
    "src/delivery/orders/a.ts": [`export * from "./b.ts";`],
    "src/delivery/orders/b.ts": [
      `import type * as a from "./a.ts";`,
      "export type A = typeof a;",
      `export * from "./c.ts";`,
    ],
    "src/delivery/orders/c.ts": ["export const c = 1;"],
  };
  expect(await linesRefused("suspicious/noImportCycles", files)).toEqual({
    "src/delivery/orders/a.ts": [`export * from "./b.ts";`],
    "src/delivery/orders/b.ts": [`import type * as a from "./a.ts";`],
    "src/delivery/orders/c.ts": [],
  });
});

test("the linter refuses a service that writes to the console", async () => {
  const call = `console.log("an order");`;
  expect(
    await linesRefused("suspicious/noConsole", {
      "src/delivery/orders/changing/update-order.ts": [call],
      "bench/x.ts": [call],
    }),
  ).toEqual({
    "src/delivery/orders/changing/update-order.ts": [call],
    "bench/x.ts": [],
  });
});

/** Without the pragma Bun takes the JSX runtime from the working directory's tsconfig.json, which may be anybody's. */
test("every page names its JSX runtime", async () => {
  const pages = [...new Bun.Glob("src/**/*.tsx").scanSync(root)];
  expect(pages).not.toBeEmpty();
  for (const path of pages) {
    expect(await Bun.file(join(root, path)).text()).toStartWith("/** @jsxImportSource hono/jsx */\n");
  }
});
