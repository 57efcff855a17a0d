import { beforeAll, describe, expect, test } from "bun:test";
import { removeExpiredLibraryLinks } from "../../../src/delivery/library/library-links.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { browser } from "../../support/downloads.ts";
import { onePixel } from "../../support/files.ts";
import { type Service, until } from "../../support/service.ts";
import { mailsTo, startForPeople } from "../../support/sign-in.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

let asked = 0;

/** Sends the form, each time from another network unless one is named. */
function ask(service: Service, email: string, from = `203.0.${++asked >> 8}.${asked & 255}`) {
  return service.get("/links", {
    method: "POST",
    headers: { ...browser, "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": from },
    body: new URLSearchParams({ email }).toString(),
  });
}

describe.each(databasesUnderTest)("on $name", ({ create }) => {
  let database: DatabaseUnderTest;
  let service: Service;

  beforeAll(async () => {
    database = await create();
    service = await startForPeople(database);
    await addItem(service, "MAP");
    await addItem(service, "BOOK");
  });

  const order = async (email: string, sku: string, fields: object = {}) => {
    const body = { email, send_email: false, order_items: [{ item_sku: sku }], ...fields };
    const answer = await v3(service, "POST", "orders", body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.order as { id: number; download_url: string };
  };

  const mails = async (address: string, count: number) => {
    await until(`${count} emails to ${address}`, async () => (await mailsTo(service, address)).length >= count);
    return mailsTo(service, address);
  };

  const libraryIn = (text: string) => /\/library\/[\w-]+/.exec(text)?.[0] ?? "";

  const queued = async () => {
    const db = await database.open();
    const { count } = await db.read
      .selectFrom("emails")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("kind", "=", "library")
      .where("status", "=", "queued")
      .executeTakeFirstOrThrow();
    return count;
  };

  test("the answer is the same for an address that is known and one that is not, and only the first gets an email", async () => {
    const { download_url } = await order("ann@example.com", "MAP");
    const gone = await order("ann@example.com", "BOOK");
    await v3(service, "POST", `orders/${gone.id}/expire`);
    const spent = await order("ann@example.com", "BOOK", { download_limit: 0 });
    const answers = [];
    for (const email of ["Ann@Example.com", "stranger@example.com"]) {
      const answer = await ask(service, email);
      answers.push([answer.status, answer.headers.get("location"), await answer.text()]);
    }
    expect(answers[0]).toEqual([303, "/links?sent", ""]);
    expect(answers[1]).toEqual(answers[0]);
    const [mail] = await mails("ann@example.com", 1);
    await until("the queue is empty", async () => (await queued()) === 0);
    expect(await mailsTo(service, "stranger@example.com")).toEqual([]);
    expect(mail?.text).toContain(download_url);
    expect(mail?.text).not.toMatch(/button/i);
    for (const one of [gone, spent]) expect(mail?.text).not.toContain(one.download_url);
    expect(mail?.headers.find(({ key }) => key === "list-unsubscribe")).toBeUndefined();
    const db = await database.open();
    const kept = await db.read
      .selectFrom("emails")
      .select(["recipient", "text_body"])
      .where("kind", "=", "library")
      .execute();
    expect(kept).toEqual([{ recipient: "Ann@Example.com", text_body: null }]);
  });

  test("the library shows everything that was bought with the address, and finds it", async () => {
    const { logo_url: logo } = (await v3(service, "PUT", "account/logo", { content: onePixel })).body.account;
    await order("lee@example.com", "MAP");
    await order("Lee@example.com", "BOOK", { vendor_id: "M-77" });
    await order("other@example.com", "BOOK");
    await ask(service, "lee@example.com");
    const [mail] = await mails("Lee@example.com", 1);
    expect(mail?.html).toContain(`<img src="${logo}" alt="`);
    const path = libraryIn(mail?.text ?? "");
    const shown = async (query = "") => {
      const response = await service.get(path + query, { headers: browser });
      return { headers: response.headers, body: await response.text(), status: response.status };
    };
    const all = await shown();
    expect([all.status, all.headers.get("cache-control"), all.headers.get("referrer-policy")]).toEqual([
      200,
      "private, no-store",
      "no-referrer",
    ]);
    expect(all.headers.get("x-robots-tag")).toBe("noindex");
    expect(all.body.split('class="card"').length - 1).toBe(2);
    expect(all.body).not.toContain("other@example.com");
    const searches = { "?q=item+book": 1, "?q=m-77": 1, "?q=ITEM": 2, "?q=%25": 0, "?q=nothing": 0, "?page=2": 0 };
    for (const [query, count] of Object.entries(searches)) {
      expect([query, (await shown(query)).body.split('class="card"').length - 1]).toEqual([query, count]);
    }
    // Other accounts, wrong tokens and links that have ended lead to the form.
    for (const wrong of [`${path}x`, "/library/x"]) {
      const ended = await service.get(wrong, { headers: browser });
      expect([ended.status, await ended.text()]).toEqual([404, expect.stringContaining('href="/links"')]);
    }
  });

  test("a token is stored as a hash, ends after an hour, and goes with the customer's order", async () => {
    const { id } = await order("kim@example.com", "MAP");
    await ask(service, "kim@example.com");
    const [mail] = await mails("kim@example.com", 1);
    const path = libraryIn(mail?.text ?? "");
    const db = await database.open();
    const links = () =>
      db.read.selectFrom("library_links").selectAll().where("email", "=", "kim@example.com").execute();
    const [link] = await links();
    expect(path).not.toContain(link?.token_hash ?? "?");
    const left = (link?.expires_at ?? 0) - instantNow();
    expect(left).toBeGreaterThan(3_000_000);
    expect(left).toBeLessThanOrEqual(3_600_000);
    expect((await service.get(path)).status).toBe(200);
    await db.write((tx) =>
      tx
        .updateTable("library_links")
        .set({ expires_at: instant(instantNow() - 1) })
        .execute(),
    );
    expect((await service.get(path)).status).toBe(404);
    expect(await db.write((tx) => removeExpiredLibraryLinks(tx, instantNow(), 100))).toBe(false);
    expect(await links()).toEqual([]);
    await ask(service, "kim@example.com");
    const again = libraryIn(
      (await mails("kim@example.com", 2))
        .map(({ text }) => text)
        .join("\n")
        .replace(path, ""),
    );
    expect((await service.get(again)).status).toBe(200);
    await v3(service, "DELETE", `orders/${id}`);
    expect((await service.get(again)).status).toBe(404);
    const recipients = await db.read.selectFrom("emails").select("recipient").where("kind", "=", "library").execute();
    expect(recipients.map(({ recipient }) => recipient)).not.toContain("kim@example.com");
  });

  test("an address gets three emails an hour, and a network asks twenty times, known or not", async () => {
    await order("bob@example.com", "MAP");
    for (const email of ["bob@example.com", "nobody@example.com"]) {
      const statuses = [];
      for (let number = 0; number < 5; number++) statuses.push((await ask(service, email)).status);
      expect(statuses).toEqual([303, 303, 303, 429, 429]);
    }
    const statuses = await Promise.all(
      Array.from({ length: 25 }, (_, number) => ask(service, `n${number}@example.com`, "198.51.100.7")),
    );
    expect(statuses.filter(({ status }) => status === 303)).toHaveLength(20);
    const refused = statuses.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused?.text()).toContain("too many requests");
  });

  test("a page of another site cannot ask for an email, and programs and our own pages can", async () => {
    await order("sam@example.com", "MAP");
    const post = (headers: Record<string, string>) =>
      service.get("/links", {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": "203.1.1.1", ...headers },
        body: "email=sam@example.com",
      });
    const foreign = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://x.example" },
    ];
    for (const headers of foreign as Record<string, string>[]) {
      const refused = await post({ ...headers, ...browser });
      expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('href="/links"')]);
    }
    expect(await mailsTo(service, "sam@example.com")).toEqual([]);
    const own = [{}, { "sec-fetch-site": "same-origin", origin: service.url }, { origin: "null" }];
    for (const headers of own as Record<string, string>[]) expect((await post(headers)).status).toBe(303);
  });

  test("the library marks orders that deliver nothing now, and leads to their renewal", async () => {
    const address = "kay@example.com";
    const expired = await order(address, "MAP");
    await v3(service, "POST", `orders/${expired.id}/expire`);
    const spent = await order(address, "MAP", { download_limit: 0 });
    const held = await order(address, "MAP", { hold: true });
    const open = await order(address, "MAP");
    await ask(service, address);
    const [mail] = await mails(address, 1);
    const html = await (await service.get(libraryIn(mail?.text ?? ""), { headers: browser })).text();
    const rows = html.split('class="card"').slice(1);
    const row = ({ download_url }: { download_url: string }) => {
      const found = rows.find((one) => one.includes(new URL(download_url).pathname)) ?? "";
      return [
        /class="gone">([^<]*)</.exec(found)?.[1],
        /href="[^"#]*(#?\w*)"/.exec(found)?.[1],
        found.includes("Renew"),
      ];
    };
    expect([row(expired), row(spent), row(held), row(open)]).toEqual([
      ["expired", "#renewal", true],
      ["no downloads left", "#renewal", true],
      ["being checked by the store", "", false],
      [undefined, "", false],
    ]);
    for (const { download_url } of [expired, spent]) {
      const page = await (await service.get(new URL(download_url).pathname, { headers: browser })).text();
      expect(page).toContain('id="renewal"');
    }
  });

  test("the store sees these emails among the others, without their text, and sends them again at the customer", async () => {
    const address = "may@example.com";
    const { id } = await order(address, "MAP", { send_email: true });
    await ask(service, address);
    await mails(address, 2);
    const { emails, total } = (await v3(service, "GET", `emails?q=${address}`)).body;
    const kinds = emails.map((email: { kind: string; order_id: number | null }) => [email.kind, email.order_id]);
    expect([total, kinds]).toEqual([
      2,
      [
        ["library", null],
        ["delivery", id],
      ],
    ]);
    const pages = [1, 2, 3].map((page) => v3(service, "GET", `emails?q=${address}&page_size=1&page=${page}`));
    const paged = (await Promise.all(pages)).map(({ body }) => body.emails.map((email: { id: number }) => email.id));
    expect(paged).toEqual([[emails[0].id], [emails[1].id], []]);
    const { email } = (await v3(service, "GET", `emails/${emails[0].id}`)).body;
    expect(email).toMatchObject({ recipient: address, order_id: null, text_body: null, html_body: null });
    expect((await v3(service, "GET", `emails?order_id=${id}`)).body.total).toBe(1);
    const again = await v3(service, "POST", `emails/${email.id}/retry`);
    expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining("at the customer")]);
  });

  test("what is no address is refused, and the store's root and wrong links lead to the form", async () => {
    const refused = await ask(service, "no address");
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("aria-invalid")]);
    for (const path of ["/", `/orders/${"x".repeat(27)}`]) {
      expect(await (await service.get(path, { headers: browser })).text()).toContain('href="/links"');
    }
    const form = await (await service.get("/links", { headers: browser })).text();
    expect(form).toContain('method="post" action="/links"');
  });

  test("an order's pages lead to the form and back, and a wrong link's page names the store's address", async () => {
    const { download_url } = await order("may@example.com", "MAP");
    const path = new URL(download_url).pathname;
    const guid = path.split("/").at(-1) ?? "";
    const read = async (at: string) => (await service.get(at, { headers: browser })).text();
    const page = await read(path);
    expect(page).toContain(`href="/library?order=${guid}"`);
    const item = /\/get\/[\w-]+/.exec(page)?.[0] ?? "";
    expect(await read(`${item}?page`)).toContain(`href="/library?order=${guid}"`);
    const form = await read(`/links?order=${guid}`);
    expect(form).toContain(`action="/links?order=${guid}"`);
    expect(form).toContain(`href="/orders/${guid}"`);
    const sent = await service.get(`/links?order=${guid}`, {
      method: "POST",
      headers: { ...browser, "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": "192.0.2.9" },
      body: "email=nobody-else%40example.com",
    });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, `/links?order=${guid}&sent`]);
    expect(await read(`/links?order=${guid}&sent`)).toContain(`href="/orders/${guid}"`);
    for (const wrong of ["//evil.example", "a/../../admin", '"><b>', "x".repeat(65)]) {
      const plain = await read(`/links?${new URLSearchParams({ order: wrong })}`);
      expect(plain).toContain('action="/links"');
      expect(plain).not.toContain("evil.example");
    }
    const { host } = new URL(service.url);
    expect(await read(`/orders/${"x".repeat(27)}`)).toMatch(new RegExp(`address is <a href="[^"]+">${host}</a>`));
  });

  test("emails over the daily allowance are not sent, and the answer is the same", async () => {
    await order("zoe@example.com", "MAP");
    const db = await database.open();
    const plan = await db.read
      .selectFrom("accounts")
      .select("plan")
      .where("handle", "=", "demo")
      .executeTakeFirstOrThrow();
    await db.write((tx) => tx.updateTable("accounts").set({ plan: "standard" }).where("handle", "=", "demo").execute());
    const day = Math.floor(Date.now() / 86_400_000);
    const { id } = await db.read
      .selectFrom("accounts")
      .select("id")
      .where("handle", "=", "demo")
      .executeTakeFirstOrThrow();
    const full = { account_id: id, day, queued: 1_000_000 };
    await db.write((tx) =>
      tx
        .insertInto("email_allowances")
        .values([full, { ...full, day: day + 1 }])
        .execute(),
    );
    expect((await ask(service, "zoe@example.com")).headers.get("location")).toBe("/links?sent");
    await until("the email has ended", async () => (await queued()) === 0);
    expect(await mailsTo(service, "zoe@example.com")).toEqual([]);
    await db.write((tx) => tx.deleteFrom("email_allowances").execute());
    await db.write((tx) => tx.updateTable("accounts").set(plan).where("handle", "=", "demo").execute());
  });
});
