import { describe, expect, test } from "bun:test";
import { addDeliveries } from "../../../src/messages/webhooks/add-deliveries.ts";
import { requireDelivery } from "../../../src/messages/webhooks/deliveries.ts";
import { encryptedEndpoints, encryptedPayloads } from "../../../src/messages/webhooks/encrypted.ts";
import { createEndpoint, requireEndpoint, targetOf } from "../../../src/messages/webhooks/endpoints.ts";
import { newSecret, rotated, signedHeaders } from "../../../src/messages/webhooks/secrets.ts";
import { createEncryptAnew } from "../../../src/operations/housekeeping/encrypt-anew.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { createLog } from "../../../src/platform/log.ts";
import { createEncryption } from "../../../src/platform/vault.ts";
import { accountByHandle } from "../../../src/store/accounts/queries.ts";
import { databasesUnderTest } from "../../support/databases.ts";

const hour = 3_600_000;

describe("the secrets of an endpoint", () => {
  test("sign together until the overlap of each has passed", () => {
    const start = instant(1_000_000 * hour);
    const first = newSecret();
    const second = rotated([first], 24 * hour, start);
    const third = rotated(second, 2 * hour, instant(start + hour));
    const signatures = (hours: number) =>
      (
        signedHeaders(third, { messageId: "msg_1", body: "{}" }, instant(start + hours * hour))["webhook-signature"] ??
        ""
      ).split(" ");
    expect([1, 2, 4, 23, 25].map((hours) => signatures(hours).length)).toEqual([3, 3, 2, 2, 1]);
    expect(new Set(signatures(1)).size).toBe(3);
  });
});

describe.each(databasesUnderTest)("secrets and payloads with keys on $name", ({ create }) => {
  const secrets = (current: string, old: string | null = null) => createEncryption({ current, old });

  const headers = { "X-Api-Key": "a key of the gateway" };

  async function shop() {
    const db = await (await create()).open();
    const found = await accountByHandle(db.read, "demo");
    if (!found) throw new Error("There is no account.");
    const { id } = found.account;
    const { vault } = secrets("first");
    const input = {
      url: "https://hooks.example.com/",
      events: ["order.created" as const],
      includeSecrets: true,
      headers,
    };
    const { endpoint, secret } = await db.write((tx) => createEndpoint(tx, vault, id, input, instantNow()));
    const delivery = { endpointId: endpoint.id, messageId: "msg_1", kind: "order.created", orderId: null };
    const payload = vault.encrypt('{"license_keys":["A-1"]}');
    await db.write((tx) => addDeliveries(tx, [{ ...delivery, payload, createdAt: instantNow() }]));
    return { db, accountId: id, endpoint, secret };
  }

  test("are stored encrypted, and encrypted anew with a new secret of the installation", async () => {
    const { db, accountId, endpoint, secret } = await shop();
    const stored = JSON.stringify([
      await db.read.selectFrom("webhook_endpoints").selectAll().execute(),
      await db.read.selectFrom("webhook_deliveries").selectAll().execute(),
    ]);
    expect(stored).not.toContain(secret.slice(6));
    expect(stored).not.toContain("A-1");
    expect(stored).not.toContain("gateway");
    const stopping = new AbortController().signal;
    await createEncryptAnew({ db, log: createLog("silent"), stopping, ...secrets("second", "first") })();
    const { vault } = secrets("second");
    const target = await targetOf(db.read, vault, endpoint.id);
    expect(target?.secrets.map((one) => one.secret)).toEqual([secret]);
    expect(target?.headers).toEqual(headers);
    expect((await requireDelivery(db.read, vault, accountId, 1)).body).toBe('{"license_keys":["A-1"]}');
  });

  test("are replaced and forgotten once the installation's secret is lost", async () => {
    const { db, accountId, endpoint, secret } = await shop();
    const { vault } = secrets("another");
    expect(await encryptedEndpoints(vault).giveUpLost(db)).toEqual([endpoint.url]);
    expect(await encryptedPayloads(vault).giveUpLost(db)).toHaveLength(1);
    const target = await targetOf(db.read, vault, endpoint.id);
    expect(target?.secrets).toHaveLength(1);
    expect(target?.secrets[0]?.secret).not.toBe(secret);
    expect(target?.headers).toEqual({});
    expect((await requireEndpoint(db.read, accountId, endpoint.id)).headerNames).toEqual([]);
    expect((await requireDelivery(db.read, vault, accountId, 1)).body).toBeNull();
  });
});
