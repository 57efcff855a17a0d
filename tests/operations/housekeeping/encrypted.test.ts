import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { owners } from "../../../scripts/architecture/table-owners.ts";
import { secretIn } from "../../../src/config/secret.ts";
import { createEncryptAnew } from "../../../src/operations/housekeeping/encrypt-anew.ts";
import {
  encryptedColumnsOf,
  giveUpLost,
  hasOutdatedSecrets,
  opensEverything,
} from "../../../src/operations/housekeeping/encrypted.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { createLog } from "../../../src/platform/log.ts";
import { createEncryption, secretNumber } from "../../../src/platform/vault.ts";
import { afterTests } from "../../support/cleanup.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { fill } from "../../support/old-store.ts";
import type { Service } from "../../support/service.ts";
import { createOwner, signIn, startForPeople, turnOnSecondFactor } from "../../support/sign-in.ts";
import { entered, startStoreMailServer } from "../../support/store-mail-server.ts";
import { v3 } from "../../support/v3.ts";
import { createEndpoint, events, localWebhooks, startReceiver } from "../../support/webhooks.ts";

const [second, third] = ["the-secret-that-comes-after-the-first-0002", "a-secret-that-opens-nothing-of-these-0003"];

/** Uses whatever keeps something that nobody may read in the database. Returns the secret of the installation. */
async function useEverything(database: DatabaseUnderTest): Promise<string> {
  const service = await startForPeople(database, localWebhooks);
  await fill(service, 4);
  const owner = await createOwner(service, "north");
  const person = await signIn(service, owner.email, owner.host);
  const mailServer = await person.v3("PUT", "mail_settings", entered(await startStoreMailServer()));
  expect(mailServer.status).toBe(200);
  await turnOnSecondFactor(person);
  await ask(service, "POST", "api_keys", { name: "Shop", scopes: ["orders:read"] });
  await ask(service, "POST", "mail_hooks", { service: "mailgun", secret: "mailgun-signing-key" });
  const shop = { kind: "woocommerce", api_url: "http://127.0.0.1:9", api_key: "ck_1", api_secret: "cs_1" };
  const { connection } = await ask(service, "POST", "connections", shop);
  await ask(service, "PUT", `connections/${connection.id}`, { secret: "another-secret-of-the-shop" });
  expect((await service.get("/licenses/keys.json")).status).toBe(200);
  const receiver = startReceiver();
  await createEndpoint(service, receiver.url, ["order.created"], {
    include_secrets: true,
    headers: { "X-Gateway": "a key of the gateway" },
  });
  const order = { email: "ann@example.com", order_items: [{ item_sku: "ONE" }] };
  await ask(service, "POST", "orders", order, { "idempotency-key": "once" });
  await events(receiver, 1);
  const from = neverAnswers();
  await ask(service, "POST", "moves", { from, api_key: "key", api_token: "token", dry_run: true });
  await service.stop();
  return secretIn(database.folder);
}

async function ask(
  service: Service,
  ...request: [method: string, path: string, body: object, headers?: Record<string, string>]
) {
  const { status, body } = await v3(service, ...request);
  if (status >= 300) throw new Error(JSON.stringify([request, status, body]));
  return body;
}

/** The address of an old service, from which a move stays under way. */
function neverAnswers(): string {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Promise<Response>(() => {}) });
  afterTests(() => server.stop(true));
  return `http://127.0.0.1:${server.port}`;
}

const numberOf = (secret: string) => new RegExp(`(^|\\W)${secretNumber(secret)}:`);

/** Every column of the database in which something was encrypted with the secret, by the vault or as second factors are. */
async function columnsWith(db: Database, secret: string): Promise<string[]> {
  const { signInSecrets } = createEncryption({ current: secret, old: null });
  const ofSecondFactors = `$ba$${secretNumber(signInSecrets.current)}$`;
  const found = new Set<string>();
  for (const table of Object.keys(owners)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db.read);
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      const text = typeof value === "string" ? value : "";
      if (numberOf(secret).test(text) || text.includes(ofSecondFactors)) found.add(`${table}.${column}`);
    }
  }
  return [...found].sort();
}

describe.each(databasesUnderTest)("encrypted values on $name", ({ create }) => {
  test("are declared wherever they are, follow a change of the secret, and are given up once it is lost", async () => {
    const database = await create();
    const first = await useEverything(database);
    const db = await database.open();
    const declared = Object.values(encryptedColumnsOf(createEncryption({ current: first, old: null })))
      .flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`))
      .sort();
    // If this misses one, `useEverything` has to use it. If it has one more, that has to be declared.
    expect(await columnsWith(db, first)).toEqual(declared);

    const both = createEncryption({ current: second, old: first });
    expect(await hasOutdatedSecrets(db.read, both)).toBe(true);
    await createEncryptAnew({ db, log: createLog("silent"), stopping: new AbortController().signal, ...both })();
    expect(await hasOutdatedSecrets(db.read, both)).toBe(false);
    expect([await columnsWith(db, first), await columnsWith(db, second)]).toEqual([[], declared]);

    const strange = createEncryption({ current: third, old: null });
    expect(await opensEverything(db.read, strange)).toBe(false);
    const lost = await giveUpLost(db, strange);
    expect(lost.secondFactors).toEqual(["owner@north.example"]);
    expect(lost.tokens.map(({ handle }) => handle)).toEqual(["demo", "north"]);
    expect(
      [lost.connections, lost.endpoints, lost.hooks, lost.mailServers, lost.runs].map(({ length }) => length),
    ).toEqual([1, 1, 1, 1, 1]);
    expect(lost.licenses.map(({ use }) => use).toSorted()).toEqual(["devices", "signing"]);
    expect([await columnsWith(db, second), await opensEverything(db.read, strange)]).toEqual([[], true]);
    expect(await hasOutdatedSecrets(db.read, strange)).toBe(false);
    const run = await db.read.selectFrom("move_runs").select(["state", "problem"]).executeTakeFirst();
    expect(run).toEqual({ state: "failed", problem: expect.stringContaining("lost with the secret") });
  });
});
