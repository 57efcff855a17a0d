import { describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { instantNow } from "../../src/platform/instants.ts";
import { afterTests, temporaryFolder } from "../support/cleanup.ts";
import { databasesUnderTest } from "../support/databases.ts";
import { outboxOf } from "../support/mail.ts";
import { freePort } from "../support/ports.ts";
import { type ServiceProcess, startProcess, until } from "../support/service.ts";
import { smtpAddress, startSmtpServer } from "../support/smtp-server.ts";
import { createSqlite } from "../support/sqlite.ts";
import { addItem, createOrder } from "../support/store.ts";

const root = join(import.meta.dir, "../..");

/** A mail server that takes connections and never says a word. `connected` resolves with the first one. */
async function startSilentServer(): Promise<{ port: number; connected: Promise<void> }> {
  const { promise: connected, resolve: connect } = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    connect();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterTests(() => void server.close());
  return { port: (server.address() as { port: number }).port, connected };
}

describe("a server that is told to stop", () => {
  /** Each test is the next start of the same installation. */
  let service: ServiceProcess;

  test("by SIGTERM ends with status 0 and leaves all data in the database's own file, also after reading in threads and after a store's own text was rendered in its process", async () => {
    service = await startProcess({ database: await createSqlite() });
    await addItem(service, "HELLO");
    await createOrder(service, { skus: ["HELLO"] });
    expect(await (await service.api("/api/v3/orders?q=ann@example")).json()).toMatchObject({ total: 1 });
    const preview = await service.api("/api/v3/wordings/preview", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ wordings: { page_notice: "Hello" } }),
    });
    expect(preview.status).toBe(200);
    expect(await service.stop()).toBe(0);
    expect((await readdir(service.folder)).filter((name) => name.startsWith("waybill.sqlite"))).toEqual([
      "waybill.sqlite",
    ]);
  });

  test("can be started again, and ends with status 0 by SIGINT", async () => {
    service = await service.restart();
    expect((await service.api("/api/account")).status).toBe(200);
    service.process.kill("SIGINT");
    expect(await service.process.exited).toBe(0);
  });

  test("can be started again after that too, and still ends with status 0 by two signals, as from a terminal and npm", async () => {
    service = await service.restart();
    expect((await service.api("/api/account")).status).toBe(200);
    service.process.kill("SIGINT");
    service.process.kill("SIGINT");
    expect(await service.process.exited).toBe(0);
  });

  test("through npm start ends with status 0 and leaves no process behind", async () => {
    const folder = temporaryFolder();
    const port = await freePort();
    const npm = Bun.spawn(["npm", "start", "--silent"], {
      cwd: root,
      env: { PATH: process.env.PATH ?? "", HOME: folder, WAYBILL_DATA: folder, WAYBILL_PORT: String(port) },
      stdio: ["ignore", "ignore", "ignore"],
      // A process group of its own, which can be ended whole when the server outlives npm.
      detached: true,
    });
    afterTests(() => endGroup(npm.pid));
    const ready = async () => (await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.status === 200;
    await until("the service answers", ready);
    npm.kill("SIGTERM");
    expect(await npm.exited).toBe(0);
    expect(await ready()).toBe(false);
    await (
      await startProcess({ database: { folder, setting: "sqlite:" }, credentials: { key: "", token: "" } })
    ).stop();
  });

  test("waits no longer than its grace for a mail server that hangs, and the next start sends the email", async () => {
    const silent = await startSilentServer();
    const service = await startProcess({
      database: await createSqlite(),
      environment: { WAYBILL_SMTP: smtpAddress(silent.port) },
      program: [process.execPath, join(root, "tests/support/programs/serve-briefly.ts")],
    });
    await addItem(service, "HELLO");
    await createOrder(service, { skus: ["HELLO"] });
    await silent.connected;
    expect(await service.stop()).toBe(0);
    expect(service.output.stderr).toContain("stopped without waiting for unfinished work");
    const smtp = await startSmtpServer();
    const again = await service.restart({ WAYBILL_SMTP: smtp.url() });
    await until("the email arrives", () => smtp.received.length > 0);
    expect(smtp.received.map(({ to }) => to)).toEqual([["ann@example.com"]]);
    await again.stop();
  });
});

function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // Nothing of it is left.
  }
}

describe.each(databasesUnderTest)("on $name", ({ create }) => {
  test("an email that waits for a mail server is kept over a restart and then sent once", async () => {
    const database = await create();
    const port = await freePort();
    const service = await startProcess({ database, environment: { WAYBILL_SMTP: smtpAddress(port) } });
    await addItem(service, "HELLO");
    await createOrder(service, { skus: ["HELLO"] });
    await until("it was tried", () => service.output.stderr.includes('"outcome":"temporary_failure"'));
    expect(await service.stop()).toBe(0);

    const db = await database.open();
    expect(await outboxOf(db)).toMatchObject([{ status: "queued", attempts: 1, lease_expires_at: null }]);
    // As if the minute until the second try had passed.
    await db.write((tx) => tx.updateTable("emails").set({ next_attempt_at: instantNow() }).execute());
    const smtp = await startSmtpServer({ port });
    const again = await service.restart();
    await until("the email is recorded as sent", async () => (await outboxOf(db))[0]?.status === "sent");
    expect(smtp.received.map(({ to }) => to)).toEqual([["ann@example.com"]]);
    expect(await again.stop()).toBe(0);
  });

  test("orders that were answered outlive a kill in the middle of others, each with one email", async () => {
    const database = await create();
    const service = await startProcess({ database });
    await addItem(service, "HELLO");
    const acknowledged: string[] = [];
    const customer = async (name: number) => {
      for (let n = 0; ; n++) {
        const email = `customer-${name}-${n}@example.com`;
        const items = '<order_items type="array"><order_item><sku>HELLO</sku></order_item></order_items>';
        const answer = await service
          .api("/api/orders/create", {
            method: "POST",
            headers: { "content-type": "application/xml" },
            body: `<order><email>${email}</email>${items}</order>`,
          })
          .catch(() => null);
        if (answer?.status !== 201) return;
        acknowledged.push(email);
      }
    };
    const customers = Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(customer));
    await until("orders come in", () => acknowledged.length >= 40);
    service.process.kill("SIGKILL");
    await customers;

    const db = await database.open();
    // As if the two minutes had passed after which another server takes over what a dead one was sending.
    await db.write((tx) => tx.updateTable("emails").set({ lease_expires_at: null }).execute());
    const again = await service.restart();
    const orders = await (await again.api("/api/orders")).text();
    const ordered = [...orders.matchAll(/<email>([^<]*)</g)].map(([, email = ""]) => email);
    expect(new Set(ordered).size).toBe(ordered.length);
    expect(ordered).toEqual(expect.arrayContaining(acknowledged));
    await until("every order's email is there", async () => (await mailbox(again.folder)).size >= ordered.length);
    const emails = await mailbox(again.folder);
    expect([...emails.keys()].sort()).toEqual(ordered.sort());
    expect([...emails.values()].filter((messages) => messages.size > 1)).toEqual([]);
  });
});

/** The ids of the messages in the mailbox, by recipient; the same message may be there twice after a crash. */
async function mailbox(folder: string): Promise<Map<string, Set<string>>> {
  const messages = new Map<string, Set<string>>();
  for (const name of await readdir(join(folder, "mailbox"))) {
    if (!name.endsWith(".eml")) continue;
    const text = await Bun.file(join(folder, "mailbox", name)).text();
    const header = (field: string) => new RegExp(`^${field}: (.*)$`, "m").exec(text)?.[1] ?? "";
    const recipient = header("To");
    messages.set(recipient, (messages.get(recipient) ?? new Set()).add(header("Message-ID")));
  }
  return messages;
}
