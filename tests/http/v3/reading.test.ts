import { beforeAll, describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { orderOf, readableOrder } from "../../support/readable-order.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { type V3Answer, v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("v3 reading on $name", ({ makeStore }) => {
  let service: SharedStore;
  let item: { id: number };
  const get = (path: string) => v3(service, "GET", path);
  const order = (body: Record<string, unknown>) => orderOf(service, body);

  beforeAll(async () => {
    service = await makeStore();
    [item] = (await readableOrder(service)).order_items;
  });

  test("answers to requests that arrive together are those of each alone, also beside changes", async () => {
    const orders = await Promise.all(
      [["MAP"], ["MAP", "TWO"], ["SONG"], []].map((skus, n) =>
        order({ first_name: `Ann ${n}`, order_items: skus.map((sku) => ({ sku })) }),
      ),
    );
    const ids = orders.map(({ id }) => id);
    const paths = [
      ...ids.flatMap((id) => [`v3/orders/${id}`, `orders/${id}`]),
      ...["MAP", "TWO", "SONG"].flatMap((sku) => [`v3/skuproducts/${sku}`, `items/${sku}`]),
      ...["v3/account", "account", "v3/orders/none", "orders/%ED%A0%80", "v3/skuproducts/none"],
    ];
    const read = async (path: string) => {
      const answer = await service.api(`/api/${path}`);
      // The state of the order's email, and with it its own, changes while the test runs.
      return [path, answer.status, (await answer.text()).replace(/"(email_status|state)":"[a-z_]+"/g, "")];
    };
    const alone: (string | number)[][] = [];
    for (const path of paths) alone.push(await read(path));
    for (const times of [1, 5]) {
      const all = Array.from({ length: times }, () => paths).flat();
      expect(await Promise.all(all.map(read))).toEqual(Array.from({ length: times }, () => alone).flat());
    }
    // An answer to a change shows the change, also while others read the order as it was before.
    const changes = Array.from({ length: 20 }, (_, n) => v3(service, "PUT", `orders/${ids[1]}`, { custom_1: `${n}` }));
    const reads = Array.from({ length: 40 }, () => v3(service, "GET", `orders/${ids[1]}`));
    const changed = await Promise.all(changes);
    await Promise.all(reads);
    expect(changed.map(({ body }) => body.order.custom_1)).toEqual(changed.map((_, n) => `${n}`));
  });

  test.each([
    "order_items/999/files",
    "order_items/999/downloads",
    "order_items/x/files",
    "order_items/99999999999999999999/downloads",
  ])("%s is not found, and says so by its name", async (path) => {
    expect(await get(path)).toMatchObject({ status: 404, body: { status: 404, order_item: null } });
  });

  test.each([
    ["downloads?page=x&page_size=501", ["page", "page_size"]],
    ["downloads?from=2026-02-30&to=yesterday", ["from", "to"]],
    ["downloads?sku=%01&order_id=%01&ip_address=%01", ["order_id", "sku", "ip_address"]],
    ["emails?status=lost&order_id=%01", ["status", "order_id"]],
    ["stats?from=2026-11-20T00:00:00Z&to=1969-12-31", ["from", "to"]],
    ["stats?from=2026-11-20&to=2026-11-19", ["to"]],
    ["stats?from=2000-01-01&to=2010-01-08", ["to"]],
  ])("%s is refused with each wrong field named", async (path, wrong) => {
    const { status, body } = await get(path);
    expect(status).toBe(422);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(wrong);
  });

  test.each([
    ["DELETE", "downloads", "GET, HEAD"],
    ["POST", "downloads", "GET, HEAD"],
    ["PATCH", "orders/10000001", "DELETE, GET, HEAD, PUT"],
    ["GET", "emails/1/retry", "POST"],
    ["OPTIONS", "orders", "GET, HEAD, POST"],
    ["POST", "openapi.json", "GET, HEAD"],
  ])("%s %s is not allowed, and Allow names what is", async (method, path, allow) => {
    const { status, headers, body } = await v3(service, method, path);
    expect({ status, allow: headers.get("allow") }).toEqual({ status: 405, allow });
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(body.status).toBe(405);
  });

  test("HEAD answers as GET does without the body, and unknown paths are not found", async () => {
    const head = await service.api("/api/v3/downloads", { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.headers.get("content-type")).toContain("application/json");
    expect(await head.text()).toBe("");
    expect((await get("nothing")).status).toBe(404);
    expect((await get("downloads/1/2")).status).toBe(404);
  });

  test("nothing of one account is seen by another", async () => {
    const other = await makeStore();
    const read = async (path: string): Promise<V3Answer["body"]> => (await v3(other, "GET", path)).body;
    const [email] = (await get("emails")).body.emails;
    expect(await read("downloads")).toMatchObject({ downloads: [], total: 0 });
    expect(await read("downloads?ip_address=127.0.0.1")).toMatchObject({ downloads: [], total: 0 });
    expect(await read("downloads?sku=MAP&order_id=10000001")).toMatchObject({ downloads: [], total: 0 });
    expect(await read("emails")).toMatchObject({ emails: [], total: 0 });
    expect(await read(`emails/${email.id}`)).toMatchObject({ status: 404 });
    expect(await read(`order_items/${item.id}/files`)).toMatchObject({ status: 404 });
    expect(await read(`order_items/${item.id}/downloads`)).toMatchObject({ status: 404 });
    expect((await read("stats")).stats).toMatchObject({ totals: { downloads: 0, orders: 0 }, products: [] });
    expect((await v3(other, "POST", `emails/${email.id}/retry`)).status).toBe(404);
  });
});
