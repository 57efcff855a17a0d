import { beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/platform/database/database.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { changeStore, type SharedStore } from "../../support/shared-service.ts";
import { ask, makeItem, makeOrder, orderXml, read, textOf } from "../../support/xml.ts";

const hour = 3_600_000;

describe.each(databasesUnderTest)("on $name, the delivery email", ({ makeStore }) => {
  let service: SharedStore;
  let db: Database;
  beforeAll(async () => {
    service = await makeStore();
    db = service.db;
    await makeItem(service, "A");
  });

  async function recipients(id: string): Promise<string[]> {
    const emails = db.read.selectFrom("emails as email").innerJoin("orders as order", "order.id", "email.order_id");
    const rows = await emails
      .select("email.recipient")
      .where("order.account_id", "=", service.accountId)
      .where("order.public_id", "=", id)
      .orderBy("email.id")
      .execute();
    return rows.map(({ recipient }) => recipient);
  }

  const expiration = async (id: string) => textOf(await read(service, `/api/orders/${id}`), "expiration_date");

  test("is queued by a creation unless send_email is false", async () => {
    for (const [id, field, sent] of [
      ["c1", "", 1],
      ["c2", "<send_email>true</send_email>", 1],
      ["c3", "<send_email>false</send_email>", 0],
      ["c4", '<send_email nil="true"/>', 1],
    ] as const) {
      const body = orderXml(["A"], `<email>ann@example.com</email><id>${id}</id>${field}`);
      expect((await ask(service, "POST", "/api/orders", body)).status).toBe(201);
      expect(await recipients(id)).toEqual(Array(sent).fill("ann@example.com"));
    }
  });

  test("is queued by an update only when send_email is true, to the new address", async () => {
    await makeOrder(service, ["A"], "<id>u</id>");
    for (const [field, sent] of [
      ["", 0],
      ["<send_email>false</send_email>", 0],
      ["<send_email/>", 0],
      ["<send_email>true</send_email>", 1],
    ] as const) {
      await ask(service, "PUT", "/api/orders/u", `<order><email>new@example.com</email>${field}</order>`);
      expect(await recipients("u")).toEqual(Array(sent).fill("new@example.com"));
    }
  });

  test("is not queued by a request that is refused", async () => {
    await makeOrder(service, ["A"], "<id>taken</id>");
    const queued = db.read.selectFrom("emails").select("id").where("account_id", "=", service.accountId).orderBy("id");
    const before = await queued.execute();
    for (const fields of [
      "<email>ann@example.com</email><id>taken</id>",
      "<email>ann@example.com</email><title>&#9;</title>",
    ]) {
      expect((await ask(service, "POST", "/api/orders", orderXml(["A"], fields))).status).toBeGreaterThanOrEqual(409);
    }
    await ask(service, "PUT", "/api/orders/taken", "<order><send_email>true</send_email><email>no</email></order>");
    await ask(service, "POST", "/api/orders/taken/send_email?expiration_date=soon");
    expect(await queued.execute()).toEqual(before);
  });

  test("that is asked for again sets the expiration to the account's default first", async () => {
    await makeOrder(service, ["A"], "<id>s1</id><expiration_date>2001-01-01T00:00:00Z</expiration_date>");
    for (const query of ["", "?reset_expiration=true", "?reset_expiration=", "?reset_expiration=1"]) {
      await ask(
        service,
        "PUT",
        "/api/orders/s1",
        "<order><expiration_date>2001-01-01T00:00:00Z</expiration_date></order>",
      );
      const before = Date.now();
      expect((await ask(service, "POST", `/api/orders/s1/send_email${query}`)).root.text).toBe("Ok.");
      const at = Date.parse(await expiration("s1")) - 240 * hour;
      expect(at).toBeGreaterThan(before - 2_000);
      expect(at).toBeLessThanOrEqual(Date.now());
    }
    expect((await recipients("s1")).length).toBe(4);
  });

  test("that is asked for without a reset leaves the expiration as it is", async () => {
    await makeOrder(service, ["A"], "<id>s2</id><expiration_date>2031-01-01T00:00:00Z</expiration_date>");
    for (const value of ["false", "0"])
      await ask(service, "GET", `/api/orders/s2/send_email?reset_expiration=${value}`);
    expect(await expiration("s2")).toBe("2031-01-01T00:00:00+00:00");
    expect((await recipients("s2")).length).toBe(2);
  });

  test("takes an option that is itself the root element", async () => {
    await makeOrder(service, ["A"], "<id>s7</id><expiration_date>2031-01-01T00:00:00+00:00</expiration_date>");
    const send = (body: string) => ask(service, "POST", "/api/orders/s7/send_email", body);
    const ends = async () => textOf(await read(service, "/api/orders/s7"), "expiration_date");
    expect((await send("<reset_expiration>false</reset_expiration>")).status).toBe(200);
    expect(await ends()).toBe("2031-01-01T00:00:00+00:00");
    expect((await send("<expiration_date>2036-01-01T00:00:00Z</expiration_date>")).status).toBe(200);
    expect(await ends()).toBe("2036-01-01T00:00:00+00:00");
    expect((await send("<reset_expiration>perhaps</reset_expiration>")).status).toBe(422);
  });

  test("that is asked for with a date sets it, whatever reset_expiration says", async () => {
    await makeOrder(service, ["A"], "<id>s3</id>");
    for (const [year, reset] of [
      [2032, ""],
      [2033, "<reset_expiration>true</reset_expiration>"],
      [2034, "<reset_expiration>false</reset_expiration>"],
    ]) {
      const body = `<order>${reset}<expiration_date type="datetime">${year}-01-01T00:00:00Z</expiration_date></order>`;
      expect((await ask(service, "POST", "/api/orders/s3/send_email", body)).status).toBe(200);
      expect(await expiration("s3")).toBe(`${year}-01-01T00:00:00+00:00`);
    }
    await ask(
      service,
      "POST",
      "/api/orders/s3/send_email",
      "<order><expiration_date>0001-01-01T00:00:00</expiration_date></order>",
    );
    expect(await expiration("s3")).not.toStartWith("2034");
  });

  test("takes its options from the body before those of the query", async () => {
    await makeOrder(service, ["A"], "<id>s4</id>");
    const body = "<o><expiration_date>2036-01-01T00:00:00Z</expiration_date></o>";
    await ask(service, "POST", "/api/orders/s4/send_email?expiration_date=2035-01-01", body);
    expect(await expiration("s4")).toBe("2036-01-01T00:00:00+00:00");
  });

  test("makes a link live for ever again when the account's links do", async () => {
    await changeStore(service, { orderExpirationInHours: null });
    await makeOrder(service, ["A"], "<id>s5</id><expiration_date>2001-01-01T00:00:00Z</expiration_date>");
    await ask(service, "POST", "/api/orders/s5/send_email");
    expect(await expiration("s5")).toBe("");
    await changeStore(service, { orderExpirationInHours: 240 });
  });

  test("of a deleted order keeps no recipient", async () => {
    await ask(service, "POST", "/api/orders", orderXml(["A"], "<email>ann@example.com</email><id>d</id>"));
    await ask(service, "DELETE", "/api/orders/d");
    expect(await recipients("d")).toEqual([""]);
  });
});
