import { beforeAll, describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { ask, itemXml, makeItem, makeOrder, orderXml, textOf } from "../../support/xml.ts";

const quiet = "<email>ann@example.com</email><send_email>false</send_email>";

describe.each(anyDatabase)("on $name, the paths of the unversioned interface", ({ makeStore }) => {
  let service: Store;
  beforeAll(async () => {
    service = await makeStore();
    await makeItem(service, "KEPT");
    await makeOrder(service, ["KEPT"], "<id>kept</id>");
  });

  const reads: [path: string, root: string][] = [
    ["/api/account", "account"],
    ["/api/downloads", "downloads"],
    ["/api/items", "items"],
    ["/api/items/KEPT", "item"],
    ["/api/items/KEPT/downloads", "downloads"],
    ["/api/orders", "orders"],
    ["/api/orders?filter=current", "orders"],
    ["/api/orders/kept", "order"],
    ["/api/orders/kept/downloads", "downloads"],
  ];

  test.each(reads)("%s is read by GET and HEAD, with and without .xml", async (path, root) => {
    const [bare = "", query] = path.split("?");
    for (const form of [bare, `${bare}.xml`, `${bare}/`]) {
      const address = query ? `${form}?${query}` : form;
      const { status, root: document } = await ask(service, "GET", address);
      expect([status, document.name]).toEqual([200, root]);
      const head = await service.api(address, { method: "HEAD" });
      expect(head.status).toBe(200);
      expect(head.headers.get("content-type")).toBe("application/xml; charset=utf-8");
      expect(await head.text()).toBe("");
    }
  });

  test("an item is created by POST to the list and to create", async () => {
    for (const path of ["/api/items", "/api/items.xml", "/api/items/create", "/api/items/create.xml"]) {
      const sku = `new ${path}`;
      const { status, root } = await ask(service, "POST", path, itemXml(sku));
      expect([status, textOf(root, "sku")]).toEqual([201, sku]);
    }
  });

  test("an item is updated in every form", async () => {
    const forms = [
      ["PUT", ""],
      ["PUT", "/update"],
      ["POST", "/update"],
      ["PUT", "/items"],
    ] as const;
    for (const [method, command] of forms) {
      for (const suffix of ["", ".xml"]) {
        const name = `${method} ${command}${suffix}`;
        const { status } = await ask(service, method, `/api/items/KEPT${command}${suffix}`, itemXml("KEPT", name));
        expect(status).toBe(200);
        expect(textOf((await ask(service, "GET", "/api/items/KEPT")).root, "name")).toBe(name);
      }
    }
  });

  const deletions = [
    ["DELETE", ""],
    ["GET", "/delete"],
    ["POST", "/delete"],
    ["DELETE", "/delete"],
  ] as const;

  test.each(deletions)("an item and an order are deleted by %s …%s", async (method, command) => {
    for (const suffix of ["", ".xml"]) {
      await makeItem(service, "GONE");
      await makeOrder(service, ["GONE"], "<id>gone</id>");
      for (const path of ["/api/orders/gone", "/api/items/GONE"]) {
        const { status, root } = await ask(service, method, path + command + suffix);
        expect([status, root.name, root.text]).toEqual([200, "message", "Ok."]);
        expect((await ask(service, "GET", path)).status).toBe(404);
      }
    }
  });

  test("an order is created by POST to the list and to create", async () => {
    for (const path of ["/api/orders", "/api/orders.xml", "/api/orders/create", "/api/orders/create.xml"]) {
      expect((await ask(service, "POST", path, orderXml(["KEPT"], quiet))).status).toBe(201);
    }
  });

  test("an order is updated in every form", async () => {
    const forms = [
      ["PUT", ""],
      ["PUT", "/update"],
      ["POST", "/update"],
    ] as const;
    for (const [method, command] of forms) {
      for (const suffix of ["", ".xml"]) {
        const title = `${method} ${command}${suffix}`;
        const body = `<order><title>${title}</title></order>`;
        expect((await ask(service, method, `/api/orders/kept${command}${suffix}`, body)).status).toBe(200);
        expect(textOf((await ask(service, "GET", "/api/orders/kept")).root, "title")).toBe(title);
      }
    }
  });

  test.each(["expire", "send_email"])("%s is taken by GET, POST and PUT", async (command) => {
    for (const method of ["GET", "POST", "PUT"]) {
      for (const suffix of ["", ".xml"]) {
        const { status, root } = await ask(service, method, `/api/orders/kept/${command}${suffix}`);
        expect([status, root.text]).toEqual([200, "Ok."]);
      }
    }
  });

  test("HEAD never changes anything", async () => {
    for (const path of [
      "/api/new_token",
      "/api/items/KEPT/delete",
      "/api/orders/kept/delete",
      "/api/orders/kept/expire",
      "/api/orders/kept/send_email",
    ]) {
      expect((await service.api(path, { method: "HEAD" })).status).toBe(405);
    }
    expect((await ask(service, "GET", "/api/items/KEPT")).status).toBe(200);
    expect((await ask(service, "GET", "/api/orders/kept")).status).toBe(200);
  });

  const allowed: [path: string, allow: string][] = [
    ["/api/account", "GET, HEAD"],
    ["/api/new_token", "GET, POST"],
    ["/api/downloads", "GET, HEAD"],
    ["/api/downloads/1", "GET, HEAD"],
    ["/api/items", "GET, HEAD, POST"],
    ["/api/items/KEPT", "GET, HEAD, PUT, DELETE"],
    ["/api/items/KEPT/update", "PUT, POST"],
    ["/api/items/KEPT/items", "PUT"],
    ["/api/items/KEPT/delete", "GET, POST, DELETE"],
    ["/api/items/KEPT/downloads", "GET, HEAD"],
    ["/api/orders", "GET, HEAD, POST"],
    ["/api/orders/kept", "GET, HEAD, PUT, DELETE"],
    ["/api/orders/kept/update", "PUT, POST"],
    ["/api/orders/kept/delete", "GET, POST, DELETE"],
    ["/api/orders/kept/expire", "GET, POST, PUT"],
    ["/api/orders/kept/send_email", "GET, POST, PUT"],
    ["/api/orders/kept/downloads", "GET, HEAD"],
  ];

  test.each(allowed)("%s answers other methods than %s with 405 and Allow", async (path, allow) => {
    const methods = allow.split(", ");
    for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"].filter((one) => !methods.includes(one))) {
      const { status, headers, root } = await ask(service, method, path);
      expect([method, status, headers.get("allow")]).toEqual([method, 405, allow]);
      expect(root.text).toContain(method);
    }
  });

  test.each([
    "/api",
    "/api/",
    "/api/nothing",
    "/api/items/KEPT/nothing",
    "/api/items/KEPT/delete/delete",
    "/api/orders/kept/order_items",
    "/api/account/1",
    "/api/downloads/1/delete",
  ])("%s is an unknown path, whatever the method", async (path) => {
    for (const method of ["GET", "POST", "DELETE"]) {
      const answer = await service.api(path, { method });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  test("a new token replaces the one before, by GET and by POST", async () => {
    for (const [method, path] of [
      ["GET", "/api/new_token"],
      ["POST", "/api/new_token.xml"],
    ] as const) {
      const before = { ...service.credentials };
      const { status, root } = await ask(service, method, path);
      expect([status, root.name]).toEqual([200, "message"]);
      expect(root.text).not.toBe(before.token);
      expect((await ask(service, "GET", "/api/account", undefined, { as: before })).status).toBe(401);
      service.credentials.token = root.text;
      expect(textOf((await ask(service, "GET", "/api/account")).root, "api_token")).toBe(root.text);
    }
  });
});
