import { beforeAll, describe, expect, test } from "bun:test";
import { rush } from "../../support/clients.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { countDownloads, orderFiles, stateOf } from "../../support/downloads.ts";
import { type Service, startProcess } from "../../support/service.ts";

describe.each(databasesUnderTest)("on $name", ({ name, create }) => {
  let service: Service;
  /** On PostgreSQL a second server stands beside the first; SQLite has one server by its nature. */
  let servers: Service[];

  beforeAll(async () => {
    const database = await create();
    service = await startProcess({ database });
    servers = [service];
    if (name === "postgres") servers.push(await startProcess({ database, credentials: service.credentials }));
  });

  const limit = (downloads: number) => `<download_limit>${downloads}</download_limit>`;

  test("one download left, opened a hundred times at once, delivers once", async () => {
    const order = await orderFiles(service, { "a.txt": "abc" }, limit(1));
    const urls = [service.url + order.link];
    expect(await rush(urls, { processes: 4, requests: 25 })).toEqual({ 200: 1, 403: 99 });
    expect(await stateOf(service, order)).toEqual({ recorded: 1, counted: 1, remaining: 0 });
  });

  test("seven left, opened sixty times at once, deliver seven times, from every server together", async () => {
    const order = await orderFiles(service, { "a.txt": "abc" }, limit(7));
    const urls = servers.map(({ url }) => url + order.link);
    expect(await rush(urls, { processes: 3, requests: 20 / urls.length })).toEqual({ 200: 7, 403: 53 });
    expect(await stateOf(service, order)).toEqual({ recorded: 7, counted: 7, remaining: 0 });
  });

  test("each of two files has its own allowance under the same rush", async () => {
    const order = await orderFiles(service, { "a.txt": "abc", "b.txt": "def" }, limit(5));
    const urls = servers.flatMap(({ url }) => order.files.map((file) => url + file));
    expect(await rush(urls, { processes: 2, requests: 40 / urls.length })).toEqual({ 200: 10, 403: 70 });
    expect(await stateOf(service, order)).toEqual({ recorded: 10, counted: 10, remaining: 0 });
  });

  test("an order without a limit, and a permalink, deliver and record every time", async () => {
    const order = await orderFiles(service, { "a.txt": "abc" }, limit(100));
    const urls = servers.flatMap(({ url }) => [url + order.link, url + order.permalink]);
    expect(await rush(urls, { processes: 2, requests: 80 / urls.length })).toEqual({ 200: 160 });
    expect(await stateOf(service, order)).toEqual({ recorded: 80, counted: 80, remaining: 20 });
    expect(await countDownloads(service, `/api/items/${order.sku}/downloads`)).toBe(160);
  });
});
