import { beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { sql } from "kysely";
import type { Database } from "../../../src/platform/database/database.ts";
import type { Instant } from "../../../src/platform/instants.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { type Ordered, orderFiles, orderItem, stateOf } from "../../support/downloads.ts";
import { type Service, startProcess, until } from "../../support/service.ts";
import { addItem, type Item } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const large = { "film.mkv": new Uint8Array(32 * 1024 ** 2) };
const small = { "song.txt": "la la la" };
const once = "<download_limit>1</download_limit>";

const phone = "Mozilla/5.0 (Linux; Android 10; K) Chrome/129 Mobile";
const manager = "ddg_android/5.216.2";

describe.each(databasesUnderTest)("a request that a client repeats on $name", ({ name, create }) => {
  let service: Service;
  /** On PostgreSQL a second server beside the first gets the second requests. */
  let other: Service;
  let database: Database;
  /** One large file, for all that ask nothing of the product: to upload it costs more than most of the tests. */
  let film: Item;
  let clients = 0;

  beforeAll(async () => {
    const created = await create();
    const environment = { WAYBILL_TRUSTED_PROXIES: "127.0.0.1" };
    service = await startProcess({ database: created, environment });
    const { credentials } = service;
    other = name === "postgres" ? await startProcess({ database: created, environment, credentials }) : service;
    database = await created.open();
    film = await addItem(service, "FILM", large);
  });

  const newAddress = () => `10.0.0.${++clients}`;

  /** Asks for a file, and goes away once the headers are there and the service waits for a reader. */
  async function hangUp(path: string, address: string): Promise<string> {
    const { status, goAway } = await ask(path, address);
    goAway();
    return status;
  }

  /** Asks for a file, and reads its headers only. */
  const ask = (path: string, address: string) =>
    new Promise<{ status: string; goAway(): void }>((resolve, reject) => {
      const socket = connect(service.port, "127.0.0.1");
      const headers = `Host: ${new URL(service.url).host}\r\nUser-Agent: ${phone}\r\nX-Forwarded-For: ${address}`;
      socket.write(`GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
      socket.once("data", async (data) => {
        socket.pause();
        for (let round = 0; round < 10; round++) await service.get("/healthz");
        resolve({ status: data.toString("latin1").slice(9, 12), goAway: () => socket.destroy() });
      });
      socket.once("error", reject);
    });

  async function get(path: string, address: string, headers: Record<string, string> = {}, method = "GET") {
    const all = { "user-agent": manager, "x-forwarded-for": address, ...headers };
    const response = await other.get(path, { method, headers: all });
    return { status: response.status, bytes: (await response.bytes()).length };
  }

  /** Waits until it is known how the order's only download ended. */
  const ended = ({ id }: Pick<Ordered, "id">, completed: boolean) =>
    until("it is known how the download ended", async () => {
      const { downloads } = (await v3(service, "GET", `orders/${id}/downloads`)).body;
      return downloads[0]?.completed === completed;
    });

  const refused = { status: 403, bytes: expect.any(Number) };
  const whole = { status: 200, bytes: 32 * 1024 ** 2 };

  test("belongs to the download that was counted when it hung up after the headers, once", async () => {
    const order = await orderItem(service, film, once);
    const address = newAddress();
    expect(await hangUp(order.link, address)).toBe("200");
    expect(await get(order.link, address)).toEqual(whole);
    expect(await stateOf(service, order)).toEqual({ recorded: 1, counted: 1, remaining: 0 });
    expect(await get(order.link, address)).toEqual(refused);
  });

  test("is free for one of a hundred at once", async () => {
    const order = await orderItem(service, film, once);
    const address = newAddress();
    await hangUp(order.link, address);
    const head = await get(order.link, address, {}, "HEAD");
    expect(head).toEqual({ status: 200, bytes: 0 });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => get(order.link, address, index % 2 ? { range: "bytes=0-" } : {})),
    );
    expect(answers.filter(({ status }) => status !== 403)).toHaveLength(1);
    expect(await stateOf(service, order)).toEqual({ recorded: 1, counted: 1, remaining: 0 });
  });

  test("waits for the first one's end only with seven others of the store", async () => {
    const order = await orderItem(service, film, once);
    const address = newAddress();
    const first = await ask(order.link, address);
    const answers: { status: number; bytes: number }[] = [];
    const asked = Array.from({ length: 20 }, async () => void answers.push(await get(order.link, address)));
    await until("twelve are answered", async () => answers.length >= 12);
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(403));
    first.goAway();
    await Promise.all(asked);
    expect(answers.filter(({ status }) => status !== 403)).toEqual([whole]);
  });

  test("is free while downloads are left, once its end is known", async () => {
    const order = await orderItem(service, film);
    const address = newAddress();
    await hangUp(order.link, address);
    await ended(order, false);
    expect(await get(order.link, address)).toEqual(whole);
    expect(await stateOf(service, order)).toEqual({ recorded: 1, counted: 1, remaining: 4 });
    expect(await get(order.link, address)).toEqual(whole);
    expect(await stateOf(service, order)).toEqual({ recorded: 2, counted: 2, remaining: 3 });
  });

  test("continues with later parts, and comes as far as it was sent", async () => {
    const order = await orderItem(service, film, once);
    const address = newAddress();
    await hangUp(order.link, address);
    expect(await get(order.link, address)).toEqual(whole);
    await ended(order, true);
    expect(await get(order.link, address, { range: "bytes=1000-1009" })).toEqual({ status: 206, bytes: 10 });
    expect(await stateOf(service, order)).toEqual({ recorded: 1, counted: 1, remaining: 0 });
  });

  test("of a small file is free for another program, once", async () => {
    const order = await orderFiles(service, small, once);
    const address = newAddress();
    expect(await hangUp(order.link, address)).toBe("200");
    expect((await get(order.link, address, { "user-agent": phone })).status).toBe(403);
    expect(await get(order.link, address)).toEqual({ status: 200, bytes: 8 });
    expect((await get(order.link, address, { "user-agent": "third" })).status).toBe(403);
    expect(await stateOf(service, order)).toEqual({ recorded: 1, counted: 1, remaining: 0 });
  });

  test("counts for another address, another file, after a minute, and after a whole download", async () => {
    const elsewhere = await orderItem(service, film, once);
    await hangUp(elsewhere.link, newAddress());
    expect((await get(elsewhere.link, newAddress())).status).toBe(403);

    const two = await orderFiles(service, { ...large, "more.mkv": new Uint8Array(2 * 1024 ** 2) }, once);
    const [first = "", more = ""] = two.files;
    const address = newAddress();
    await hangUp(first, address);
    await ended(two, false);
    expect((await get(more, address)).status).toBe(200);
    expect(await stateOf(service, two)).toMatchObject({ recorded: 2, counted: 2 });

    const late = await orderItem(service, film, once);
    const lateAddress = newAddress();
    await hangUp(late.link, lateAddress);
    await ended(late, false);
    await database.write((tx) =>
      tx
        .updateTable("downloads")
        .set({ downloaded_at: sql<Instant>`downloaded_at - 60000` })
        .where("ip_address", "=", lateAddress)
        .execute(),
    );
    expect((await get(late.link, lateAddress)).status).toBe(403);

    const sent = await orderItem(service, film, once);
    const sentAddress = newAddress();
    expect(await get(sent.link, sentAddress, { "user-agent": phone })).toEqual(whole);
    expect((await get(sent.link, sentAddress)).status).toBe(403);
  });

  test("is refused when the order has expired or is revoked", async () => {
    const order = await orderItem(service, film, once);
    const address = newAddress();
    await hangUp(order.link, address);
    await ended(order, false);
    await v3(service, "POST", `orders/${order.id}/expire`);
    expect((await get(order.link, address)).status).toBe(410);
  });

  test("through a permalink is recorded once", async () => {
    const { permalink, sku } = await orderFiles(service, large);
    const address = newAddress();
    const recorded = async () => (await v3(service, "GET", `skuproducts/${sku}`)).body.product.download_count;
    await hangUp(permalink, address);
    await until("the download broke off", async () => {
      const { downloads } = (await v3(service, "GET", `downloads?ip_address=${address}`)).body;
      return downloads[0]?.completed === false;
    });
    expect(await get(permalink, address)).toEqual(whole);
    expect(await recorded()).toBe(1);
    expect(await get(permalink, address)).toEqual(whole);
    expect(await recorded()).toBe(2);
  });
});
