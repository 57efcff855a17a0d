import { beforeAll, describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import { type Store, until } from "../../support/service.ts";
import { connect } from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

describe.each(anyDatabase)("bodies at addresses of connections on $name", ({ makeStore }) => {
  let store: Store;
  let shop: string;
  let mailService: string;

  beforeAll(async () => {
    store = await makeStore();
    shop = new URL((await connect(store, { kind: "woocommerce" })).url).pathname;
    const made = await v3(store, "POST", "mail_hooks", { service: "mailgun", secret: "of mailgun" });
    mailService = new URL(made.body.mail_hook.url).pathname;
  });

  /** A connection to the service, and the status lines that came so far. */
  async function open() {
    const { host, hostname, port } = new URL(store.url);
    let text = "";
    const data = (_: unknown, bytes: Uint8Array) => {
      text += Buffer.from(bytes).toString("latin1");
    };
    const socket = await Bun.connect({ hostname: "127.0.0.1", port: Number(port), socket: { data } });
    const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
    const post = (path: string, length: number) =>
      socket.write(`POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: ${length}\r\n\r\n`);
    return { socket, statuses, post, get: () => socket.write(`GET /healthz HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`) };
  }

  test("are not waited for where there is no connection, and the next request is answered", async () => {
    const half = "x".repeat(100);
    for (const path of ["/hooks/nobody", "/hooks/mail/nobody", "/hooks/a/b", "/hooks/"]) {
      const { socket, statuses, post, get } = await open();
      post(path, 2 * half.length);
      socket.write(half);
      await until("it is answered before the body is whole", () => statuses().length === 1);
      socket.write(half);
      get();
      await until("the next one is answered", () => statuses().length === 2);
      expect({ path, statuses: statuses() }).toEqual({ path, statuses: [404, 200] });
      socket.end();
    }
  });

  test("are read where there is one: of another length or encoding, each is answered as before", async () => {
    const statusOf = async (path: string, body: string, headers: Record<string, string> = {}) =>
      (await fetch(store.url + path, { method: "POST", body, headers })).status;
    const tooLong = "x".repeat(1024 ** 2 + 1);
    for (const path of [shop, mailService]) {
      expect([await statusOf(path, "{}"), await statusOf(path, tooLong)]).toEqual([401, 413]);
      expect(await statusOf(path, "{}", { "content-encoding": "gzip" })).toBe(415);
    }
    for (const path of ["/hooks/nobody", "/hooks/mail/nobody"]) {
      expect([await statusOf(path, "{}"), await statusOf(path, tooLong)]).toEqual([404, 404]);
    }
  });
});
