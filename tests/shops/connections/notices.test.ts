import { beforeAll, describe, expect, test } from "bun:test";
import { eventBody, eventDocuments } from "../../../src/http/v3/webhooks/webhook-events.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { tellOfFailing } from "../../../src/shops/connections/failing.ts";
import { connectedShop } from "../../support/connected-shop.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct } from "../../support/products.ts";
import { type Service, startService } from "../../support/service.ts";
import { connect, gmt, sendWoo, wooOrder } from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";
import { createEndpoint, events, localWebhooks, startReceiver } from "../../support/webhooks.ts";

describe.each(databasesUnderTest)("a connected shop, on $name,", ({ create }) => {
  let service: Service;
  let db: Database;

  beforeAll(async () => {
    const database = await create();
    service = await startService({ database, environment: localWebhooks });
    db = await database.open();
    await makeProduct(service, { sku: "MAP" });
  });

  const { settled, needing } = connectedShop(() => service);

  test("tells other systems once of each order that needs its owner, without the customer", async () => {
    const shop = await connect(service, { kind: "woocommerce", name: "Told" });
    const receiver = startReceiver();
    const endpoint = await createEndpoint(service, receiver.url, ["connection.order_unmatched"]);
    const order = wooOrder({}, [{ sku: "MAP" }, { sku: "", product_id: 71, name: "Globe" }]);
    for (const minutes of [0, 1]) {
      await sendWoo(service, shop, { ...order, date_modified_gmt: gmt(60 * minutes) }, "order.updated");
      await settled(shop);
    }
    const nobody = wooOrder({ billing: { email: "not an address", first_name: "Secret", last_name: "" } });
    await sendWoo(service, shop, nobody);
    await settled(shop);
    const told = (await events(receiver, 2)).map(({ event }) => event);
    // Events of different orders come in any order.
    const first = told.find(({ data }) => data.external_id === String(order.id));
    const second = told.find(({ data }) => data.external_id === String(nobody.id));
    const [{ id: eventId, order_id }] = await needing(order.id);
    expect(first).toMatchObject({
      type: "connection.order_unmatched",
      data: {
        connection_id: shop.id,
        connection_name: "Told",
        external_id: String(order.id),
        problem: "unmatched",
        unmatched_lines: [{ sku: null, external_ids: ["71"], name: "Globe" }],
        order_id,
      },
    });
    expect(second.data).toMatchObject({ external_id: String(nobody.id), problem: "no_email", order_id: null });
    const schema = eventBody(first.type, eventDocuments["connection.order_unmatched"]);
    for (const event of [first, second]) expect(schema.safeParse(event).error?.issues).toBeUndefined();
    expect(JSON.stringify(receiver.received.map(({ body }) => body))).not.toMatch(/@example|not an address|Secret/);
    // Asked again, with the same result; then with another one.
    expect((await v3(service, "POST", `connection_events/${eventId}/process`)).status).toBe(200);
    const [mapLine, globe] = order.line_items;
    const changed = { ...order, date_modified_gmt: gmt(120), line_items: [mapLine, { ...globe, product_id: 72 }] };
    await sendWoo(service, shop, changed);
    const [, , third] = await events(receiver, 3);
    expect(third?.event.data).toMatchObject({ order_id, problem: "unclear", unmatched_lines: [] });
    await v3(service, "DELETE", `webhook_endpoints/${endpoint.id}`);
  });

  test("tells other systems once that it fails, until it works again", async () => {
    const shop = await connect(service, { kind: "woocommerce", name: "Failing" });
    const receiver = startReceiver();
    const endpoint = await createEndpoint(service, receiver.url, ["connection.failed"]);
    const look = () => tellOfFailing(db, instantNow());
    const hoursAgo = (hours: number) => instant(Date.now() - hours * 3_600_000);
    const refuse = () => sendWoo(service, { ...shop, secret: "wrong" }, wooOrder());
    const set = (change: object) =>
      db.write((tx) => tx.updateTable("connections").set(change).where("id", "=", shop.id).execute());
    // One request is not enough.
    await refuse();
    await look();
    await set({ refused_since: hoursAgo(3) });
    await refuse();
    for (let times = 0; times < 2; times++) await look();
    const [refused] = (await events(receiver, 1)).map(({ event }) => event);
    const nothing = { refused_since: null, waiting_since: null, poll_problem: null, polled_until: null };
    const schema = eventBody(refused.type, eventDocuments["connection.failed"]);
    expect(schema.safeParse(refused).error?.issues).toBeUndefined();
    expect(refused.data.refused_since).toBeString();
    const named = { id: shop.id, kind: "woocommerce", name: "Failing" };
    expect({ ...refused.data, refused_since: null }).toEqual({ ...named, ...nothing });
    // It works again, and then the shop cannot be asked.
    expect((await sendWoo(service, shop, wooOrder())).status).toBe(200);
    await look();
    await set({ poll_problem: "The shop answered 401.", polled_until: hoursAgo(1) });
    await look();
    await set({ polled_until: hoursAgo(3) });
    for (let times = 0; times < 2; times++) await look();
    const polled = (await events(receiver, 2))[1]?.event.data;
    expect(polled.polled_until).toBeString();
    expect({ ...polled, polled_until: null }).toEqual({ ...named, ...nothing, poll_problem: "The shop answered 401." });
    // It works again, and then an event cannot be processed.
    await set({ poll_problem: null });
    await look();
    await settled(shop);
    const waiting = { state: "pending" as const, attempts: 9, received_at: hoursAgo(3), next_attempt_at: hoursAgo(-1) };
    await db.write((tx) =>
      tx.updateTable("connection_events").set(waiting).where("connection_id", "=", shop.id).execute(),
    );
    for (let times = 0; times < 2; times++) await look();
    const third = (await events(receiver, 3))[2]?.event.data;
    expect(third.waiting_since).toBeString();
    expect({ ...third, waiting_since: null }).toEqual({ ...named, ...nothing });
    expect(receiver.received).toHaveLength(3);
    expect((await v3(service, "DELETE", `connections/${shop.id}`)).status).toBe(204);
    await v3(service, "DELETE", `webhook_endpoints/${endpoint.id}`);
  });
});
