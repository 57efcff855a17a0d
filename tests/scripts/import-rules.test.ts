import { expect, test } from "bun:test";
import { join, relative } from "node:path";
import { importViolations } from "../../scripts/architecture/imports.ts";

const root = join(import.meta.dir, "../..");

/** Imports, by the file in which they would stand: those that the layers of the design forbid, and allowed neighbors. */
const imports: Record<string, { refused: string[]; allowed: string[] }> = {
  "src/main.ts": { refused: ["./database/sqlite.ts"], allowed: ["./cli/serve.ts"] },
  "src/context.ts": {
    refused: ["./http/server.ts", "./http/v3/interface.ts", "./cli/serve.ts", "./main.ts"],
    allowed: ["./database/sqlite.ts", "./files/disk.ts", "./mail/smtp.ts", "./config.ts"],
  },
  "src/cli/serve.ts": {
    refused: ["../mail/smtp.ts", "../files/disk.ts", "../orders/queries.ts", "../main.ts"],
    allowed: ["../context.ts", "../mail/worker.ts", "../http/server.ts"],
  },
  "src/http/server.ts": {
    refused: ["../context.ts", "../cli/print.ts", "../files/disk.ts", "../main.ts", "../orders/queries.ts"],
    allowed: ["./xml/routes.ts", "../orders/orders.ts", "../files/store.ts"],
  },
  "src/http/xml/orders.ts": {
    refused: [
      "../v3/orders.ts",
      "../pages/order.tsx",
      "../../context.ts",
      "../../mail/mailbox.ts",
      "../../downloads/queries.ts",
    ],
    allowed: ["../body.ts", "./write.ts", "../../orders/orders.ts"],
  },
  "src/http/v3/orders.ts": {
    refused: ["../xml/orders.ts", "../pages/order.tsx", "../../database/postgres.ts", "../../orders/queries.ts"],
    allowed: ["./present.ts", "../../database/database.ts"],
  },
  "src/http/pages/order.tsx": {
    refused: ["../v3/orders.ts", "../xml/write.ts", "../customers/links.ts"],
    allowed: ["./layout.tsx", "../../orders/delivery.ts"],
  },
  "src/http/customers/routes.ts": {
    refused: [
      "../xml/respond.ts",
      "../v3/present.ts",
      "../docs/routes.ts",
      "../sign-in/sign-in.ts",
      "../../orders/queries.ts",
    ],
    allowed: ["../pages/home.tsx"],
  },
  "src/http/docs/routes.ts": {
    refused: ["../xml/routes.ts", "../pages/home.tsx", "../../context.ts"],
    allowed: ["../v3/openapi-types.ts"],
  },
  "src/http/sign-in/better-auth.ts": {
    refused: ["../v3/environment.ts", "../pages/home.tsx", "../../mail/smtp.ts"],
    allowed: ["../body.ts", "../../people/members.ts"],
  },
  "src/http/admin/respond.ts": {
    refused: ["../v3/interface.ts", "../pages/home.tsx", "../xml/routes.ts", "../sign-in/sign-in.ts"],
    allowed: ["./bundle.ts", "../body.ts"],
  },
  "src/housekeeping/housekeeper.ts": {
    refused: ["../http/server.ts", "../context.ts", "../metrics/metrics.ts", "../people/queries.ts"],
    allowed: ["../people/devices.ts", "../mail/old-content.ts", "../database/database.ts"],
  },
  "src/metrics/metrics.ts": {
    refused: ["../http/server.ts", "../context.ts", "../config.ts", "../orders/queries.ts", "../database/sqlite.ts"],
    allowed: ["../mail/queue.ts", "../database/database.ts"],
  },
  "src/orders/orders.ts": {
    refused: [
      "../metrics/metrics.ts",
      "../housekeeping/housekeeper.ts",
      "../http/body.ts",
      "../config.ts",
      "../context.ts",
      "../cli/print.ts",
      "../catalog/queries.ts",
      "../mail/worker.ts",
      "../database/sqlite.ts",
      "../../admin/api/orders.ts",
      "hono",
      "hono/jsx",
      "@hono/zod-openapi",
      "nodemailer",
      "node:fs",
      "node:fs/promises",
      "bun:sqlite",
    ],
    allowed: [
      "./queries.ts",
      "../mail/outbox.ts",
      "../catalog/products.ts",
      "../database/database.ts",
      "../errors.ts",
      "kysely",
    ],
  },
  "src/accounts/accounts.ts": {
    refused: [
      "../people/members.ts",
      "../catalog/products.ts",
      "../orders/orders.ts",
      "../mail/outbox.ts",
      "../http/body.ts",
      "../database/sqlite.ts",
      "node:fs/promises",
    ],
    allowed: ["./queries.ts", "../database/database.ts", "../files/store.ts", "../text.ts"],
  },
  "src/catalog/products.ts": {
    refused: ["../people/members.ts", "../transfer/imports.ts"],
    allowed: ["../accounts/credentials.ts"],
  },
  "src/people/members.ts": {
    refused: ["../http/sign-in/better-auth.ts", "../mail/account-email.ts", "../accounts/queries.ts"],
    allowed: ["./queries.ts", "../mail/outbox.ts", "../accounts/credentials.ts"],
  },
  "src/transfer/import-orders.ts": {
    refused: ["../orders/queries.ts", "../http/v3/environment.ts", "../mail/worker.ts", "../database/postgres.ts"],
    allowed: ["../orders/orders.ts", "../licenses/pool.ts", "../mail/outbox.ts", "../log.ts"],
  },
  "src/wording/wordings.ts": {
    refused: ["../delivery-emails/render-wording.ts", "../http/v3/wording.ts", "../config.ts"],
    allowed: ["./engine.ts", "../database/database.ts"],
  },
  "src/statistics/count.ts": { refused: ["../orders/queries.ts", "../mail/worker.ts"], allowed: ["../days.ts"] },
  "src/licenses/pool.ts": { refused: ["../orders/queries.ts", "../http/body.ts"], allowed: ["./queries.ts"] },
  "src/i18n/languages.ts": {
    refused: ["../mail/outbox.ts", "../errors.ts"],
    allowed: ["./texts.ts", "../instants.ts"],
  },
  "src/delivery-emails/prepare.ts": {
    refused: [
      "../downloads/link.ts",
      "../people/members.ts",
      "../transfer/imports.ts",
      "../accounts/queries.ts",
      "../mail/smtp.ts",
      "../mail/worker.ts",
      "../config.ts",
      "nodemailer",
      "node:fs/promises",
    ],
    allowed: ["../orders/delivery.ts", "../accounts/plans.ts", "../mail/leases.ts", "../mail/mailer.ts"],
  },
  "src/mail/attempt.ts": {
    refused: [
      "../delivery-emails/prepare.ts",
      "../orders/orders.ts",
      "../orders/delivery.ts",
      "../catalog/products.ts",
      "../transfer/imports.ts",
      "../accounts/queries.ts",
      "./smtp.ts",
      "../config.ts",
      "nodemailer",
      "node:fs/promises",
    ],
    allowed: ["../accounts/plans.ts", "./mailer.ts"],
  },
  "src/mail/outbox.ts": {
    refused: ["./worker.ts", "../orders/orders.ts", "../orders/delivery.ts"],
    allowed: ["./queue.ts"],
  },
  "src/mail/mailbox.ts": {
    refused: ["./worker.ts", "../config.ts", "hono", "bun:sqlite"],
    allowed: ["./mail-options.ts", "nodemailer", "node:fs/promises"],
  },
  "src/database/database.ts": {
    refused: ["../orders/orders.ts", "../wording/names.ts", "../http/body.ts", "../files/disk.ts"],
    allowed: ["./sqlite.ts", "./schema.ts", "../i18n/languages.ts"],
  },
  "src/files/store.ts": { refused: ["../catalog/files.ts", "../config.ts"], allowed: ["./disk.ts"] },
  "src/errors.ts": {
    refused: ["./orders/orders.ts", "./transfer/kind.ts", "./http/body.ts", "./config.ts", "./secret.ts"],
    allowed: ["./text.ts"],
  },
  "src/config.ts": { refused: ["./context.ts", "./accounts/plans.ts"], allowed: ["./errors.ts", "./secret.ts"] },
  "admin/api/orders.ts": {
    refused: ["../../src/orders/orders.ts", "../../clients/typescript/src/index.ts"],
    allowed: ["./request.ts", "../../clients/typescript/src/types.ts"],
  },
  "tests/orders.test.ts": { refused: [], allowed: ["../src/database/sqlite.ts", "../src/orders/queries.ts"] },
};

/** The lines that the import rules refuse in `files`, by path. */
function importsRefused(files: Record<string, string[]>): Record<string, string[]> {
  const sources = Object.entries(files).map(([path, lines]) => ({ path, text: lines.join("\n") }));
  const refused = Object.fromEntries(Object.keys(files).map((path): [string, string[]] => [path, []]));
  for (const { path, line } of importViolations(sources)) refused[path]?.push(files[path]?.[line - 1] ?? "");
  for (const lines of Object.values(refused)) lines.sort();
  return refused;
}

/** Each way to name a module. */
const forms: ((module: string) => string)[] = [
  (module) => `export * from "${module}";`,
  (module) => `export { any } from "${module}";`,
  (module) => `import { any } from "${module}";`,
  (module) => `import type { Any } from "${module}";`,
  (module) => `await import("${module}");`,
  (module) => `export type Any = import("${module}").Any;`,
];

test("the import rules keep the layers apart, however a module is named", () => {
  for (const line of forms) {
    const files = Object.entries(imports).map(([path, { refused, allowed }]): [string, string[]] => [
      path,
      [...refused, ...allowed].map(line),
    ]);
    const expected = Object.entries(imports).map(([path, { refused }]) => [path, refused.map(line).sort()]);
    expect(importsRefused(Object.fromEntries(files))).toEqual(Object.fromEntries(expected));
  }
});

/** All files of `src`, so that a new folder or file without rules is found. */
const sources = [...new Bun.Glob("src/**/*.{ts,tsx}").scanSync(root)];

test("there are import rules for every file of the service: none imports the program but the executable", () => {
  const files = sources
    .filter((path) => path !== "src/main.ts" && path !== "src/executable.ts")
    .map((path): [string, string[]] => {
      const up = relative(join(path, ".."), "src/main.ts");
      return [path, [`export * from "${up.startsWith(".") ? up : `./${up}`}";`]];
    });
  expect(importsRefused(Object.fromEntries(files))).toEqual(Object.fromEntries(files));
});

test("there are import rules for every folder of http: none but the server itself imports the interfaces, and v2 only xml", () => {
  const folders = new Set(sources.flatMap((path) => /^src\/http\/([^/]+)\//.exec(path)?.[1] ?? []));
  const files = [...folders].map((folder): [string, string[]] => [
    `src/http/${folder}/any.ts`,
    [`export * from "../${["xml", "v2"].includes(folder) ? "v3" : "xml"}/any.ts";`],
  ]);
  expect(files).not.toBeEmpty();
  expect(importsRefused(Object.fromEntries(files))).toEqual(Object.fromEntries(files));
});

test("a file of the service that stands in no layer is found", () => {
  const path = "src/new-folder/any.ts";
  expect(importViolations([{ path, text: "export {};" }])).toMatchObject([{ path, line: 1 }]);
});
