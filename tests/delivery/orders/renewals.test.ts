import { beforeAll, describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { keptMailsTo } from "../../support/kept-mails.ts";
import { type Store, until } from "../../support/service.ts";
import { addItem, createOrder } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const browser = { accept: "text/html", "accept-language": "en-GB" };

describe.each(databasesUnderTest)("a customer's renewal on $name", ({ makeStore }) => {
  let service: Store;
  let file: number | undefined;

  beforeAll(async () => {
    service = await makeStore();
    file = (await addItem(service, "MAP")).files[0]?.id;
  });

  /** A new order whose links no longer work. */
  async function closedOrder(reason: "expired" | "used_up" = "expired") {
    const limit = reason === "used_up" ? "<download_limit>1</download_limit>" : "";
    const order = await createOrder(service, { skus: ["MAP"], fields: `<send_email>false</send_email>${limit}` });
    const link = order.links[0] ?? "";
    const { body } = await v3(service, "GET", `orders/${order.id}`);
    const one = {
      id: order.id,
      link,
      file: `${link}/${file}/file.txt`,
      page: new URL(body.order.download_url).pathname,
    };
    await close(one, reason);
    return one;
  }

  async function close({ id, link }: { id: string; link: string }, reason: "expired" | "used_up" = "expired") {
    if (reason === "expired") await v3(service, "POST", `orders/${id}/expire`);
    else expect((await service.get(link)).status).toBe(200);
  }

  const read = async (path: string) => {
    const page = await (await service.get(path, { headers: browser })).text();
    return page.slice(page.indexOf("<main"), page.indexOf("</main>"));
  };

  const ask = (page: string, message = "") =>
    service.get(`${page}/renewal`, { method: "POST", body: new URLSearchParams({ message }), headers: browser });

  const requestsOf = async (id: string) => {
    const { body } = await v3(service, "GET", `renewal_requests?status=all&order_id=${id}`);
    for (const { order_id } of body.renewal_requests) expect(String(order_id)).toBe(id);
    return body.renewal_requests;
  };

  const mailsAbout = async (id: string) =>
    (await keptMailsTo(service, service.owner.email)).filter(({ subject }) => subject?.startsWith(`Order ${id}:`));

  test.each(["expired", "used_up"] as const)("is offered by every page of an order that is %s", async (reason) => {
    const order = await closedOrder(reason);
    const pages = [await read(order.page), await read(order.file)];
    expect((await service.get(order.file, { headers: browser })).status).toBe(reason === "expired" ? 410 : 403);
    if (reason === "used_up") pages.push(await read(order.link));
    for (const page of pages) {
      expect(page).toContain(`<form class="renewal" method="post" action="${order.page}/renewal">`);
      expect(page).toContain("Ask <bdi>Demo Store</bdi> to renew your order");
    }
    const plain = await service.get(order.file);
    expect(await plain.text()).toMatch(/^[^<]+ask the store[^<]+\.\n$/);
  });

  test("is not offered by a page whose downloads work, and does nothing there", async () => {
    const order = await createOrder(service, { skus: ["MAP"], fields: "<send_email>false</send_email>" });
    const { body } = await v3(service, "GET", `orders/${order.id}`);
    const { pathname } = new URL(body.order.download_url);
    expect(await read(pathname)).not.toContain("<form");
    expect((await ask(pathname)).status).toBe(303);
    expect(await requestsOf(order.id)).toEqual([]);
    expect((await ask("/orders/unknown")).status).toBe(404);
  });

  test("is not asked for by a page of another site, which leads to the form", async () => {
    const order = await closedOrder();
    const other = "https://other.example";
    const foreign = [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }, { origin: other }];
    for (const headers of foreign as Record<string, string>[]) {
      const init = { method: "POST", body: new URLSearchParams() };
      const page = await service.get(`${order.page}/renewal`, { ...init, headers: { ...browser, ...headers } });
      expect([page.status, await page.text()]).toEqual([
        403,
        expect.stringContaining(`<form class="renewal" method="post" action="${order.page}/renewal">`),
      ]);
      const plain = await service.get(`${order.page}/renewal`, { ...init, headers });
      expect([plain.status, await plain.text()]).toEqual([403, expect.stringContaining("sent from another website")]);
    }
    expect(await requestsOf(order.id)).toEqual([]);
    const own = { ...browser, origin: service.url, "sec-fetch-site": "same-origin" };
    const asked = await service.get(`${order.page}/renewal`, { method: "POST", headers: own });
    expect([asked.status, (await requestsOf(order.id)).length]).toEqual([303, 1]);
  });

  test("names the first five of many products to the owner", async () => {
    const skus = Array.from({ length: 7 }, (_, index) => `MANY-${index + 1}`);
    for (const sku of skus) await addItem(service, sku);
    const order_items = skus.map((sku) => ({ sku }));
    const order = { email: "ann@example.com", send_email: false, expiration_date: "2020-01-01", order_items };
    const { id, download_url } = (await v3(service, "POST", "orders", order)).body.order;
    await ask(new URL(download_url).pathname);
    await until("the owner has mail", async () => (await mailsAbout(String(id))).length > 0);
    const [mail] = await mailsAbout(String(id));
    const named = skus.slice(0, 5).map((sku) => `Item ${sku}`);
    expect(mail?.text?.replace(/\s+/g, " ")).toContain(`${named.join(", ")} … ann@example.com`);
  });

  test("is asked for once, told to the owner once, and granted with one click", async () => {
    const order = await closedOrder();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(order.page, "My disk broke.\r\n<b>Please")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(answers[0]?.headers.get("location")).toBe(order.page);
    expect(await read(order.page)).toContain("Your request was sent to <bdi>Demo Store</bdi> on <time");
    expect(await read(order.page)).not.toContain("<form");

    const [request, ...others] = await requestsOf(order.id);
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      email: "ann@example.com",
      reason: "expired",
      status: "open",
      self_service: false,
      message: "My disk broke.\n<b>Please",
    });
    await until("the owner has mail", async () => (await mailsAbout(order.id)).length > 0);
    const [mail] = await mailsAbout(order.id);
    expect(mail?.text).toContain(`${service.url}/admin/renewals`);
    expect(mail?.text?.replace(/\s+/g, " ")).toContain("My disk broke. <b>Please");
    expect(mail?.html).toContain("&lt;b&gt;Please");
    expect(mail?.subject).toBe(`Order ${order.id}: renewal requested`);
    expect(mail?.text).toContain(
      `Order ${order.id}\n${service.url}/admin/orders/${order.id}\nItem MAP\nann@example.com\n`,
    );
    expect((mail?.text ?? "") + mail?.html).not.toContain("new link");

    const granted = await v3(service, "POST", `renewal_requests/${request.id}/grant`);
    expect(granted.status).toBe(200);
    expect(granted.body).toMatchObject({ renewal_request: { status: "granted" }, email_status: "queued" });
    expect(await (await service.get(order.link)).text()).toBe("the file of MAP");
    expect(await read(order.page)).not.toContain('class="renewal"');
    expect((await v3(service, "GET", `emails?order_id=${order.id}`)).body.total).toBe(1);
    for (const answer of ["grant", "decline"]) {
      expect((await v3(service, "POST", `renewal_requests/${request.id}/${answer}`)).status).toBe(409);
    }

    await close(order);
    await ask(order.page);
    expect((await requestsOf(order.id))[0]).toMatchObject({ status: "open", message: null });
    expect(await mailsAbout(order.id)).toHaveLength(1);
  });

  test("is told to the owner by the store's order ID", async () => {
    const order = { vendor_id: "M-fr", email: "ann@example.com", order_items: [{ sku: "MAP" }] };
    const { body } = await v3(service, "POST", "orders", order);
    await v3(service, "POST", `orders/${body.order.id}/expire`);
    await ask(new URL(body.order.download_url).pathname);
    await until("the owner has mail", async () => (await mailsAbout("M-fr")).length > 0);
    expect((await mailsAbout("M-fr"))[0]?.text?.replace(/\s+/g, " ")).toContain(
      "ann@example.com asks for a renewal of order M-fr.",
    );
  });

  test("of a part of an order leads back to what is said of it, below the files that still work", async () => {
    await addItem(service, "LEGEND");
    const fields = "<send_email>false</send_email><download_limit>1</download_limit>";
    const { id, links } = await createOrder(service, { skus: ["MAP", "LEGEND"], fields });
    const { body } = await v3(service, "GET", `orders/${id}`);
    const { pathname } = new URL(body.order.download_url);
    expect((await service.get(links[0] ?? "")).status).toBe(200);
    expect((await ask(pathname)).headers.get("location")).toBe(`${pathname}#renewal`);
    const page = await read(pathname);
    expect(page.indexOf('<h2 id="renewal">')).toBeGreaterThan(page.lastIndexOf('class="file"'));
    expect(page).toContain("Your request was sent to");
  });

  test("gives a used-up order its whole allowance again", async () => {
    const order = await closedOrder("used_up");
    await ask(order.page);
    const [{ id, reason }] = await requestsOf(order.id);
    expect(reason).toBe("used_up");
    await v3(service, "POST", `renewal_requests/${id}/grant`);
    expect((await service.get(order.link)).status).toBe(200);
    expect((await service.get(order.link)).status).toBe(403);
  });

  test.each([
    ["used_up", "granted"],
    ["expired", "open"],
  ] as const)("of an order that is %s is %s when its items are given more downloads", async (reason, status) => {
    const order = await closedOrder(reason);
    await ask(order.page);
    const [item] = (await v3(service, "GET", `orders/${order.id}`)).body.order.order_items;
    const given = await v3(service, "PUT", `order_items/${item.id}`, { additional_downloads: 1 });
    expect(given.status).toBe(200);
    expect((await requestsOf(order.id))[0].status).toBe(status);
  });

  test("is granted by whatever change of the order lets its downloads work again, and by no other", async () => {
    const later = { expiration_date: "2099-01-01T00:00:00Z" };
    const stateOf = async (id: string) => (await requestsOf(id))[0].status;
    // The order's page promises one when the request is granted.
    const emailsOf = async (id: string) => (await v3(service, "GET", `emails?order_id=${id}`)).body.total;
    const asking = async (reason: "expired" | "used_up") => {
      const order = await closedOrder(reason);
      await ask(order.page);
      return order;
    };

    const expired = await asking("expired");
    await v3(service, "PUT", `orders/${expired.id}`, { first_name: "Bo" });
    expect([await stateOf(expired.id), await emailsOf(expired.id)]).toEqual(["open", 0]);
    await v3(service, "PUT", `orders/${expired.id}`, later);
    await v3(service, "PUT", `orders/${expired.id}`, later);
    expect([await stateOf(expired.id), await emailsOf(expired.id)]).toEqual(["granted", 1]);

    const sent = await asking("expired");
    const form = new URLSearchParams({ reset_expiration: "true" });
    await service.api(`/api/orders/${sent.id}/send_email`, { method: "POST", body: form });
    expect([await stateOf(sent.id), await emailsOf(sent.id)]).toEqual(["granted", 1]);

    const reopened = await asking("used_up");
    await v3(service, "POST", `orders/${reopened.id}/reopen`);
    expect([await stateOf(reopened.id), await emailsOf(reopened.id)]).toEqual(["granted", 1]);

    const held = await asking("used_up");
    await v3(service, "POST", `orders/${held.id}/hold`);
    await v3(service, "POST", `orders/${held.id}/reopen`);
    expect([await stateOf(held.id), await emailsOf(held.id)]).toEqual(["open", 0]);
    await v3(service, "POST", `orders/${held.id}/release`);
    expect([await stateOf(held.id), await emailsOf(held.id)]).toEqual(["granted", 1]);

    const usedUp = await asking("used_up");
    await v3(service, "PUT", `orders/${usedUp.id}`, later);
    expect(await stateOf(usedUp.id)).toBe("open");
    const { body } = await v3(service, "GET", `orders/${usedUp.id}`);
    const [item] = body.order.order_items;
    await v3(service, "PUT", `order_items/${item.id}`, { downloads_remaining: 2 });
    expect([await stateOf(usedUp.id), await emailsOf(usedUp.id)]).toEqual(["granted", 1]);
  });

  test("that is granted is told to the customer once, by an email that says so", async () => {
    const order = await closedOrder();
    const mails = async () =>
      (await keptMailsTo(service, "ann@example.com")).filter(({ text }) => text.includes(order.page));
    const soon = async (count: number) => {
      await until("the customer has mail", async () => (await mails()).length === count);
      return (await mails()).at(-1);
    };
    await v3(service, "POST", `orders/${order.id}/reopen`);
    await v3(service, "POST", `orders/${order.id}/resend`);
    expect((await soon(1))?.subject).not.toContain("renewed");
    for (const [told, again] of [
      [2, (id: string) => v3(service, "POST", `renewal_requests/${id}/grant`)],
      [3, () => v3(service, "POST", `orders/${order.id}/reopen`)],
    ] as const) {
      await close(order);
      await ask(order.page);
      await again((await requestsOf(order.id))[0].id);
      const mail = await soon(told);
      expect(mail?.subject).toBe(`Your order ${order.id} from Demo Store is renewed`);
      for (const part of [mail?.text, mail?.html]) {
        expect(part?.replace(/\s+/g, " ")).toContain("is renewed: the links work again.");
        expect(part).toContain("These links work until");
      }
    }
    await v3(service, "POST", `orders/${order.id}/resend`);
    expect((await soon(4))?.subject).not.toContain("renewed");
  });

  test("is offered by the order's email as its page offers it: at the customer's own hand, or by asking the store", async () => {
    const wordsOf = async (order: { id: string; page: string }) => {
      expect((await v3(service, "POST", `orders/${order.id}/resend`)).status).toBe(200);
      const mails = async () =>
        (await keptMailsTo(service, "ann@example.com")).filter(({ text }) => text.includes(order.page));
      await until("the customer has mail", async () => (await mails()).length > 0);
      return (await mails()).map(({ text }) => text.slice(0, text.indexOf("http")).replace(/\s+/g, " ")).at(-1);
    };
    expect(await wordsOf(await closedOrder())).toContain("You can ask the store to renew them on your order page:");
    await v3(service, "PUT", "account", { self_service_renewals: 1 });
    try {
      for (const reason of ["expired", "used_up"] as const) {
        expect(await wordsOf(await closedOrder(reason))).toContain("You can renew your order yourself on its page:");
      }
      const order = await closedOrder();
      await ask(order.page);
      await close(order);
      expect(await wordsOf(order)).toContain("You can ask the store to renew them on your order page:");
    } finally {
      await v3(service, "PUT", "account", { self_service_renewals: 0 });
    }
    const paid = { access_until: new Date(Date.now() - 86_400_000).toISOString() };
    const ended = await closedOrder();
    expect((await v3(service, "PUT", `orders/${ended.id}`, paid)).status).toBe(200);
    expect(await wordsOf(ended)).toContain("You can see what to do on your order page:");
  });

  test("of an order without items opens it and mails nobody", async () => {
    const order = await closedOrder();
    await ask(order.page);
    await v3(service, "PUT", `orders/${order.id}`, { order_items: [] });
    const [{ id }] = await requestsOf(order.id);
    const granted = await v3(service, "POST", `renewal_requests/${id}/grant`);
    expect(granted).toMatchObject({
      status: 200,
      body: { renewal_request: { status: "granted" }, email_status: null },
    });
    expect((await v3(service, "GET", `orders/${order.id}`)).body.order).toMatchObject({
      status: "open",
      email_status: null,
    });
    expect((await v3(service, "GET", `emails?order_id=${order.id}`)).body.total).toBe(0);
  });

  test("that was declined is said so, and cannot be asked for again at once", async () => {
    const order = await closedOrder();
    await ask(order.page);
    const [{ id }] = await requestsOf(order.id);
    const { body } = await v3(service, "POST", `renewal_requests/${id}/decline`);
    expect(body.renewal_request.status).toBe("declined");
    const page = await read(order.page);
    expect(page).toContain("declined your request");
    expect(page).not.toContain("<form");
    const { email } = service.owner;
    const link = `<a href="mailto:${email}?subject=Order%20${order.id}"><bdi>${email}</bdi></a>`;
    for (const path of [order.page, order.file]) expect(await read(path)).toContain(link);
    for (const path of ["/", "/orders/unknown", "/get/unknown"]) expect(await read(path)).not.toContain("mailto:");
    await ask(order.page);
    expect(await requestsOf(order.id)).toHaveLength(1);
    expect((await service.get(order.file)).status).toBe(410);
  });

  test("is answered by opening the order, and forgotten with it", async () => {
    const order = await closedOrder();
    await ask(order.page);
    await v3(service, "POST", `orders/${order.id}/reopen`);
    expect((await requestsOf(order.id))[0].status).toBe("granted");
    await v3(service, "DELETE", `orders/${order.id}`);
    expect(await requestsOf(order.id)).toEqual([]);
    expect((await ask(order.page)).status).toBe(404);
  });

  test("is told in an email that is none of the order's, and that the mailbox loses with the order", async () => {
    expect((await v3(service, "GET", "renewal_requests?order_id=unknown")).body.total).toBe(0);
    const [order, other] = [await closedOrder(), await closedOrder()];
    for (const { id, page } of [order, other]) {
      await ask(page, "My disk broke.");
      await until("the owner has mail", async () => (await mailsAbout(id)).length === 1);
    }
    expect((await v3(service, "GET", `orders/${order.id}`)).body.order.email_status).toBeNull();
    expect((await v3(service, "GET", `emails?order_id=${order.id}`)).body.total).toBe(0);
    expect((await v3(service, "GET", `emails?q=${order.id}`)).body.total).toBe(0);
    await v3(service, "DELETE", `orders/${order.id}`);
    await until("the notice is removed", async () => (await mailsAbout(order.id)).length === 0);
    expect(await mailsAbout(other.id)).toHaveLength(1);
  });

  test("takes no message of any length, and keeps 500 characters", async () => {
    const order = await closedOrder();
    expect((await ask(order.page, "x".repeat(20_000))).status).toBe(413);
    expect(await requestsOf(order.id)).toEqual([]);
    await ask(order.page, `${"🎁".repeat(600)}`);
    expect((await requestsOf(order.id))[0].message).toBe("🎁".repeat(500));
  });

  test("is at the customer's own hand as often as the store allows, however many ask at once", async () => {
    expect((await v3(service, "PUT", "account", { self_service_renewals: 101 })).status).toBe(422);
    await v3(service, "PUT", "account", { self_service_renewals: 2 });
    try {
      const order = await closedOrder();
      for (const left of ["2 renewals left", "1 renewal left"]) {
        expect(await read(order.page)).toContain(left);
        expect(await read(order.file)).toContain("Renew now");
        await Promise.all(Array.from({ length: 50 }, () => ask(order.page)));
        expect((await service.get(order.link)).status).toBe(200);
        await close(order);
      }
      expect(await read(order.page)).toContain("Ask <bdi>Demo Store</bdi> to renew your order");
      await Promise.all(Array.from({ length: 50 }, () => ask(order.page)));
      const requests = await requestsOf(order.id);
      expect(requests.map(({ self_service, status }: Record<string, unknown>) => [self_service, status])).toEqual([
        [false, "open"],
        [true, "granted"],
        [true, "granted"],
      ]);
      expect((await service.get(order.file)).status).toBe(410);
    } finally {
      await v3(service, "PUT", "account", { self_service_renewals: 0 });
    }
  });

  test("is of no other account", async () => {
    const other = await makeStore();
    const [{ id }] = (await v3(service, "GET", "renewal_requests?status=all")).body.renewal_requests;
    expect((await v3(other, "POST", `renewal_requests/${id}/grant`)).status).toBe(404);
    const list = await v3(other, "GET", "renewal_requests?status=all");
    expect(list.body).toMatchObject({ renewal_requests: [], total: 0 });
  });
});
