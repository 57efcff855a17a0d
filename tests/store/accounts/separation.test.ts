import { beforeAll, describe, expect, test } from "bun:test";
import type { TestAccount } from "../../support/accounts.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { browser } from "../../support/downloads.ts";
import type { Store } from "../../support/service.ts";
import { addItem, xmlHeaders } from "../../support/store.ts";

/** Everything that one account has, by the names that others might try. */
interface Holdings {
  account: TestAccount;
  sku: string;
  orderId: string;
  downloadId: string;
  /** Below `/orders/`, `/get/` and `/permalink/`. */
  customerPaths: string[];
}

/** Every path of the unversioned interface (docs/reference/unversioned-interface.md) with a method that it takes. */
const apiRequests = ({ sku, orderId, downloadId }: Holdings): [string, string][] => [
  ["GET", `/api/downloads/${downloadId}`],
  ["GET", `/api/items/${sku}`],
  ["PUT", `/api/items/${sku}`],
  ["PUT", `/api/items/${sku}/update`],
  ["POST", `/api/items/${sku}/update`],
  ["PUT", `/api/items/${sku}/items`],
  ["DELETE", `/api/items/${sku}`],
  ["GET", `/api/items/${sku}/delete`],
  ["POST", `/api/items/${sku}/delete`],
  ["DELETE", `/api/items/${sku}/delete`],
  ["GET", `/api/items/${sku}/downloads`],
  ["GET", `/api/orders/${orderId}`],
  ["PUT", `/api/orders/${orderId}`],
  ["PUT", `/api/orders/${orderId}/update`],
  ["POST", `/api/orders/${orderId}/update`],
  ["DELETE", `/api/orders/${orderId}`],
  ["GET", `/api/orders/${orderId}/delete`],
  ["POST", `/api/orders/${orderId}/delete`],
  ["DELETE", `/api/orders/${orderId}/delete`],
  ["GET", `/api/orders/${orderId}/expire`],
  ["POST", `/api/orders/${orderId}/expire`],
  ["PUT", `/api/orders/${orderId}/expire`],
  ["GET", `/api/orders/${orderId}/send_email`],
  ["POST", `/api/orders/${orderId}/send_email`],
  ["PUT", `/api/orders/${orderId}/send_email`],
  ["GET", `/api/orders/${orderId}/downloads`],
];

const accountWide: [string, string][] = [
  ["GET", "/api/account"],
  ["GET", "/api/new_token"],
  ["POST", "/api/new_token"],
  ["GET", "/api/downloads"],
  ["GET", "/api/items"],
  ["POST", "/api/items"],
  ["POST", "/api/items/create"],
  ["GET", "/api/orders"],
  ["POST", "/api/orders"],
  ["POST", "/api/orders/create"],
  ["GET", "/api/nothing"],
  ["GET", "/api"],
  ["GET", "/api/v3/account"],
];

describe.each(databasesUnderTest)("on $name", ({ makeStore }) => {
  let service: Store;
  let all: Holdings[];

  beforeAll(async () => {
    service = await makeStore();
    all = [];
    for (const { handle, url, credentials } of [service, await makeStore(), await makeStore()]) {
      all.push(await furnish({ handle, host: new URL(url).host, credentials }));
    }
  });

  const api = ({ credentials, host }: TestAccount, method: string, path: string, body?: string) =>
    service.api(path, { method, host, as: credentials, headers: xmlHeaders, ...(body ? { body } : {}) });

  /** An item, an order of it and a download, all of the account's own. */
  async function furnish(account: TestAccount): Promise<Holdings> {
    const { handle, host } = account;
    const item = await addItem(service, `SKU-${handle}`, { [`${handle}.txt`]: `secret of ${handle}` }, account);
    const line = `<order_items type="array"><order_item><sku>${item.sku}</sku></order_item></order_items>`;
    const order = `<order><id>O-${handle}</id><email>${handle}@customers.example</email>${line}</order>`;
    const made = await api(account, "POST", "/api/orders", order);
    const link = /<link>([^<]+)</.exec(await made.text())?.[1] ?? "";
    const page = await (await service.get(link, { host, headers: browser })).text();
    expect((await service.get(link, { host })).status).toBe(200);
    const file = `${item.files[0]?.id}/${handle}.txt`;
    const downloads = await (await api(account, "GET", "/api/downloads")).text();
    return {
      account,
      sku: item.sku,
      orderId: `O-${handle}`,
      downloadId: /<id[^>]*>(\d+)</.exec(downloads)?.[1] ?? "",
      customerPaths: [
        link,
        `${link}/${file}`,
        item.permalink,
        `${item.permalink}/${file}`,
        /\/orders\/[\w-]+/.exec(page)?.[0] ?? "",
      ],
    };
  }

  /** All that the account can see of itself, but for its token. */
  async function viewOf({ account, sku, orderId }: Holdings): Promise<string> {
    const paths = ["account", "items", `items/${sku}`, "orders", `orders/${orderId}`, "downloads"];
    const answers = await Promise.all(paths.map((path) => api(account, "GET", `/api/${path}`)));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
    return (await Promise.all(answers.map((answer) => answer.text()))).join("\n");
  }

  const pairs = () => all.flatMap((mine) => all.filter((other) => other !== mine).map((other) => ({ mine, other })));

  test("nothing of one account is seen or changed by another", async () => {
    const before = await Promise.all(all.map(viewOf));
    const body = '<order><title>taken</title><order_items type="array"/></order>';
    for (const { mine, other } of pairs()) {
      for (const [method, path] of apiRequests(other)) {
        const content = method === "GET" ? undefined : path.includes("/items/") ? "<item><name>x</name></item>" : body;
        const answer = await api(mine.account, method, path, content);
        expect([method, path, answer.status]).toEqual([method, path, 404]);
        expect(await answer.text()).not.toContain(`secret of ${other.account.handle}`);
      }
    }
    expect(await Promise.all(all.map(viewOf))).toEqual(before);
    for (const { mine, other } of pairs()) {
      const view = before[all.indexOf(mine)] ?? "";
      expect(view).toContain(`O-${mine.account.handle}`);
      expect(view).not.toContain(other.account.handle);
    }
  });

  test("an order item of one account is not another's to change", async () => {
    const before = await Promise.all(all.map(viewOf));
    const v3 = async ({ host, credentials }: TestAccount, method: string, path: string, body?: string) => {
      const headers = { "content-type": "application/json" };
      const request = { method, host, as: credentials, headers, ...(body ? { body } : {}) };
      return service.api(`/api/v3/${path}`, request);
    };
    for (const { mine, other } of pairs()) {
      const { order } = JSON.parse(await (await v3(other.account, "GET", `orders/${other.orderId}`)).text());
      const path = `order_items/${order.order_items[0].id}`;
      expect((await v3(mine.account, "PUT", path, '{"downloads_remaining": 99}')).status).toBe(404);
    }
    expect(await Promise.all(all.map(viewOf))).toEqual(before);
  });

  test("credentials of one account never work on another's host", async () => {
    const before = await Promise.all(all.map(viewOf));
    for (const { mine, other } of pairs()) {
      const intruder = { ...other.account, credentials: mine.account.credentials };
      const mixed = {
        ...other.account,
        credentials: { key: other.account.credentials.key, token: mine.account.credentials.token },
      };
      for (const [method, path] of [...accountWide, ...apiRequests(other)]) {
        const answer = await api(intruder, method, path);
        expect([method, path, answer.status]).toEqual([method, path, 401]);
      }
      expect((await api(mixed, "GET", "/api/account")).status).toBe(401);
    }
    expect(await Promise.all(all.map(viewOf))).toEqual(before);
  });

  test("customers' links of one account lead nowhere on another's host", async () => {
    const before = await Promise.all(all.map(viewOf));
    for (const { mine, other } of pairs()) {
      for (const path of other.customerPaths) {
        for (const headers of [{}, browser]) {
          const answer = await service.get(path, { host: mine.account.host, headers });
          expect([path, answer.status]).toEqual([path, 404]);
          expect(await answer.text()).not.toContain(`secret of ${other.account.handle}`);
        }
      }
    }
    for (const { account, customerPaths } of all) {
      const own = await service.get(customerPaths.at(-1) ?? "", { host: account.host });
      expect(own.status).toBe(200);
    }
    expect(await Promise.all(all.map(viewOf))).toEqual(before);
  });

  test("a file of one account cannot be reached through another's link", async () => {
    for (const { mine, other } of pairs()) {
      const [itemLink = "", file = "", permalink = ""] = mine.customerPaths;
      const foreign = (other.customerPaths[1] ?? "").split("/").slice(-2).join("/");
      expect(file).not.toEndWith(foreign);
      for (const path of [`${itemLink}/${foreign}`, `${permalink}/${foreign}`]) {
        expect((await service.get(path, { host: mine.account.host })).status).toBe(404);
      }
    }
  });

  test("order ids and SKUs of one account are free in another", async () => {
    const [one, two] = all as [Holdings, Holdings];
    const item = "<item><sku>SAME</sku><name>Same</name></item>";
    const line = '<order_items type="array"><order_item><sku>SAME</sku></order_item></order_items>';
    const order = `<order><id>77</id><email>a@b.example</email>${line}</order>`;
    for (const { account } of [one, two]) {
      expect((await api(account, "POST", "/api/items", item)).status).toBe(201);
      expect((await api(account, "POST", "/api/orders", order)).status).toBe(201);
      expect((await api(account, "POST", "/api/orders", order)).status).toBe(409);
    }
    expect((await api(one.account, "DELETE", "/api/orders/77")).status).toBe(200);
    expect((await api(two.account, "GET", "/api/orders/77")).status).toBe(200);
  });
});
