import { beforeAll, describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { browser, fetched, type Ordered, orderFiles, stateOf, updateOrder } from "../../support/downloads.ts";
import { expectRefusal } from "../../support/refusals.ts";
import type { Store } from "../../support/service.ts";
import { addItem, createOrder } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("on $name", ({ makeStore }) => {
  let service: Store;

  beforeAll(async () => {
    service = await makeStore();
  });

  const expectUnknown = (path: string) => expectRefusal(service, path, 404, /This link does not work/);

  test("a used up link is refused with 403, for ranges and conditions too", async () => {
    const order = await orderFiles(service, { "a.txt": "abcdef" }, "<download_limit>0</download_limit>");
    const [file = ""] = order.files;
    await expectRefusal(service, file, 403, /no downloads left for this file/);
    for (const headers of [
      { range: "bytes=0-1" },
      { range: "bytes=3-" },
      { range: "bytes=-2" },
      { range: "bytes=99-" },
      { "if-none-match": "*" },
      { "if-match": '"other"' },
    ] satisfies Record<string, string>[]) {
      expect([headers, (await fetched(service, file, headers)).status]).toEqual([headers, 403]);
    }
    expect((await fetched(service, order.link)).status).toBe(403);
    expect(await stateOf(service, order)).toEqual({ recorded: 0, counted: 0, remaining: 0 });
  });

  test("an item's page is answered 403 once all of its files are used up, and says what to do; the order's stays 200", async () => {
    const order = await orderFiles(service, { "a.txt": "a", "b.txt": "b" }, "<download_limit>1</download_limit>");
    for (const [path, before] of order.files.map((path, n) => [path, n] as const)) {
      expect([before, (await fetched(service, order.link, browser)).status]).toEqual([before, 200]);
      expect((await fetched(service, path)).status).toBe(200);
    }
    const page = await fetched(service, order.link, browser);
    expect([page.status, page.headers.get("content-type")]).toEqual([403, "text/html; charset=utf-8"]);
    expect(page.body).toContain("to renew your order");
    expect((await fetched(service, order.link, browser, "HEAD")).status).toBe(403);
    const orderPage = /\/orders\/[\w-]+/.exec(page.body)?.[0] ?? "";
    expect((await fetched(service, orderPage, browser)).status).toBe(200);
  });

  test("an expired link is refused with 410, and the order's page stays", async () => {
    const order = await orderFiles(service);
    const page = await (await service.get(order.link, { headers: browser })).text();
    const orderPage = /\/orders\/[\w-]+/.exec(page)?.[0] ?? "";
    expect((await service.api(`/api/orders/${order.id}/expire`, { method: "POST" })).status).toBe(200);
    for (const path of [order.link, ...order.files]) await expectRefusal(service, path, 410, /expired/);
    const expired = await fetched(service, orderPage, browser);
    expect(expired.status).toBe(200);
    expect(expired.body).toContain("expired");
    expect(expired.body).not.toContain(order.files[0] ?? "");
    expect((await fetched(service, order.permalink)).status).toBe(200);
    await updateOrder(service, order.id, "<expiration_date>2099-01-01T00:00:00Z</expiration_date>");
    expect((await fetched(service, order.link)).status).toBe(200);
  });

  test("unknown links are answered 404", async () => {
    const order = await orderFiles(service);
    const other = await orderFiles(service, { "other.txt": "other" });
    const otherFile = other.files[0]?.split("/")[3];
    const nowhere = ["/orders/x", "/get/x", "/get/x/1/a.txt", "/permalink/x", "/permalink/x/1/a.txt", "/get", "/x/y"];
    for (const path of nowhere) await expectUnknown(path);
    // Not a file of this item: another item's, an unknown one, none at all.
    for (const file of [otherFile, "999999", "0", "-1", "1e1", "x", "99999999999999999999"]) {
      await expectUnknown(`${order.link}/${file}/other.txt`);
      await expectUnknown(`${order.permalink}/${file}/other.txt`);
    }
    // One kind of link is none of the others.
    await expectUnknown(order.link.replace("/get/", "/orders/"));
    await expectUnknown(order.permalink.replace("/permalink/", "/get/"));
    for (const odd of ["%00", "%F0", "%ff%fe", "..%2f..%2fetc", "%27or%271%27=%271", "%E2%80%AE", "a".repeat(5000)]) {
      for (const kind of ["orders", "get", "permalink"]) {
        expect([odd, (await fetched(service, `/${kind}/${odd}`)).status]).toEqual([odd, 404]);
      }
    }
    expect(await stateOf(service, order)).toEqual({ recorded: 0, counted: 0, remaining: 5 });
  });

  test("the name at the end of a file's address may be any: its number says which file it is", async () => {
    const order = await orderFiles(service, { "a.txt": "abc" }, "<download_limit>50</download_limit>");
    const start = order.files[0]?.replace(/[^/]+$/, "") ?? "";
    for (const name of [
      "renamed.txt",
      "%00",
      "%2e%2e%2fpasswd",
      "100%",
      "%F0%9F%8E%B5",
      "a%20b?x=1",
      "x".repeat(4000),
    ]) {
      const answer = await fetched(service, start + name);
      expect([name, answer.status, answer.body]).toEqual([name, 200, "abc"]);
      expect(answer.headers.get("content-disposition")).toBe("attachment; filename=a.txt");
    }
    await expectUnknown(start.slice(0, -1));
    await expectUnknown(`${start}a/b`);
  });

  const punctuation = ["/", ".", ")", ">", ",", "*", "_", "**", "_)", "-", "~", "|", "//", ").", "=20"];
  const escapes = ["%3E", "%22", "%E3%80%82", "%E3%82%92", "%2A", "%60", "%5D", "%253E", "%C2%A0"];
  const markup = [
    "&gt;",
    "&amp;gt;",
    "%26gt%3B",
    "&quot;",
    "%26%2339%3B",
    "&nbsp;",
    "&gt;.",
    "%22%3Ehere%3C/a%3E",
    "%3Cbr",
    "&utm_source=email",
    "&utm=1&amp;x=page",
  ];
  const ends = [...punctuation, ...escapes, ...markup];

  test("a link with what a program took for its end leads to the link, and counts nothing", async () => {
    const order = await orderFiles(service);
    const page = /\/orders\/[\w-]+/.exec((await fetched(service, order.link, browser)).body)?.[0] ?? "";
    for (const link of [page, `${page}/all.zip`, order.link, order.permalink]) {
      for (const end of ends) {
        for (const [method, headers] of [
          ["GET", browser],
          ["HEAD", {}],
          ["GET", {}],
        ] as const) {
          const answer = await fetched(service, `${link}${end}?lang=de`, headers, method);
          expect([end, answer.status, answer.headers.get("location")]).toEqual([end, 302, `${link}?lang=de`]);
          expect(answer.headers.get("cache-control")).toBe("no-store");
        }
      }
    }
    for (const end of [".", ")", "%3E", "_", "&gt;"]) {
      expect((await fetched(service, `${order.link}?page${end}`)).headers.get("content-type")).toStartWith("text/html");
    }
    for (const query of [
      "?utm_source=email&page",
      "?page&utm_source=email",
      "?a=1&page=&b=2",
      "?%70age",
      "?a=1&p%61g%65=1",
    ]) {
      for (const link of [order.link, order.permalink]) {
        expect((await fetched(service, link + query)).headers.get("content-type")).toStartWith("text/html");
      }
    }
    for (const end of ["&page", "&utm=1&page", "&amp;page", "&page."]) {
      const { headers } = await fetched(service, order.link + end);
      expect([end, headers.get("location")]).toEqual([end, `${order.link}?page`]);
    }
    expect(await stateOf(service, order)).toEqual({ recorded: 0, counted: 0, remaining: 5 });
    const unknown = ["/orders/x/", "/get/x.", "/get/x_", `${page}.x`, `${page}x`, `${page}_x`, `/other${page}/`];
    for (const path of unknown) await expectUnknown(path);
    expect((await fetched(service, `${page}/`, {}, "POST")).status).toBe(405);
  });

  test("what was deleted or removed leads to 404", async () => {
    const linksOf = ({ link, files }: Ordered) => [link, ...files];
    const deletedOrder = await orderFiles(service);
    await service.api(`/api/orders/${deletedOrder.id}`, { method: "DELETE" });
    for (const path of linksOf(deletedOrder)) await expectUnknown(path);
    expect((await fetched(service, deletedOrder.permalink)).status).toBe(200);

    const deletedItem = await orderFiles(service);
    await service.api(`/api/items/${deletedItem.sku}`, { method: "DELETE" });
    for (const path of [...linksOf(deletedItem), deletedItem.permalink]) await expectUnknown(path);

    const removed = await orderFiles(service);
    const { sku } = await addItem(service, "KEPT");
    await updateOrder(service, removed.id, "", `<order_item><sku>${sku}</sku></order_item>`);
    for (const path of linksOf(removed)) await expectUnknown(path);
    expect((await fetched(service, removed.permalink)).status).toBe(200);
  });

  test("a renamed item keeps its links", async () => {
    const order = await orderFiles(service, { "a.txt": "abc" });
    const body = `<item><sku>${order.sku}-new</sku><name>New</name></item>`;
    const headers = { "content-type": "application/xml" };
    expect((await service.api(`/api/items/${order.sku}`, { method: "PUT", headers, body })).status).toBe(200);
    for (const path of [order.link, order.permalink]) expect((await fetched(service, path)).body).toBe("abc");
  });

  test("an item without a file yet is answered 409", async () => {
    const body = "<item><sku>EMPTY</sku><name>Nothing yet</name></item>";
    const headers = { "content-type": "application/xml" };
    const item = await (await service.api("/api/items", { method: "POST", headers, body })).text();
    const permalink = /<permalink>([^<]+)</.exec(item)?.[1] ?? "";
    const { id, links, guids } = await createOrder(service, { skus: ["EMPTY"] });
    expect(guids).toHaveLength(1);
    for (const path of [links[0] ?? "", permalink]) await expectRefusal(service, path, 409, /not added this file/);
    const replyTo = { reply_to: "ann+help@shop.example" };
    expect((await v3(service, "PUT", "account", replyTo)).status).toBe(200);
    await updateOrder(service, id, "<id>M&amp;1 ä</id>");
    const mailto = 'href="mailto:ann%2Bhelp@shop.example?subject=Order%20M%261%20%C3%A4"';
    expect((await fetched(service, links[0] ?? "", browser)).body).toContain(mailto);
    expect((await fetched(service, permalink, browser)).body).not.toContain("mailto:");
  });

  test("customers' addresses are for reading only, but for their forms", async () => {
    const order = await orderFiles(service);
    for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
      for (const path of [order.link, ...order.files, order.permalink, "/"]) {
        const answer = await fetched(service, path, {}, method);
        expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
      }
    }
    expect((await stateOf(service, order)).recorded).toBe(0);
    for (const [path, allow] of [
      ["/library", "GET, HEAD, POST"],
      ["/links", "GET, HEAD, POST"],
      [`/updates${order.link.slice("/get".length)}`, "GET, HEAD, POST"],
      [`/orders${order.link.slice("/get".length)}/renewal`, "POST"],
    ] as const) {
      const { status, headers, body } = await fetched(service, path, {}, "DELETE");
      expect([path, status, headers.get("allow")]).toEqual([path, 405, allow]);
      expect(body).toBe(`This address does not support DELETE. Use ${allow}.\n`);
    }
  });
});
