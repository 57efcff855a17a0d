import { beforeAll, describe, expect, test } from "bun:test";
import { selfSignedCertificate } from "../../support/certificates.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { startDnsServer } from "../../support/dns-server.ts";
import { type Service, startProcess, until } from "../../support/service.ts";
import {
  createOwner,
  invite,
  mailsTo,
  password,
  signIn,
  startForPeople,
  type Visit,
  visit,
} from "../../support/sign-in.ts";
import { smtpAddress, startSmtpServer, type TestSmtpServer } from "../../support/smtp-server.ts";
import { createSqlite } from "../../support/sqlite.ts";
import { entered, startStoreMailServer } from "../../support/store-mail-server.ts";

async function order(owner: Visit, email: string): Promise<string> {
  const items = [{ sku: "MAP" }];
  const { status, body } = await owner.v3("POST", "orders", { email, order_items: items });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.order.id;
}

async function ownerOf(service: Service, handle: string): Promise<Visit> {
  const { email, host } = await createOwner(service, handle);
  const owner = await signIn(service, email, host);
  await owner.v3("POST", "products", { sku: "MAP", name: "Map", price: "5.00" });
  return owner;
}

describe("an installation with a mail server", () => {
  let installation: TestSmtpServer;
  let service: Service;

  beforeAll(async () => {
    installation = await startSmtpServer();
    service = await startForPeople(await createSqlite(), {
      WAYBILL_SMTP: smtpAddress(installation.port),
      WAYBILL_MAIL_FROM: "downloads@example.com",
      WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8",
    });
  });

  const takenBy = ({ received }: TestSmtpServer, address: string) =>
    received.filter(({ to }) => to.includes(address)).map(({ from, raw }) => ({ from, raw }));

  test("customers' emails go by the store's own server, its people's and other stores' by the installation's", async () => {
    const [north, south] = [await ownerOf(service, "north"), await ownerOf(service, "south")];
    const server = await startStoreMailServer();
    const set = await north.v3("PUT", "mail_settings", entered(server));
    expect(set).toMatchObject({
      status: 200,
      body: { mail_settings: { sends_email: true, host: server.address, port: 2525 } },
    });
    expect(set.body.mail_settings).toMatchObject({
      security: "none",
      user: server.user,
      from: "shop@north.example",
    });
    const read = await north.v3("GET", "mail_settings");
    expect(read.body).toEqual(set.body);
    expect(read.body.mail_settings).toMatchObject({ server_host: "127.0.0.1", sender: "downloads@example.com" });
    expect(JSON.stringify(read.body)).not.toContain(server.password);
    expect(takenBy(server, "owner@north.example")).toHaveLength(1);

    await order(north, "ann@example.com");
    await order(south, "ben@example.com");
    await visit(service, new URL(north.origin).host).auth("request-password-reset", { email: "owner@north.example" });
    await until("all three arrived", () => server.received.length === 2 && installation.received.length === 2);
    const [delivery] = takenBy(server, "ann@example.com");
    expect(delivery).toMatchObject({ from: "shop@north.example" });
    expect(delivery?.raw).toMatch(/^From: .*<shop@north\.example>\r?$/m);
    expect(delivery?.raw).toMatch(/^Message-ID: <[^@>]+@north\.example>\r?$/im);
    expect(takenBy(installation, "ben@example.com")).toMatchObject([{ from: "downloads@example.com" }]);
    expect(takenBy(installation, "owner@north.example")).toMatchObject([{ from: "downloads@example.com" }]);

    const domain = (await north.v3("GET", "mail_settings/sender_domain")).body.sender_domain;
    expect(domain.domain).toBe("north.example");
    const [entry] = (await north.v3("GET", "activity?kind=mail_server.changed")).body.activity;
    expect(entry).toMatchObject({ actor: "owner@north.example" });
    expect(entry.details.fields.toSorted()).toEqual(["from", "host", "password", "port", "security", "user"]);
  });

  test("without it they go by the installation's again", async () => {
    const owner = await ownerOf(service, "west");
    const server = await startStoreMailServer();
    await owner.v3("PUT", "mail_settings", entered(server));
    const confirmed = { mail_settings: { current_password: password } };
    expect((await owner.v3("DELETE", "mail_settings", confirmed)).status).toBe(204);
    expect((await owner.v3("DELETE", "mail_settings", confirmed)).status).toBe(204);
    expect((await owner.v3("GET", "mail_settings")).body.mail_settings).toMatchObject({ host: null, from: null });
    await order(owner, "cleo@example.com");
    await until("it arrived", () => takenBy(installation, "cleo@example.com").length === 1);
    expect(takenBy(server, "cleo@example.com")).toEqual([]);
  });

  test("one that does not take the test email is not kept, and the one before stays", async () => {
    const owner = await ownerOf(service, "east");
    const server = await startStoreMailServer();
    const refusing = await startStoreMailServer({ answers: { recipient: () => "550 5.7.1 Relaying denied" } });
    const before = (await owner.v3("PUT", "mail_settings", entered(server))).body;
    const refused = await owner.v3("PUT", "mail_settings", entered(refusing));
    expect(refused).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining("550 5.7.1 Relaying denied") },
    });
    const wrong = entered(server, { password: "wrong" });
    const unknown = await owner.v3("PUT", "mail_settings", wrong);
    expect(unknown).toMatchObject({ status: 422, body: { detail: expect.stringContaining("535 5.7.8") } });
    expect((await owner.v3("GET", "mail_settings")).body).toEqual(before);
  });

  test("a kept password goes to no other server, and needs not be entered for another sender", async () => {
    const owner = await ownerOf(service, "keeps");
    const [server, other] = [await startStoreMailServer(), await startStoreMailServer()];
    await owner.v3("PUT", "mail_settings", entered(server));
    for (const change of [{ host: other.address }, { port: 587 }, { security: "starttls" }, { user: "another" }]) {
      const input = entered(server, { ...change, password: undefined });
      const refused = await owner.v3("PUT", "mail_settings", input);
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: "password" }] } });
    }
    expect(other.received).toEqual([]);
    const input = entered(server, { password: undefined, from: "hello@north.example" });
    const changed = await owner.v3("PUT", "mail_settings", input);
    expect(changed).toMatchObject({ status: 200, body: { mail_settings: { from: "hello@north.example" } } });
    expect(server.received.at(-1)).toMatchObject({ from: "hello@north.example", user: server.user });
  });

  test("only a signed-in owner who knows their password changes it", async () => {
    const owner = await ownerOf(service, "guarded");
    const server = await startStoreMailServer();
    const staff = await createOwner(service, "program");
    const program = await service.api("/api/v3/mail_settings", {
      method: "PUT",
      host: staff.host,
      as: staff.credentials,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(entered(server)),
    });
    expect(program.status).toBe(403);
    expect(await program.json()).toMatchObject({ detail: expect.stringContaining("signed in") });
    const input = entered(server, { current_password: "a guess of a thief" });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push((await owner.v3("PUT", "mail_settings", input)).status);
    expect(statuses).toEqual([422, 422, 422, 429]);
    expect(server.received).toEqual([]);
  });

  test.each([
    ["a port of another service", { port: 5432 }, "port"],
    ["a name with a path", { host: "mail.example.com/x" }, "host"],
    ["a name with a port", { host: "mail.example.com:25" }, "host"],
    ["a name with a user", { host: "ann@mail.example.com" }, "host"],
    ["no sender", { from: "north.example" }, "from"],
    ["a password without a user", { user: null }, "user"],
  ])("%s is refused at its field", async (_, change, field) => {
    const owner = await ownerOf(service, `refused-${Bun.hash(_).toString(36)}`);
    const input = entered({ address: "127.0.0.1" }, change);
    const refused = await owner.v3("PUT", "mail_settings", input);
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ field }] } });
  });
});

describe("an installation without a mail server", () => {
  test("a link to sign in goes by the store's server to who belongs to this store alone", async () => {
    const service = await startForPeople(await createSqlite(), { WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8" });
    const [north, south] = [await ownerOf(service, "north"), await ownerOf(service, "south")];
    await invite(service, north, "both@example.com", "staff");
    await invite(service, south, "alone@example.com", "staff");
    const server = await startStoreMailServer();
    await south.v3("POST", "members", { email: "both@example.com", role: "staff" });
    expect((await south.v3("PUT", "mail_settings", entered(server))).status).toBe(200);
    expect((await south.v3("GET", "session")).body.session.sends_email).toBe(true);
    expect((await north.v3("GET", "session")).body.session.sends_email).toBe(false);
    const before = (await mailsTo(service, "both@example.com")).length;
    const stranger = visit(service, new URL(south.origin).host);
    for (const email of ["alone@example.com", "both@example.com"])
      await stranger.auth("request-password-reset", { email });
    await south.v3("POST", "members", { email: "both@example.com", role: "staff" });
    await until("both were sent", async () => {
      const kept = (await mailsTo(service, "both@example.com")).length - before;
      return kept >= 1 && server.received.some(({ to }) => to.includes("alone@example.com"));
    });
    expect(server.received.flatMap(({ to }) => to)).not.toContain("both@example.com");
  });

  test("a private address is refused, and so is one that a name leads to", async () => {
    const dns = await startDnsServer();
    const service = await startForPeople(await createSqlite(), { WAYBILL_RESOLVERS: dns.address });
    const server = await startStoreMailServer();
    dns.set("mail.north.example", { A: server.address });
    const owner = await ownerOf(service, "north");
    for (const host of [server.address, "mail.north.example"]) {
      const refused = await owner.v3("PUT", "mail_settings", entered(server, { host }));
      expect(refused).toMatchObject({ status: 422, body: { detail: expect.stringContaining("no public address") } });
    }
    expect(server.received).toEqual([]);
  });

  test("once the password is lost, emails wait, and say what to do", async () => {
    const [sqlite] = databasesUnderTest;
    if (!sqlite) throw new Error("There is no database to test on.");
    const database = await sqlite.create();
    const service = await startForPeople(database, { WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8" });
    const [owner, server] = [await ownerOf(service, "north"), await startStoreMailServer()];
    expect((await owner.v3("PUT", "mail_settings", entered(server))).status).toBe(200);
    const db = await database.open();
    // As `replace-lost-secret` does.
    await db.write((tx) => tx.updateTable("mail_servers").set({ password: null }).execute());
    await order(owner, "ann@example.com");
    const newest = async () => (await owner.v3("GET", "emails")).body.emails[0];
    await until("it was tried", async () => (await newest()).tries.length === 1);
    expect(await newest()).toMatchObject({
      status: "queued",
      tries: [{ outcome: "temporary_failure", response: expect.stringContaining("Enter it again") }],
    });
    const input = entered(server, { password: undefined });
    expect(await owner.v3("PUT", "mail_settings", input)).toMatchObject({
      status: 422,
      body: { errors: [{ field: "password" }] },
    });
    expect(server.received).toHaveLength(1);
  });

  test("encrypted only with a certificate of its name, by STARTTLS and from the start", async () => {
    const name = "mail.north.example";
    const [dns, certificate] = [await startDnsServer(), await selfSignedCertificate(name)];
    const start = async (environment = {}) =>
      ownerOf(
        // Only a new process reads which certificates it trusts.
        await startProcess({
          database: await createSqlite(),
          environment: {
            WAYBILL_TRUSTED_PROXIES: "127.0.0.1",
            WAYBILL_RESOLVERS: dns.address,
            WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8",
            ...environment,
          },
        }),
        "north",
      );
    const [trusting, strict] = [await start({ NODE_EXTRA_CA_CERTS: certificate.path }), await start()];
    for (const security of ["starttls", "tls"] as const) {
      const encryption = security === "tls" ? { encryption: "tls" as const } : { encryption: undefined };
      const server = await startStoreMailServer({ certificate, ...encryption } as never);
      dns.set(name, { A: server.address });
      const input = entered(server, { host: name, security });
      expect((await strict.v3("PUT", "mail_settings", input)).status).toBe(422);
      expect(server.received).toEqual([]);
      expect((await trusting.v3("PUT", "mail_settings", input)).status).toBe(200);
      expect(server.received).toMatchObject([{ secure: true, user: server.user }]);
    }
  });
});
