import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { scopeNames } from "../../src/access/api-keys/scopes.ts";
import { createProgram } from "../../src/cli/program.ts";
import { checkSettings, settingNames } from "../../src/config/config.ts";
import { v2Routes } from "../../src/http/v2/routes.ts";
import { v3Document } from "../../src/http/v3/interface.ts";
import { type Operations, routes as xmlRoutes } from "../../src/http/xml/routes.ts";
import { eventKindNames, testKind } from "../../src/messages/webhooks/kinds.ts";
import { usualConnections } from "../../src/platform/database/postgres/connection-count.ts";
import { dayMilliseconds, hourMilliseconds } from "../../src/platform/days.ts";

// What the reference pages list is what the source has: all of it, and nothing else. Metrics have a test of their own.

const docs = join(import.meta.dir, "../../docs");
const page = (path: string) => readFileSync(join(docs, path), "utf8");
const withoutExamples = (text: string) => text.replace(/^( *)```[\s\S]*?^\1```/gm, "");

/** The section of a page below a heading. */
function section(text: string, heading: string): string {
  const [, found] = text.split(`\n## ${heading}\n`);
  if (found === undefined) throw new Error(`The page has no section ${heading}.`);
  return found.split("\n## ")[0] ?? "";
}

/** The cells of all rows of tables in the text, without their headers. */
function rows(text: string): string[][] {
  const lines = text.split("\n").filter((line) => line.startsWith("|"));
  const headers = lines.flatMap((line, index) => (/^\| *-/.test(line) ? [index - 1, index] : []));
  return lines
    .filter((_, index) => !headers.includes(index))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1));
}

const codeIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
const firstCodes = (text: string) => rows(text).map(([first = ""]) => codeIn(first)[0] ?? "");

describe("settings", () => {
  const text = page("reference/settings.md");
  const named = [...text.matchAll(/\*\*`(WAYBILL_\w+)`\*\*/g)].map(([, name = ""]) => name);

  test("are on their page, each once, and no others", () => {
    expect(named.toSorted()).toEqual([...settingNames].toSorted());
  });

  /** Defaults as a value that can be set. */
  const defaults = [...text.matchAll(/\*\*`(WAYBILL_\w+)`\*\* \(default: `([^`]+)`\)/g)];

  test.each(defaults.map(([, name = "", value = ""]) => [name, value]))("%s has the default %s", (name, value) => {
    const key = { WAYBILL_DKIM_KEY: "key.pem" };
    const given = name.startsWith("WAYBILL_DKIM") ? key : {};
    const set = checkSettings({ ...given, [name]: value });
    expect(set).toEqual(checkSettings(given));
  });

  test("that have no default have none", () => {
    const source = readFileSync(join(docs, "../src/config/config.ts"), "utf8");
    const none = [...text.matchAll(/\*\*`(WAYBILL_\w+)`\*\* \(default: none\)/g)].map(([, name = ""]) => name);
    expect(none.length).toBeGreaterThan(5);
    expect(none.filter((name) => new RegExp(`setting\\("${name}", `).test(source))).toEqual([]);
  });

  test("have the defaults that the page names in other words", () => {
    const { config } = checkSettings({});
    expect(text).toContain(`**\`WAYBILL_DATABASE_CONNECTIONS\`** (default: ${usualConnections})`);
    const { body, bulk, upload } = config.limits;
    expect(text).toContain(`(defaults: ${body}, ${bulk}, ${upload},`);
    expect([config.url.href, config.mailFrom]).toEqual([`http://localhost:${config.port}/`, "downloads@localhost"]);
  });
});

describe("commands", () => {
  const text = page("reference/commands.md");
  const leaves = (command: Command, before: string[] = []): { name: string; options: string[] }[] => {
    const names = before.length === 0 && command.name() === "waybill" ? [] : [...before, command.name()];
    if (command.commands.length > 0) return command.commands.flatMap((inner) => leaves(inner, names));
    const options = command.options.filter(({ hidden }) => !hidden).map(({ long }) => long ?? "");
    return [{ name: names.join(" "), options }];
  };
  const commands = leaves(createProgram());
  const sections = new Map(
    text
      .split("\n## ")
      .slice(1)
      .map((part): [string, string] => [/^[a-z]+([ -][a-z]+)*/.exec(part)?.[0] ?? "", part]),
  );

  test("are the sections of their page", () => {
    expect([...sections.keys()].toSorted()).toEqual(commands.map(({ name }) => name).toSorted());
  });

  test.each(commands.map(({ name, options }) => [name, options] as const))(
    "%s has its options there",
    (name, options) => {
      const known = new Set(options);
      // `--json` and `--help` are described once for all commands.
      const missing = options.filter((option) => option !== "--json" && !sections.get(name)?.includes(option));
      expect(missing).toEqual([]);
      const table = rows(sections.get(name) ?? "").flatMap(([first = ""]) => first.match(/--[a-z-]+/g) ?? []);
      expect(table.filter((option) => !known.has(option))).toEqual([]);
    },
  );

  test("print one JSON object with --json, all but the server", () => {
    const without = commands.filter(({ options }) => !options.includes("--json"));
    expect(without.map(({ name }) => name)).toEqual(["serve"]);
  });

  test("have no other options on the page", () => {
    const all = new Set(["--help", "--version", ...commands.flatMap(({ options }) => options)]);
    const found = codeIn(text.replace(/```[\s\S]*?```/g, "")).flatMap(
      (code) => code.match(/(?<![\w-])--[a-z-]+/g) ?? [],
    );
    expect(found.filter((option) => !all.has(option))).toEqual([]);
  });
});

test("webhook events are on their page, and no others", () => {
  const named = firstCodes(section(page("connect/webhooks.md"), "Events"));
  expect(named.toSorted()).toEqual([...eventKindNames, testKind].toSorted());
});

test("scopes of API keys are on their page, and no others", () => {
  expect(firstCodes(section(page("connect/api-keys.md"), "Rules")).toSorted()).toEqual([...scopeNames].toSorted());
});

test("doctor's subjects are on the page of commands, and no others", () => {
  const source = readFileSync(join(docs, "../src/operations/doctor/finding.ts"), "utf8");
  const [, union = ""] = /export type Check =([\s\S]*?);/.exec(source) ?? [];
  const checks = [...union.matchAll(/"([^"]+)"/g)].map(([, check = ""]) => check);
  expect(checks.length).toBeGreaterThan(5);
  const named = rows(section(page("reference/commands.md"), "doctor")).map(([first = ""]) => first);
  expect(named.toSorted()).toEqual(checks.toSorted());
});

describe("routes", () => {
  /** `GET or POST `/api/a` or `/api/b`` names four; without methods, those before count. */
  function named(text: string): string[] {
    return rows(text).flatMap(([first = ""]) => {
      let methods: string[] = [];
      let isOpen = false;
      return [...first.matchAll(/\b(GET|POST|PUT|DELETE)\b|`([^`]+)`/g)].flatMap(([, method, path]) => {
        if (method) {
          methods = isOpen ? [...methods, method] : [method];
          isOpen = true;
          return [];
        }
        isOpen = false;
        const paths = path?.startsWith("…")
          ? ["/api/v2/orders/ID", "/api/v2"].map((start) => path.replace("…", start))
          : [path ?? ""];
        return paths.flatMap((each) => methods.map((one) => `${one} ${each.replace(/(?<=\/)[A-Z]+(?=\/|$)/g, ":")}`));
      });
    });
  }
  const served = (routes: Record<string, Operations>) =>
    Object.entries(routes).flatMap(([path, { methods }]) =>
      Object.keys(methods).map((method) => `${method === "read" ? "GET" : method} ${path.replace(/:\w+/g, ":")}`),
    );
  /** `create` as a SKU or an order's ID: what an item or order of that name is asked for. */
  const isNamedCreate = (route: string) => /^(GET|PUT|DELETE) \S+\/create$/.test(route);

  test.each([
    ["unversioned-interface.md", xmlRoutes],
    ["v2-interface.md", v2Routes],
  ] as const)("of %s are there, and no others", (path, routes) => {
    const expected = served(routes).filter((route) => !isNamedCreate(route));
    expect([...new Set(named(page(`reference/${path}`)))].toSorted()).toEqual(expected.toSorted());
  });

  test("of v3 that pages name exist", () => {
    const paths = Object.entries(v3Document().paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, ":")}`),
    );
    const known = new Set(paths);
    const glob = new Bun.Glob("**/*.md");
    const unknown = [...glob.scanSync(docs)].toSorted().flatMap((path) =>
      codeIn(withoutExamples(page(path))).flatMap((code) => {
        const [, method, route = ""] =
          /^(GET|POST|PUT|DELETE) (?:\/api\/v3\/)?([a-z][\w/.{}-]*)(?:\?.*)?$/.exec(code) ?? [];
        if (!method) return [];
        const name = `${method} /api/v3/${route.replace(/\{\w+\}|(?<=\/)([A-Z][\w-]*|\d+)(?=\/|$)/g, ":")}`;
        return known.has(name) ? [] : [`${path}: ${code}`];
      }),
    );
    expect(unknown).toEqual([]);
  });
});

describe("limits", () => {
  /** Each row of the page, with the constant that it shows; `unit` is what the page counts it in. */
  const limits: Record<string, { path: string; name: string; unit?: number }> = {
    "levels in a JSON body": { path: "http/v3/framework/json-scan.ts", name: "deepest" },
    "values in a JSON body": { path: "http/v3/framework/json-scan.ts", name: "mostValues" },
    "orders in a bulk request": { path: "http/v3/orders/bulk-orders.ts", name: "mostOrders" },
    "entries on a page of the XML interfaces": { path: "http/xml/paging.ts", name: "mostPerPage" },
    "characters of an `Idempotency-Key`": { path: "http/v3/framework/idempotency.ts", name: "longestKey" },
    "hours for which an `Idempotency-Key` is kept": {
      path: "store/idempotency/keyed-answers.ts",
      name: "keptMilliseconds",
      unit: 3_600_000,
    },
    "requests of programs that the log of calls keeps": { path: "access/api-keys/requests.ts", name: "keptRequests" },
    "lines of an order": { path: "delivery/orders/order-input.ts", name: "mostLines" },
    "units of a line": { path: "delivery/orders/order-input.ts", name: "largestQuantity" },
    "characters of an order ID": { path: "delivery/orders/order-input.ts", name: "longestOrderId" },
    "characters of a `vendor_id`": { path: "delivery/orders/order-input.ts", name: "longestVendorId" },
    "characters of notes on a customer": { path: "http/v3/customers/customer-schemas.ts", name: "longestNotes" },
    "characters of a `gift_message`": { path: "delivery/orders/gifts/gift.ts", name: "longestGiftMessage" },
    "characters of a customer's message with a renewal": {
      path: "delivery/orders/renewals/renewals.ts",
      name: "longestMessage",
    },
    "files of a product": { path: "delivery/catalog/product-files.ts", name: "mostFiles" },
    "characters of a note on a version": { path: "delivery/catalog/file-versions.ts", name: "longestNote" },
    "KiB of a logo or cover": { path: "platform/files/pictures.ts", name: "largestPicture", unit: 1024 },
    "license keys in a request": { path: "http/v3/products/license-keys.ts", name: "mostKeys" },
    "characters of a license key on one line": { path: "delivery/licenses/key-problems.ts", name: "longestKey" },
    "bytes of a license key of several lines": { path: "delivery/licenses/key-problems.ts", name: "longestBlock" },
    "devices of a license key, at most": { path: "delivery/licenses/devices.ts", name: "mostDevices" },
    "products that a product holds": { path: "delivery/catalog/contents.ts", name: "mostContents" },
    "units of one of them": { path: "delivery/catalog/contents.ts", name: "largestContentQuantity" },
    "days of updates with an order": { path: "delivery/catalog/queries.ts", name: "mostUpdateDays" },
    "IDs by which programs know a product": { path: "delivery/catalog/program-ids.ts", name: "mostProgramIds" },
    "MiB of a CSV file": { path: "http/v3/data/imports.ts", name: "longestFile", unit: 1024 ** 2 },
    "rows of a CSV file": { path: "data/csv/csv-read.ts", name: "mostRows" },
    "columns of a CSV file": { path: "data/csv/csv-records.ts", name: "mostCells" },
    "API keys": { path: "access/api-keys/keys.ts", name: "mostKeys" },
    "webhook endpoints": { path: "messages/webhooks/endpoints.ts", name: "mostEndpoints" },
    "headers of an endpoint": { path: "messages/webhooks/headers.ts", name: "mostHeaders" },
    "days for which webhook deliveries are kept": { path: "messages/webhooks/remove-old.ts", name: "keptDays" },
    "matches of products of a connection": { path: "shops/connections/mappings.ts", name: "mostMappings" },
    "characters of a custom text": { path: "store/wording/limits.ts", name: "longestWording" },
    "characters of a password, at least": { path: "access/people/people.ts", name: "shortestPassword" },
    "characters of a password, at most": { path: "access/people/people.ts", name: "longestPassword" },
  };

  /** The number that a constant of the source is: a product of numbers, hours and days. */
  function constant({ path, name, unit = 1 }: { path: string; name: string; unit?: number }): string {
    const source = readFileSync(join(docs, "../src", path), "utf8");
    const [, value] = new RegExp(`const ${name} = ([\\d_* ]+|[\\d* ]*(?:hour|day)Milliseconds);`).exec(source) ?? [];
    if (!value) throw new Error(`${path} has no number ${name}.`);
    const factors = value.split("**").length > 1 ? [powerOf(value)] : value.split("*").map(numberIn);
    return (factors.reduce((product, factor) => product * factor) / unit).toLocaleString("en");
  }
  const units: Record<string, number> = { hourMilliseconds, dayMilliseconds };
  const numberIn = (text: string) => units[text.trim()] ?? Number(text.trim().replaceAll("_", ""));
  const powerOf = (text: string) => numberIn(text.split("**")[0] ?? "") ** numberIn(text.split("**")[1] ?? "");

  test("are those of the source, and no others", () => {
    const shown = rows(page("reference/limits.md")).map(([name = "", value = ""]) => [name, value]);
    expect(shown.toSorted()).toEqual(
      Object.entries(limits)
        .map(([name, of]) => [name, constant(of)])
        .toSorted(),
    );
  });
});
