import { beforeAll, describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../support/databases.ts";
import { type Service, startService } from "../support/service.ts";
import { addItem } from "../support/store.ts";
import { v3 } from "../support/v3.ts";

describe.each(databasesUnderTest)("the order command beside a server on $name", ({ create }) => {
  let service: Service;
  const run = (...words: string[]) => service.run("order", ...words, "--account", "demo");
  const refusal = (line: string) => ({ status: 1, stdout: "", stderr: `${line}\n` });
  const order = async (fields: Record<string, unknown> = {}) => {
    const sent = { email: "ann@example.com", order_items: [{ item_sku: "MAP" }], ...fields };
    const { status, body } = await v3(service, "POST", "orders", sent);
    expect(status).toBe(201);
    return body.order;
  };
  const emailsOf = async (id: number) => (await v3(service, "GET", `emails?order_id=${id}`)).body.emails;

  beforeAll(async () => {
    service = await startService({ database: await create() });
    await addItem(service, "MAP");
  });

  test("an order is shown as v3 shows it, and in lines for people", async () => {
    const { id } = await order({ vendor_id: "M-1001", send_email: false });
    const { stdout, status, stderr } = await run("show", String(id), "--json");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual((await v3(service, "GET", `orders/${id}`)).body.order);
    const lines = (await run("show", String(id))).stdout;
    expect(lines).toMatch(new RegExp(`^id +${id}$`, "m"));
    expect(lines).toMatch(/^vendor_id +M-1001$/m);
    expect(lines).toMatch(/^expiration_date +\S+$/m);
    expect(lines).toMatch(/\n\norder item \d+\n/);
    expect(lines).toMatch(/^item_sku +MAP$/m);
  });

  test("a license file is shown in its own lines", async () => {
    await v3(service, "POST", "products", { sku: "APP", name: "App", license_source: "signed" });
    const { id } = await order({ send_email: false, order_items: [{ item_sku: "APP", quantity: 2 }] });
    const { order_items } = (await v3(service, "GET", `orders/${id}`)).body.order;
    const { stdout } = await run("show", String(id));
    const indented = order_items[0].license_keys.flatMap((file: string) => file.trimEnd().split("\n"));
    expect(indented.length).toBeGreaterThan(6);
    const [first, ...others] = indented;
    const written = stdout.split("\n");
    const start = written.findIndex((line) => line.startsWith("license_keys "));
    expect(written[start]).toEndWith(`  ${first}`);
    const indent = " ".repeat((written[start]?.length ?? 0) - first.length);
    expect(written.slice(start + 1, start + indented.length)).toEqual(others.map((line: string) => indent + line));
  });

  test("its email is queued again, which the activity log tells", async () => {
    const { id } = await order();
    const before = (await emailsOf(id)).length;
    const { status, stdout, stderr } = await run("resend", String(id));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toBe("email_status  queued\nrecipient     ann@example.com\n");
    expect(await emailsOf(id)).toHaveLength(before + 1);
    const asJson = await run("resend", String(id), "--json");
    expect(JSON.parse(asJson.stdout)).toEqual({ email_status: "queued", recipient: "ann@example.com" });
    const { timeline } = (await v3(service, "GET", `orders/${id}/timeline`)).body;
    expect(timeline.map(({ kind }: { kind: string }) => kind)).toContain("order.resent");
  });

  test("what v3 refuses is refused, and no email is queued", async () => {
    const held = await order({ hold: true });
    expect(await run("resend", String(held.id))).toEqual(
      refusal(`Order ${held.id} is on hold, so its email cannot be sent. Release it first.`),
    );
    const revoked = await order({ send_email: false });
    await v3(service, "POST", `orders/${revoked.id}/revoke`);
    expect(await run("resend", String(revoked.id))).toEqual(
      refusal(`Order ${revoked.id} is revoked, so its email cannot be sent. Restore it first.`),
    );
    const empty = await order({ order_items: [], send_email: false });
    expect(await run("resend", String(empty.id))).toEqual(refusal("The order has no items to deliver."));
    for (const { id } of [revoked, empty]) expect(await emailsOf(id)).toEqual([]);
    for (const verb of ["show", "resend"]) {
      expect(await run(verb, "77")).toEqual(refusal("There is no order with the ID 77."));
      expect(await service.run("order", verb, "77", "--account", "nobody")).toEqual(
        refusal("There is no account with the handle nobody."),
      );
    }
  });
});
