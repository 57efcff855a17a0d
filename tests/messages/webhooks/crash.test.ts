import { describe, expect, test } from "bun:test";
import { instant } from "../../../src/platform/instants.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { startProcess, until } from "../../support/service.ts";
import { v3 } from "../../support/v3.ts";
import { createEndpoint, localWebhooks, startReceiver } from "../../support/webhooks.ts";

describe.each(databasesUnderTest)("a server that is killed, on $name", ({ create }) => {
  test("has told of every order that it acknowledged, once it is back, and in each order's order", async () => {
    const database = await create();
    const service = await startProcess({ database, environment: localWebhooks });
    await v3(service, "POST", "products", { sku: "MAP", name: "Map" });
    const receiver = startReceiver();
    await createEndpoint(service, receiver.url, ["order.created", "order.updated"]);
    const sendOrder = async () => {
      const fields = { email: "ann@example.com", send_email: false, order_items: [{ item_sku: "MAP" }] };
      const { status, body } = await v3(service, "POST", "orders", fields);
      expect(status).toBe(201);
      return body.order.id as number;
    };
    const changeOrder = (id: number) => v3(service, "PUT", `orders/${id}`, { first_name: "Ann" });

    // Killed while some events are delivered, some have no answer yet, and others wait for their turn.
    const answered = 6;
    receiver.answer = () => (receiver.received.length <= answered ? new Response("ok") : new Promise(() => {}));
    const acknowledged: number[] = [];
    for (let n = 0; n < 20; n++) {
      const id = await sendOrder();
      acknowledged.push(id);
      expect((await changeOrder(id)).status).toBe(200);
    }
    await until("some have no answer", () => receiver.received.length > answered);
    acknowledged.push(await sendOrder());
    service.process.kill("SIGKILL");
    await service.process.exited;
    receiver.answer = () => new Response("ok");

    // Time passes: leases end, which a server waits for because others could be at work, and what was put off is due.
    const db = await database.open();
    for (const column of ["lease_expires_at", "next_attempt_at"] as const) {
      await db.write((tx) =>
        tx.updateTable("webhook_deliveries").set(column, instant(1)).where(column, "is not", null).execute(),
      );
    }
    await db.close();
    await service.restart();
    const kindsOf = (id: number) =>
      receiver.received.filter(({ event }) => event.data.id === id).map(({ event }) => event.type as string);
    const [last, ...changed] = acknowledged.toReversed() as [number, ...number[]];
    await until(
      "all are told",
      () => changed.every((id) => kindsOf(id).includes("order.updated")) && kindsOf(last).length > 0,
    );
    expect(kindsOf(last)).toEqual(["order.created"]);
    for (const id of changed) {
      // What had no answer, or none that was recorded, comes again.
      expect(kindsOf(id).filter((kind, index, all) => kind !== all[index - 1])).toEqual([
        "order.created",
        "order.updated",
      ]);
    }
  });
});
