import { describe, expect, test } from "bun:test";
import { type Scope, scopeNames } from "../../../src/access/api-keys/scopes.ts";
import { operationsOf, type PlacedOperation } from "../../../src/http/v3/framework/openapi-types.ts";
import { v3Document } from "../../../src/http/v3/interface.ts";
import { routes } from "../../../src/http/xml/routes.ts";

const operations = operationsOf(v3Document()).filter(({ path }) => !path.endsWith("openapi.json"));
const scopeIn = ({ security }: PlacedOperation): Scope | null =>
  (security?.[0]?.basic?.[0] as Scope | undefined) ?? null;

/** What every key may do. */
const open = ["GET /api/v3/account", "GET /api/v3/session"];

/**
 * What operations are about, by their names such as `GET orders/{id}`: the first that fits counts. Reading needs the first
 * scope, all else the second.
 */
const subjects: [names: RegExp, read: Scope, change: Scope][] = [
  [/^DELETE customers/, "account:manage", "account:manage"],
  // What is shown are public keys.
  [/ license_signing_keys/, "license_keys:manage", "account:manage"],
  [/ (.+\/)?license_keys/, "license_keys:manage", "license_keys:manage"],
  [/ connection/, "connections:manage", "connections:manage"],
  [/ webhook/, "webhooks:manage", "webhooks:manage"],
  [/ (uploads|.+\/content$)/, "files:write", "files:write"],
  [/ (files|.+\/versions)/, "products:read", "files:write"],
  [/ (v?orders|order_items|customers|renewal_requests|emails|undeliverable_addresses)/, "orders:read", "orders:write"],
  [/ (.+\/)?(orders|downloads)/, "orders:read", "orders:write"],
  [/ (search|stats|attention|imports\/\{id\})$/, "orders:read", "orders:write"],
  [/ (.+\/)?(sku)?products/, "products:read", "products:write"],
];

function scopeFor(name: string): Scope {
  const [, read, change] = subjects.find(([names]) => names.test(name)) ?? [];
  return (name.startsWith("GET ") ? read : change) ?? "account:manage";
}

describe("scopes", () => {
  test("of operations are those of what they are about", () => {
    const scoped = operations.map(
      (one) => [`${one.method} ${one.path.replace("/api/v3/", "")}`, scopeIn(one)] as const,
    );
    const expected = scoped.map(([name, scope]) => [name, scope && scopeFor(name)] as const);
    expect(scoped).toEqual(expected);
  });

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
      const subject = /downloads|orders/.test(path) ? "orders" : "products";
      expect([path, change]).toEqual([path, read === null ? "account:manage" : `${subject}:write`]);
      if (read) expect([path, read]).toEqual([path, `${subject}:read`]);
    }
  });
});
