import { describe, expect, test } from "bun:test";
import { type Scope, scopeNames } from "../../../src/access/api-keys/scopes.ts";
import { v3Document } from "../../../src/http/v3/interface.ts";
import { operationsOf, type PlacedOperation } from "../../../src/http/v3/openapi-types.ts";
import { routes } from "../../../src/http/xml/routes.ts";

const operations = operationsOf(v3Document()).filter(({ path }) => !path.endsWith("openapi.json"));
const scopeIn = ({ security }: PlacedOperation): Scope | null =>
  (security?.[0]?.basic?.[0] as Scope | undefined) ?? null;

/** What every key may do. */
const open = ["GET /api/v3/account", "GET /api/v3/session"];

describe("scopes", () => {
  test.each(operations.map((one) => [`${one.method} ${one.path}`, one] as const))("%s has one", (name, operation) => {
    const scope = scopeIn(operation);
    if (open.includes(name)) expect(scope).toBeNull();
    else expect(scopeNames).toContain(scope as Scope);
    if (scope) expect(operation.security).toEqual([{ basic: [scope] }, { bearer: [scope] }]);
  });

  test("of the unversioned interface are the same, and reading needs no more than to read", () => {
    for (const [path, { methods, read, change }] of Object.entries(routes)) {
      expect(scopeNames).toContain(change);
      if (methods.read) expect(read === null || read.endsWith(":read")).toBe(true);
      expect(read === null).toBe(/account|token/.test(path));
    }
  });
});
