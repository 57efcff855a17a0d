import { expect, test } from "bun:test";
import { join, relative } from "node:path";
import { importViolations } from "../../scripts/architecture/imports.ts";

const root = join(import.meta.dir, "../..");

/** Imports, by the file in which they would stand: those that the layers of the design forbid, and allowed neighbors. */
const imports: Record<string, { refused: string[]; allowed: string[] }> = {
  "src/main.ts": { refused: ["./platform/database/sqlite/sqlite.ts"], allowed: ["./cli/serve.ts"] },
  "src/context.ts": {
    refused: ["./http/server.ts", "./http/v3/interface.ts", "./cli/serve.ts", "./main.ts"],
    allowed: [
      "./platform/database/sqlite/sqlite.ts",
      "./platform/files/disk.ts",
      "./messages/mail/transport/smtp.ts",
      "./config/config.ts",
    ],
  },
  "src/cli/commands/serve.ts": {
    refused: ["../../messages/mail/transport/smtp.ts", "../../platform/files/disk.ts", "../../main.ts"],
    allowed: ["../../context.ts", "../../messages/mail/sending/worker.ts", "../../http/server.ts"],
  },
  "src/http/server.ts": {
    refused: ["../context.ts", "../cli/print.ts", "../platform/files/disk.ts", "../main.ts"],
    allowed: ["./xml/routes.ts", "../delivery/orders/changing/update-order.ts", "../platform/files/store.ts"],
  },
  "src/http/xml/orders.ts": {
    refused: ["../v3/orders.ts", "../pages/order.tsx", "../../context.ts", "../../messages/mail/transport/mailbox.ts"],
    allowed: ["../body.ts", "../write-xml.ts", "../../delivery/orders/changing/update-order.ts"],
  },
  "src/http/v3/framework/operation.ts": { refused: ["../orders/orders.ts", "../search.ts"], allowed: ["./change.ts"] },
  "src/shops/connections/reading/receive.ts": { refused: ["../settling/settle.ts"], allowed: ["../known/facts.ts"] },
  "src/http/v3/orders/orders.ts": {
    refused: ["../../xml/orders.ts", "../../pages/order.tsx", "../../../platform/database/postgres/postgres.ts"],
    allowed: ["./present-order.ts", "../../../platform/database/database.ts"],
  },
  "src/http/pages/order.tsx": {
    refused: ["../v3/orders.ts", "../xml/respond.ts", "../customers/links.ts"],
    allowed: ["./layout.tsx", "../../delivery/orders/delivery.ts"],
  },
  "src/http/customers/routes.ts": {
    refused: ["../xml/respond.ts", "../v3/present.ts", "../docs/routes.ts", "../sign-in/sign-in.ts"],
    allowed: ["../pages/home.tsx"],
  },
  "src/http/reference/routes.ts": {
    refused: ["../xml/routes.ts", "../pages/home.tsx", "../../context.ts"],
    allowed: ["../v3/openapi-types.ts"],
  },
  "src/http/sign-in/better-auth.ts": {
    refused: ["../v3/environment.ts", "../pages/home.tsx", "../../messages/mail/transport/smtp.ts"],
    allowed: ["../body.ts", "../../access/people/members.ts"],
  },
  "src/http/admin/respond.ts": {
    refused: ["../v3/interface.ts", "../pages/home.tsx", "../xml/routes.ts", "../sign-in/sign-in.ts"],
    allowed: ["./bundle.ts", "../body.ts"],
  },
  "src/operations/housekeeping/housekeeper.ts": {
    refused: ["../../http/server.ts", "../../context.ts", "../metrics/metrics.ts"],
    allowed: [
      "../../access/people/devices.ts",
      "../../messages/mail/old-content.ts",
      "../../platform/database/database.ts",
    ],
  },
  "src/operations/metrics/metrics.ts": {
    refused: [
      "../../http/server.ts",
      "../../context.ts",
      "../../config/config.ts",
      "../../platform/database/sqlite/sqlite.ts",
    ],
    allowed: ["../../messages/mail/sending/queue.ts", "../../platform/database/database.ts"],
  },
  "src/delivery/orders/changing/update-order.ts": {
    refused: [
      "../../../operations/metrics/metrics.ts",
      "../../../operations/housekeeping/housekeeper.ts",
      "../../../http/body.ts",
      "../../../config/config.ts",
      "../../../context.ts",
      "../../../cli/print.ts",
      "../../../messages/mail/sending/worker.ts",
      "../../../platform/database/sqlite/sqlite.ts",
      "../../../../admin/api/orders.ts",
      "hono",
      "hono/jsx",
      "@hono/zod-openapi",
      "nodemailer",
      "node:fs",
      "node:fs/promises",
      "bun:sqlite",
    ],
    allowed: [
      "../../../messages/mail/outbox.ts",
      "../../catalog/products.ts",
      "../../../platform/database/database.ts",
      "../../../platform/errors.ts",
      "kysely",
    ],
  },
  "src/store/accounts/accounts.ts": {
    refused: [
      "../../access/people/members.ts",
      "../../delivery/catalog/products.ts",
      "../../delivery/orders/changing/update-order.ts",
      "../../messages/mail/outbox.ts",
      "../../http/body.ts",
      "../../platform/database/sqlite/sqlite.ts",
      "node:fs/promises",
    ],
    allowed: ["../../platform/database/database.ts", "../../platform/files/store.ts", "../../platform/text.ts"],
  },
  "src/delivery/catalog/products.ts": {
    refused: ["../../access/people/members.ts", "../../data/csv/imports.ts"],
    allowed: ["../../store/accounts/credentials.ts"],
  },
  "src/access/people/members.ts": {
    refused: ["../../http/sign-in/better-auth.ts", "../../messages/mail/transport/mailer.ts"],
    allowed: ["../../messages/mail/outbox.ts", "../../store/accounts/credentials.ts"],
  },
  "src/data/csv/import-orders.ts": {
    refused: [
      "../../http/v3/environment.ts",
      "../../messages/mail/sending/worker.ts",
      "../../platform/database/postgres/postgres.ts",
    ],
    allowed: [
      "../../delivery/orders/changing/update-order.ts",
      "../../delivery/licenses/pool.ts",
      "../../messages/mail/outbox.ts",
      "../../platform/log.ts",
    ],
  },
  "src/store/wording/wordings.ts": {
    refused: ["../../delivery/customer-emails/render-wording.ts", "../../http/v3/wording.ts", "../../config/config.ts"],
    allowed: ["./engine.ts", "../../platform/database/database.ts"],
  },
  "src/store/statistics/count.ts": {
    refused: ["../../messages/mail/sending/worker.ts"],
    allowed: ["../../platform/days.ts"],
  },
  "src/delivery/licenses/pool.ts": {
    refused: ["../../http/body.ts"],
    allowed: ["./queries.ts"],
  },
  "src/platform/i18n/languages.ts": {
    refused: ["../../messages/mail/outbox.ts", "../errors.ts"],
    allowed: ["./texts.ts", "../instants.ts"],
  },
  "src/delivery/customer-emails/prepare.ts": {
    refused: [
      "../downloads/link.ts",
      "../../access/people/members.ts",
      "../../data/csv/imports.ts",
      "../../messages/mail/transport/smtp.ts",
      "../../messages/mail/sending/worker.ts",
      "../../config/config.ts",
      "nodemailer",
      "node:fs/promises",
    ],
    allowed: [
      "../orders/delivery.ts",
      "../../store/accounts/plans.ts",
      "../../messages/mail/leases.ts",
      "../../messages/mail/mailer.ts",
    ],
  },
  "src/messages/mail/sending/attempt.ts": {
    refused: [
      "../../../delivery/customer-emails/prepare.ts",
      "../../../delivery/orders/changing/update-order.ts",
      "../../../delivery/catalog/products.ts",
      "../../../data/csv/imports.ts",
      "../transport/smtp.ts",
      "./worker.ts",
      "../../../config/config.ts",
      "nodemailer",
      "node:fs/promises",
    ],
    allowed: ["../../../store/accounts/plans.ts", "../transport/mailer.ts"],
  },
  "src/messages/mail/outbox.ts": {
    refused: ["./sending/worker.ts", "../../delivery/orders/changing/update-order.ts"],
    allowed: ["./sending/lanes.ts"],
  },
  "src/messages/mail/transport/mailbox.ts": {
    refused: ["../sending/worker.ts", "../../../config/config.ts", "hono", "bun:sqlite"],
    allowed: ["./mail-options.ts", "nodemailer", "node:fs/promises"],
  },
  "src/platform/database/database.ts": {
    refused: [
      "../../delivery/orders/changing/update-order.ts",
      "../../store/wording/names.ts",
      "../../http/body.ts",
      "../files/disk.ts",
    ],
    allowed: ["./sqlite/sqlite.ts", "./schema.ts", "../i18n/languages.ts"],
  },
  "src/platform/files/store.ts": {
    refused: ["../../delivery/catalog/files.ts", "../../config/config.ts"],
    allowed: ["./disk.ts"],
  },
  "src/platform/errors.ts": {
    refused: [
      "../delivery/orders/changing/update-order.ts",
      "../data/csv/kind.ts",
      "../http/body.ts",
      "../config/config.ts",
      "../config/secret.ts",
    ],
    allowed: ["./text.ts"],
  },
  "src/config/config.ts": {
    refused: ["../context.ts", "../store/accounts/plans.ts"],
    allowed: ["../platform/errors.ts", "./secret.ts"],
  },
  "admin/api/orders.ts": {
    refused: ["../../src/orders/orders.ts", "../../clients/typescript/src/index.ts"],
    allowed: ["../request.ts", "../../clients/typescript/src/types.ts"],
  },
  "tests/orders.test.ts": {
    refused: [],
    allowed: ["../src/platform/database/sqlite/sqlite.ts"],
  },
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
