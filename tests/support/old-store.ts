import { expect } from "bun:test";
import { afterTests } from "./cleanup.ts";
import type { Service } from "./service.ts";
import { addItem, xmlHeaders } from "./store.ts";

/** What stands between the two services: it sees each request, and may answer in place of the old service. */
type Interruption = (path: string) => Response | null | Promise<Response | null>;

/** Products with and without files, customers who downloaded, and orders of every kind. */
export async function fill(service: Service, orderCount: number): Promise<void> {
  const settings = { name: "Old Store", order_expiration_in_hours: null, download_limit_per_item: 7 };
  const put = await service.api("/api/v3/account", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(settings),
  });
  expect(put.status).toBe(200);
  const one = await addItem(service, "ONE", { "one ü.txt": "file of ONE\n" });
  await addItem(service, "LARGE", { "large.bin": new Uint8Array(3_000_000).map((_, index) => index % 251) });
  await addItem(service, "SEVERAL", { "a.txt": "a", "b.txt": "b" });
  await addItem(service, "NO FILE & <more>", {});
  const orders = Array.from({ length: orderCount - 4 }, (_, index) => ({
    vendor_id: `OLD-${index}`,
    email: `customer${index % 30}@example.com`,
    first_name: index % 7 === 0 ? "Zoë & <Co>" : "Ann",
    send_email: false,
    order_items: [{ item_sku: index % 3 === 0 ? "LARGE" : "ONE" }, { item_sku: "NO FILE & <more>" }],
  }));
  for (let start = 0; start < orders.length; start += 100) {
    const answer = await service.api("/api/v3/orders/bulk", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ orders: orders.slice(start, start + 100) }),
    });
    expect(answer.status).toBe(200);
  }
  const order = async (fields: string, left = "") => {
    const item = `<order_item><sku>ONE</sku>${left}</order_item>`;
    const body = `<order><send_email>false</send_email>${fields}<order_items type="array">${item}</order_items></order>`;
    const answer = await service.api("/api/orders/create", { method: "POST", headers: xmlHeaders, body });
    expect(answer.status).toBe(201);
    return /<link>([^<]+)</.exec(await answer.text())?.[1] ?? "";
  };
  await order("<id>M-1001</id><title>By hand</title><email>m@example.com</email><download_limit>3</download_limit>");
  await order("<email>gone@example.com</email><expiration_date>2024-01-01T00:00:00Z</expiration_date>");
  const left = "<downloads_remaining>3</downloads_remaining>";
  const link = await order("<email>left1@example.com</email>", left);
  const used = await order("<email>used@example.com</email><download_limit>2</download_limit>");
  for (const path of [link, used, link, used, one.permalink]) {
    const answer = await service.get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    await answer.bytes();
  }
}

/** A web server that passes requests on to the service, which gives at most `pageSize` orders of the thousand asked for. */
export function openDoor(service: Service, pageSize = 1_000) {
  const paths: string[] = [];
  let interruption: Interruption | null = null;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      paths.push(pathname + search);
      const answer = await interruption?.(pathname + search);
      if (answer) return answer;
      const headers = new Headers(request.headers);
      headers.set("host", "demo.localhost");
      headers.delete("connection");
      const path = pathname + search.replace("per_page=1000", `per_page=${pageSize}`);
      return fetch(service.url + path, { headers, redirect: "manual" });
    },
  });
  afterTests(() => server.stop(true));
  return {
    from: `http://127.0.0.1:${server.port}`,
    paths,
    interrupt: (next: Interruption | null) => {
      interruption = next;
    },
  };
}

/** The words of the command that brings the store's account to this one, through the door. */
export const moveWords = (old: Service, from: string, account: string, more: string[] = []) => {
  const { key, token } = old.credentials;
  return ["import", "fetchapp", "--account", account, "--from", from, "--key", key, "--token", token, ...more];
};
