import { beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { sendRaw } from "../../hostile/_raw.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { browser, countDownloads, fetched, orderFiles, stateOf, updateOrder } from "../../support/downloads.ts";
import { keptMailsTo } from "../../support/kept-mails.ts";
import { type Store, until } from "../../support/service.ts";
import { addItem, createOrder } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("on $name", ({ makeStore }) => {
  let service: Store;

  beforeAll(async () => {
    service = await makeStore();
  });

  test("a GET counts once, with what was delivered and to whom", async () => {
    const order = await orderFiles(service, { "song.txt": "la la la" });
    expect((await fetched(service, order.link, { "user-agent": "Radio/1.0" })).body).toBe("la la la");
    expect(await stateOf(service, order)).toEqual({ recorded: 1, counted: 1, remaining: 4 });
    const list = await (await service.api(`/api/orders/${order.id}/downloads`)).text();
    expect(list).toContain("<ip_address>127.0.0.1</ip_address>");
    expect(list).toContain('<size_bytes type="float">8');
    expect(list).toContain(`<item_sku>${order.sku}</item_sku>`);
  });

  test("a client with the oddest name is counted like any other, and disturbs no other", async () => {
    const order = await orderFiles(service, { "song.txt": "la la la" }, "<download_limit>100</download_limit>");
    const agents = [`${"x".repeat(499)}\u{1f4be}`, '{"a":"\\ud83d"}', "\\u0000", "\\ud800 '\"; --", "\xff\xfe\xc3", ""];
    const get = (agent: string) =>
      sendRaw(
        service.port,
        Buffer.from(
          `GET ${order.link} HTTP/1.1\r\nHost: ${new URL(service.url).host}\r\nUser-Agent: ${agent}\r\nConnection: close\r\n\r\n`,
        ),
      );
    const answers = await Promise.all([...agents, ...agents, ...agents].map(get));
    expect(answers.map(({ status, body }) => `${status} ${body}`)).toEqual(answers.map(() => "200 la la la"));
    expect(await stateOf(service, order)).toMatchObject({ recorded: answers.length, counted: answers.length });
  });

  test("the download is in the list by the time the first byte arrives", async () => {
    const order = await orderFiles(service, { "large.bin": new Uint8Array(8_000_000) });
    const response = await service.get(order.link);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
    expect(await stateOf(service, order)).toEqual({ recorded: 1, counted: 1, remaining: 4 });
    await reader?.cancel();
  });

  test("a transfer that breaks off counts once", async () => {
    const order = await orderFiles(service, { "large.bin": new Uint8Array(40_000_000) });
    await new Promise<void>((resolve, reject) => {
      const socket = connect(service.port, "127.0.0.1");
      socket.write(`GET ${order.link} HTTP/1.1\r\nHost: ${new URL(service.url).host}\r\n\r\n`);
      socket.once("data", () => socket.destroy());
      socket.once("error", reject);
      socket.once("close", () => resolve());
    });
    await until("the download is recorded", async () => (await stateOf(service, order)).recorded > 0);
    expect(await stateOf(service, order)).toEqual({ recorded: 1, counted: 1, remaining: 4 });
  });

  test("HEAD counts nothing and has the headers of a GET", async () => {
    const order = await orderFiles(service, { "song.txt": "la la la" });
    const [file = ""] = order.files;
    for (const path of [order.link, file]) {
      const head = await fetched(service, path, {}, "HEAD");
      expect([head.status, head.body, head.headers.get("content-length")]).toEqual([200, "", "8"]);
      expect(head.headers.get("content-disposition")).toContain("song.txt");
    }
    expect(await stateOf(service, order)).toEqual({ recorded: 0, counted: 0, remaining: 5 });
  });

  test("304, 412 and 416 count nothing", async () => {
    const order = await orderFiles(service, { "song.txt": "la la la" });
    const etag = (await fetched(service, order.link, {}, "HEAD")).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect((await fetched(service, order.link, { "if-none-match": etag })).status).toBe(304);
    expect((await fetched(service, order.link, { "if-match": '"other"' })).status).toBe(412);
    const beyond = await fetched(service, order.link, { range: "bytes=8-" });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */8"]);
    expect(await stateOf(service, order)).toEqual({ recorded: 0, counted: 0, remaining: 5 });
  });

  test("a browser gets pages, which never count, whatever opens the order's page", async () => {
    const order = await orderFiles(service, { "song.txt": "la la la" });
    const orderPage = await orderPageOf(service, order.link);
    for (const headers of [browser, { accept: "*/*" }, { accept: "text/plain" }, { range: "bytes=0-" }] as const) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await fetched(service, orderPage, headers, method);
        expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      }
    }
    const itemPage = await fetched(service, order.link, browser);
    expect(itemPage.headers.get("content-type")).toStartWith("text/html");
    expect(itemPage.body).toContain(order.files[0] ?? "no link");
    expect((await fetched(service, order.permalink, browser)).headers.get("content-type")).toStartWith("text/html");
    expect(await stateOf(service, order)).toEqual({ recorded: 0, counted: 0, remaining: 5 });
    expect(await countDownloads(service, `/api/items/${order.sku}/downloads`)).toBe(0);
  });

  test("no link of the delivery email counts, whatever opens it", async () => {
    const reword = (source: string | null) => v3(service, "PUT", "wordings/email_text", { wording: { source } });
    const own = "{{ order.url }}{% for item in items %}\n{{ item.url }}{% endfor %}";
    for (const source of [null, own]) {
      expect((await reword(source)).status).toBe(200);
      const order = await orderFiles(service, { "song.txt": "la" });
      const found = async () =>
        (await keptMailsTo(service, "ann@example.com")).find(({ text }) => text?.includes(order.link));
      await until("the email is there", async () => (await found()) !== undefined);
      const mail = await found();
      const urls = [...`${mail?.text} ${mail?.html}`.matchAll(/https?:[^\s"<>]+/g)].map(([url]) => new URL(url));
      // Names of the vocabulary for mail programs lead nowhere.
      const links = urls.filter(({ host }) => host !== "schema.org");
      expect(links.filter(({ pathname }) => pathname === order.link)).toHaveLength(2);
      for (const { pathname, search } of links) {
        for (const headers of [{ accept: "*/*" }, { accept: "" }, browser]) {
          for (const method of ["GET", "HEAD"]) {
            const answer = await fetched(service, pathname + search, headers, method);
            expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
          }
        }
      }
      expect(await stateOf(service, order)).toEqual({ recorded: 0, counted: 0, remaining: 5 });
    }
    expect((await reword(null)).status).toBe(200);
  });

  test("an item with several files has a page for everyone, and counts each file by itself", async () => {
    const order = await orderFiles(service, { "a.txt": "A", "b.txt": "B" }, "<download_limit>1</download_limit>");
    const page = await fetched(service, order.link, { accept: "*/*" });
    expect(page.headers.get("content-type")).toStartWith("text/html");
    expect((await stateOf(service, order)).recorded).toBe(0);
    const [a = "", b = ""] = order.files;
    expect((await fetched(service, a)).body).toBe("A");
    expect((await fetched(service, b)).body).toBe("B");
    expect((await fetched(service, a)).status).toBe(403);
    expect((await fetched(service, b)).status).toBe(403);
    expect(await stateOf(service, order)).toEqual({ recorded: 2, counted: 2, remaining: 0 });
  });

  test("permalinks count without an order and have no limit", async () => {
    const order = await orderFiles(service, { "song.txt": "la" }, "<download_limit>1</download_limit>");
    const [file = ""] = order.files;
    for (const path of [order.permalink, order.permalink, file.replace(order.link, order.permalink)]) {
      expect((await fetched(service, path)).body).toBe("la");
    }
    expect(await stateOf(service, order)).toEqual({ recorded: 0, counted: 0, remaining: 1 });
    const list = await (await service.api(`/api/items/${order.sku}/downloads`)).text();
    expect(list.split("<download>")).toHaveLength(4);
    expect(list).not.toContain("<order_id");
  });

  test("a new limit, and a new number left, hold at once", async () => {
    const order = await orderFiles(service, { "song.txt": "la" }, "<download_limit>1</download_limit>");
    const download = async () => (await fetched(service, order.link)).status;
    expect([await download(), await download()]).toEqual([200, 403]);
    await updateOrder(service, order.id, "<download_limit>2</download_limit>");
    expect([await download(), await download()]).toEqual([200, 403]);
    const item = `<order_item><sku>${order.sku}</sku><downloads_remaining>1</downloads_remaining></order_item>`;
    await updateOrder(service, order.id, "", item);
    expect([await download(), await download()]).toEqual([200, 403]);
    await updateOrder(service, order.id, "", item.replace(">1<", ">0<"));
    expect(await download()).toBe(403);
    expect(await stateOf(service, order)).toEqual({ recorded: 3, counted: 3, remaining: 0 });
  });

  test("an account without a limit and an expiration has neither", async () => {
    const store = await makeStore();
    const unlimited = { download_limit_per_item: null, order_expiration_in_hours: null };
    expect((await v3(store, "PUT", "account", unlimited)).status).toBe(200);
    const { sku } = await addItem(store, "UNLIMITED");
    const { id, links, xml } = await createOrder(store, { skus: [sku] });
    expect(xml).toMatch(/<expiration_date[^>]*(\/>|><\/)/);
    for (let count = 0; count < 12; count++) expect((await fetched(store, links[0] ?? "")).status).toBe(200);
    expect(await stateOf(store, { id })).toEqual({ recorded: 12, counted: 12, remaining: null });
  });
});

/** The order's page, as the item's page names it. */
async function orderPageOf(service: Store, link: string): Promise<string> {
  const page = await (await service.get(link, { headers: browser })).text();
  return /\/orders\/[\w-]+/.exec(page)?.[0] ?? "";
}
