import { beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/platform/database/database.ts";
import { csvLines, exportCsv, importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { browser, countDownloads } from "../../support/downloads.ts";
import { addKeys, countEmails, keysNamed, pool } from "../../support/keys.ts";
import { type Service, startService } from "../../support/service.ts";
import { startSmtpServer, type TestSmtpServer } from "../../support/smtp-server.ts";
import { keysOf, millisecondsOf, minute, pathOf, stoppedOrders } from "../../support/stopped-orders.ts";
import { addItem, xmlHeaders } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("an order that is on hold or revoked, on $name,", ({ create }) => {
  let service: Service;
  let smtp: TestSmtpServer;
  let db: Database;

  beforeAll(async () => {
    smtp = await startSmtpServer();
    const database = await create();
    service = await startService({ database, environment: { WAYBILL_SMTP: smtp.url() } });
    db = await database.open();
    await addItem(service, "MAP", { "map.txt": "the map of the south" });
    await addItem(service, "BOOK", { "book.txt": "a book", "notes.txt": "notes" });
    const elsewhere = { sku: "LINK", name: "Link", item_urls: [{ url: "https://example.com/watch", name: "Watch" }] };
    expect((await v3(service, "POST", "products", elsewhere)).status).toBe(201);
  });

  const orders = stoppedOrders(() => ({ service, smtp, db }));
  const { customer, send, read, act, done, mailsTo, heldLonger, keyed, linksOf } = orders;

  test.each([true, false])("is not held or released by a change with hold %p, which says how", async (hold) => {
    const order = await send(["MAP"], { hold: !hold, send_email: false });
    const { status, body } = await v3(service, "PUT", `orders/${order.id}`, { hold, title: "Checked" });
    expect([status, body.errors]).toEqual([
      422,
      [{ field: "hold", message: "cannot be changed here; use POST orders/ID/hold or orders/ID/release" }],
    ]);
    expect(await read(order.id)).toEqual(order);
    expect((await v3(service, "PUT", `orders/${order.id}`, { hold: null, title: "Checked" })).status).toBe(200);
  });

  test.each([
    ["on hold", "hold", "release", 403, "checking this order"],
    ["revoked", "revoke", "restore", 410, "withdrawn this order"],
  ] as const)("%s: nothing is delivered, mailed or handed out", async (_, stop, resume, status, words) => {
    const product = await keyed();
    const [other, more] = [await keyed(), await keyed()];
    await addKeys(service, product.id, keysNamed(product.sku, 1));
    const order = await send(["MAP", "BOOK", "LINK", product.sku, other.sku], { download_limit: 9 });
    expect(await mailsTo(order)).toBe(1);
    await v3(service, "PUT", `orders/${order.id}`, { email: order.email, expiration_date: "2020-01-01" });
    const { page, items, files } = await linksOf(order);
    await service.get(`${page}/renewal`, { method: "POST" });
    await v3(service, "PUT", `orders/${order.id}`, { expiration_date: "2030-01-01T00:00:00Z", title: "Before" });
    // The date grants the request, with an email.
    expect(await mailsTo(order)).toBe(2);
    const links = (await linksOf(order)).files;
    expect([files.length, links.length]).toEqual([0, 4]);
    // One client has begun a download, which it could resume for free.
    const begun = await service.get(links[0] as string);
    expect(await begun.text()).toBe("the map of the south");

    const stopped = await done(order.id, stop);
    const at = { hold: "held_at", revoke: "revoked_at" }[stop];
    expect(Math.abs(millisecondsOf(stopped[at]) - Date.now())).toBeLessThan(minute);
    expect(stopped.order_items[0].revoked_at).toBe(stopped.revoked_at);
    expect(stopped).toMatchObject({ state: stop === "hold" ? "on_hold" : "revoked", status: "open" });
    expect(await done(order.id, stop)).toEqual(stopped);

    const [begunFile, ...untouched] = links as [string, ...string[]];
    const before = await countDownloads(service, `/api/orders/${order.id}/downloads`);
    const requests: [string, RequestInit?][] = [
      [page],
      ...items.map((path): [string] => [path]),
      ...items.map((path): [string] => [`${path}?page`]),
      ...links.map((path): [string] => [path]),
      ...links.map((path): [string, RequestInit] => [path, { method: "HEAD" }]),
      [begunFile, { headers: { range: "bytes=4-" } }],
      [begunFile, { headers: { range: "bytes=0-" } }],
      [begunFile, { headers: { "if-none-match": begun.headers.get("etag") ?? "" } }],
      [untouched[0] as string, { headers: { range: "bytes=2-3" } }],
      [`${page}/renewal`, { method: "POST" }],
    ];
    for (const [path, init] of requests) {
      for (const headers of [{}, browser]) {
        const request = { ...init, headers: { ...init?.headers, ...headers } };
        const answer = await service.get(path, request);
        const text = await answer.text();
        expect({ path, request, status: answer.status }).toEqual({ path, request, status });
        expect(answer.headers.get("location")).toBeNull();
        expect(text).not.toContain(`${product.sku}-0001`);
        if (request.method === "HEAD") continue;
        if (headers === browser) expect(text).toContain("<main");
        else expect(text).toMatch(new RegExp(`^[^<]*${words}[^<]+\\.\n$`));
      }
    }
    expect(await countDownloads(service, `/api/orders/${order.id}/downloads`)).toBe(before);

    const [sent] = (await v3(service, "GET", `emails?order_id=${order.id}`)).body.emails;
    for (const path of [`orders/${order.id}/resend`, `emails/${sent.id}/retry`]) {
      const refused = await v3(service, "POST", path);
      expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining(`Order ${order.id} is`)]);
    }
    for (const method of ["GET", "POST"]) {
      const refused = await service.api(`/api/orders/${order.id}/send_email`, { method });
      expect(refused.status).toBe(409);
      expect(await refused.text()).toMatch(/<message>Order \d+ is [^<]+<\/message>/);
    }
    const shown = await (await service.api(`/api/orders/${order.id}`)).text();
    expect(shown).toContain("2030-01-01T00:00:00+00:00");
    const { renewal_requests } = (await v3(service, "GET", "renewal_requests?status=all")).body;
    const request = renewal_requests.find((one: { order_id: number }) => one.order_id === order.id);
    expect(request.status).toBe("granted");

    // Keys for what it lacks, and more of what has keys: by the pool, the item and the whole list.
    await addKeys(service, other.id, keysNamed(other.sku, 5));
    await addKeys(service, product.id, keysNamed(`${product.sku}-NEW`, 5));
    await addKeys(service, more.id, keysNamed(more.sku, 5));
    const lacking = stopped.order_items.find((item: { item_sku: string }) => item.item_sku === product.sku);
    expect((await v3(service, "PUT", `order_items/${lacking.id}`, { quantity: 2 })).status).toBe(200);
    const order_items = [...order.order_items, { item_sku: more.sku }].map(({ item_sku }) => ({ item_sku }));
    expect((await v3(service, "PUT", `orders/${order.id}`, { order_items, title: "After" })).status).toBe(200);
    expect(keysOf(await read(order.id))).toEqual([`${product.sku}-0001`]);
    expect(await pool(service, other)).toEqual([5, 0]);
    expect(await pool(service, more)).toEqual([5, 0]);
    expect(await pool(service, product)).toEqual([5, 0]);
    expect((await v3(service, "GET", "orders?waiting_for_keys=true")).body.orders).toEqual([]);
    const asksForEmail = await v3(service, "PUT", `orders/${order.id}`, { send_email: true, title: "Mailed" });
    expect([asksForEmail.status, (await read(order.id)).title]).toEqual(
      stop === "hold" ? [200, "Mailed"] : [409, "After"],
    );
    expect(await mailsTo(order)).toBe(2);

    const resumed = await done(order.id, resume);
    expect(resumed).toMatchObject({ held_at: null, revoked_at: null, status: "open" });
    expect(keysOf(resumed)).toEqual([
      `${product.sku}-0001`,
      `${product.sku}-NEW-0001`,
      `${other.sku}-0001`,
      `${more.sku}-0001`,
    ]);
    expect(await mailsTo(order)).toBe(3);
    expect(await done(order.id, resume)).toMatchObject({ email_status: "sent" });
    // Resumed for free, as the download began before.
    const rest = await service.get(begunFile, { headers: { range: "bytes=4-" } });
    expect([rest.status, await rest.text()]).toEqual([206, "map of the south"]);
    expect(await countDownloads(service, `/api/orders/${order.id}/downloads`)).toBe(before);
    for (const path of untouched) expect([200, 302]).toContain((await service.get(path)).status);
    const html = await (await service.get(page, { headers: browser })).text();
    expect(html).toContain(`${product.sku}-0001`);
    expect(await mailsTo(order)).toBe(3);
  });

  test("is refused on every page in words that fit it", async () => {
    await v3(service, "PUT", "account", { website: "https://shop.example.com", contact_email: "help@example.com" });
    const text = async (order: { download_url: string }, language = "en") => {
      const headers = { ...browser, "accept-language": language };
      const html = await (await service.get(pathOf(order.download_url), { headers })).text();
      return html.slice(html.indexOf("<main"), html.indexOf("</main>"));
    };
    const mailed = await send(["MAP"], { hold: true });
    expect(await text(mailed)).toContain("You will get an email as soon as the store has finished.");
    expect(await text(mailed)).toContain("mailto:help@example.com");
    for (const [language, words] of Object.entries({
      de: "Der Shop prüft Ihre Bestellung",
      fr: "La boutique vérifie votre commande",
      es: "La tienda está revisando su pedido",
      ja: "ご注文を",
    })) {
      expect(await text(mailed, language)).toContain(words);
    }
    const silent = await send(["MAP"], { hold: true, send_email: false });
    expect(await text(silent)).toContain("The store is checking your order");
    expect(await text(silent)).not.toContain("You will get an email");
    await done(silent.id, "release");
    expect(await mailsTo(silent)).toBe(0);
    await done(mailed.id, "revoke");
    expect(await text(mailed)).toContain("The store has withdrawn this order");
    expect(await text(mailed)).toContain("https://shop.example.com");
    expect(await text(mailed)).not.toContain("You will get an email");
  });

  test("is refused what does not fit its state, and everything is answered once per Idempotency-Key", async () => {
    const { id } = await send(["MAP"], { send_email: false });
    const refusal = async (action: string) => {
      const { status, body } = await act(id, action);
      return [status, body.detail];
    };
    for (const action of ["release", "restore"]) expect(await done(id, action)).toMatchObject({ state: "open" });
    await done(id, "hold");
    expect(await refusal("restore")).toEqual([409, `Order ${id} is on hold, not revoked. Release it instead.`]);
    await done(id, "revoke");
    expect(await refusal("hold")).toEqual([409, `Order ${id} is revoked. Restore it before you put it on hold.`]);
    expect(await refusal("release")).toEqual([409, `Order ${id} is revoked, not on hold. Restore it instead.`]);
    for (const action of ["hold", "release", "revoke", "restore"]) {
      expect(await act(404, action)).toMatchObject({ status: 404, body: { order: null } });
    }
    await done(id, "restore");
    const once = { "idempotency-key": crypto.randomUUID() };
    const first = await v3(service, "POST", `orders/${id}/hold`, undefined, once);
    await done(id, "release");
    const again = await v3(service, "POST", `orders/${id}/hold`, undefined, once);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await read(id)).state).toBe("open");
    expect((await v3(service, "POST", "orders", { email: "a@example.com", hold: "maybe" })).status).toBe(422);
    const orders = [{ hold: "true" }, { hold: true, send_email: false }, {}].map((fields) => ({
      ...fields,
      email: customer(),
      order_items: [{ item_sku: "MAP" }],
    }));
    const { results } = (await v3(service, "POST", "orders/bulk", { orders })).body;
    const made = results.map(({ order }: { order: { id: number } }) => order);
    expect(made.map(({ state }: { state: string }) => state)).toEqual(["on_hold", "on_hold", "email_pending"]);
    for (const order of made) await act(order.id, "release");
    for (const [index, order] of made.entries()) expect(await mailsTo(order)).toBe(index === 1 ? 0 : 1);
    // A held order that the unversioned interface changes, and one that is deleted.
    const [one, two] = [await send(["MAP"], { hold: true }), await send(["MAP"], { hold: true })];
    const xml = `<order><first_name>Bob</first_name><send_email>true</send_email></order>`;
    const changed = await service.api(`/api/orders/${one.id}`, { method: "PUT", headers: xmlHeaders, body: xml });
    expect(changed.status).toBe(200);
    expect(await mailsTo(one)).toBe(0);
    expect((await v3(service, "DELETE", `orders/${two.id}`)).status).toBe(204);
    expect((await service.get(pathOf(two.download_url))).status).toBe(404);
  });

  test("is exported with the time, and an import of such a file keeps it", async () => {
    const [held, revoked] = [await send(["MAP"], { hold: true }), await send(["MAP"])];
    const { held_at } = held;
    const { revoked_at } = await done(revoked.id, "revoke");
    const { rows } = await exportCsv(service, "orders.csv");
    const cells = (id: number) =>
      rows.filter((row) => row.id === String(id)).map((row) => [row.held_at, row.revoked_at]);
    expect([cells(held.id), cells(revoked.id)]).toEqual([[[held_at, ""]], [["", revoked_at]]]);
    const file = csvLines(
      "email,skus,held_at,revoked_at,revoked_skus",
      `ann@example.com,MAP,${held_at},,`,
      `bob@example.com,MAP,,${revoked_at},`,
      "cid@example.com,MAP;BOOK,,,BOOK",
    );
    const report = (await importCsv(service, "orders", file)).body.import;
    expect(report).toMatchObject({ accepted: 3, refused: [], applied: true });
    const imported = async (email: string) => (await v3(service, "GET", `orders?email=${email}`)).body.orders;
    expect(await imported("ann@example.com")).toMatchObject([{ state: "on_hold", held_at }]);
    expect(await imported("bob@example.com")).toMatchObject([{ state: "revoked", revoked_at }]);
    expect(await imported("cid@example.com")).toMatchObject([
      { revoked_at: null, order_items: [{ revoked_at: null }, { revoked_at: expect.any(String) }] },
    ]);
  });

  test("keeps a date that was set meanwhile, and stays expired if it was", async () => {
    const dates = async (fields: object, actions: [string, object?][]) => {
      const { id, expiration_date } = await send(["MAP"], { send_email: false, ...fields });
      await done(id, "hold");
      await heldLonger({ id }, 10 * minute);
      for (const [action, body] of actions) {
        const method = body ? "PUT" : "POST";
        expect((await v3(service, method, body ? `orders/${id}` : `orders/${id}/${action}`, body)).status).toBe(200);
      }
      return { before: expiration_date, after: await read(id) };
    };
    const set = await dates({}, [["change", { expiration_date: "2031-05-01T00:00:00Z" }], ["release"]]);
    expect(set.after.expiration_date).toBe("2031-05-01T00:00:00+00:00");
    expect((await dates({}, [["expire"], ["release"]])).after.state).toBe("expired");
    const over = await dates({ expiration_date: "2020-01-01T00:00:00Z" }, [["release"]]);
    expect(over.after).toMatchObject({ state: "expired", expiration_date: over.before });
    expect((await dates({ expiration_date: "never" }, [["release"]])).after.expiration_date).toBeNull();
    const refused = await dates({}, [["revoke"], ["restore"]]);
    const moved = millisecondsOf(refused.after.expiration_date) - millisecondsOf(refused.before);
    expect(moved).toBeGreaterThanOrEqual(10 * minute);
    expect(moved).toBeLessThan(11 * minute);
  });

  test("counts exactly the downloads that came before the hold, whatever arrives with it", async () => {
    const order = await send(["MAP"], { download_limit: 1000 });
    expect(await mailsTo(order)).toBe(1);
    const { files } = await linksOf(order);
    const download = async () => {
      const answer = await service.get(files[0] as string);
      await answer.arrayBuffer();
      return answer.status;
    };
    const before = Array.from({ length: 25 }, download);
    const hold = done(order.id, "hold");
    const resend = act(order.id, "resend");
    const statuses = await Promise.all([...before, ...Array.from({ length: 25 }, download)]);
    await hold;
    const delivered = statuses.filter((status) => status === 200).length;
    expect(statuses.filter((status) => status === 403)).toHaveLength(50 - delivered);
    expect((await read(order.id)).download_count).toBe(delivered);
    expect(await Promise.all(Array.from({ length: 10 }, download))).toEqual(Array.from({ length: 10 }, () => 403));
    expect((await read(order.id)).download_count).toBe(delivered);
    // A resend that came first is sent, now or at the release; one that came later was refused.
    const asked = (await resend).status === 200 ? 1 : 0;
    await done(order.id, "release");
    expect(await mailsTo(order)).toBe(1 + asked);
    expect(await countEmails(service, "queued")).toBe(0);
  });
});
