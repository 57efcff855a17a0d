import { expect, test } from "bun:test";
import { exportCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { startService, until } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

test.each(databasesUnderTest)("on $name, orders are found by what became of their email", async ({ create }) => {
  const service = await startService({ database: await create() });
  const ids = async (query: string): Promise<number[]> => {
    const { body } = await v3(service, "GET", `orders?${query}`);
    expect(body.total).toBe(body.orders.length);
    return body.orders.map(({ id }: { id: number }) => id);
  };
  const send = async (fields: object) => {
    const order_items = [{ item_sku: "USED" }];
    const { status, body } = await v3(service, "POST", "orders", { email: "ann@example.com", order_items, ...fields });
    expect(status).toBe(201);
    return body.order.id as number;
  };
  await addItem(service, "USED");
  const kept = await send({ send_email: true });
  const trial = await send({ send_email: true, test: true });
  const silent = await send({ send_email: false });
  const expired = await send({ send_email: true });
  await v3(service, "POST", `orders/${expired}/expire`);
  await until("the emails are kept", async () => (await ids("email_status=kept")).length === 3);

  expect(await ids("email_status=kept")).toEqual([expired, trial, kept]);
  expect(await ids("email_status=kept&state=open")).toEqual([trial, kept]);
  expect(await ids("email_status=kept&usage=never_downloaded")).toEqual([expired, kept]);
  expect(await ids("email_status=kept&usage=never_downloaded&state=open&sort=total")).toEqual([kept]);
  expect(await ids("email_status=kept&sku=USED&usage=never_downloaded")).toEqual([expired, kept]);
  expect(await ids("email_status=kept&status=expired&email=ann@example.com")).toEqual([expired]);
  expect(await ids("email_status=kept&sort=created_at")).toEqual([kept, trial, expired]);
  expect(await ids("email_status=bounced")).toEqual([]);
  expect(await ids("usage=never_downloaded")).toEqual([expired, silent, kept]);
  expect((await v3(service, "GET", "orders?email_status=sent")).status).toBe(422);
  const { rows } = await exportCsv(service, "orders.csv?email_status=kept&usage=never_downloaded");
  expect(rows.map(({ id }) => id)).toEqual([kept, expired].map(String));
});
