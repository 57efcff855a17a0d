import { beforeAll, describe, expect, test } from "bun:test";
import { createLibraryLink } from "../../../src/delivery/library/library-links.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { launchBrowser, seriousFindings } from "../../support/browser.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { browser } from "../../support/downloads.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const quarter = 900_000;

describe.each(databasesUnderTest)(
  "a device that opened the link to a library, on $name,",
  ({ makeStore, triesAll }) => {
    let store: SharedStore;
    beforeAll(async () => {
      store = await makeStore();
      await addItem(store, "MAP");
    });

    const order = async (email: string): Promise<{ id: number; download_url: string }> =>
      (await v3(store, "POST", "orders", { email, send_email: false, order_items: [{ item_sku: "MAP" }] })).body.order;
    /** The path of a link as the email has it, made `age` milliseconds ago. */
    const linkFor = async (email: string, age = 0) => {
      const made = instant(instantNow() - age);
      return `/library/${await store.db.write((tx) => createLibraryLink(tx, store.accountId, email, made))}`;
    };
    const get = (path: string, headers: Record<string, string> = {}) =>
      store.get(path, { headers: { ...browser, ...headers } });
    const cookieOf = (response: Response) => response.headers.get("set-cookie") ?? "";
    /** What a browser sends after it opened the link. */
    const keep = async (link: string) => ({ cookie: cookieOf(await get(link)).split(";")[0] ?? "" });
    const press = (button: "keep" | "forget", headers: Record<string, string>) =>
      store.get("/library", {
        method: "POST",
        headers: { ...browser, ...headers },
        body: new URLSearchParams({ [button]: "" }),
      });

    test("shows it without the link, for no longer than that works, and nobody stores the page", async () => {
      const { download_url } = await order("ann@example.com");
      const opened = await get(await linkFor("ann@example.com", quarter), { "x-forwarded-proto": "https" });
      const [, token, life] =
        /^library=([\w-]+); Max-Age=(\d+); Path=\/library; HttpOnly; Secure; SameSite=Lax$/.exec(cookieOf(opened)) ??
        [];
      expect(Number(life)).toBeGreaterThan(2_400);
      expect(Number(life)).toBeLessThanOrEqual(2_700);
      const shown = await get("/library", { cookie: `library=${token}` });
      expect([shown.status, shown.headers.get("cache-control"), cookieOf(shown)]).toEqual([
        200,
        "private, no-store",
        "",
      ]);
      expect(await shown.text()).toContain(new URL(download_url).pathname);
      expect(await (await get("/library?q=nothing", { cookie: `library=${token}` })).text()).toContain(
        "No order matches",
      );
      // As this test's server is reached otherwise.
      expect(cookieOf(await get(await linkFor("ann@example.com")))).not.toContain("Secure");
    });

    test("asks for the address where it keeps nothing that works", async () => {
      await order("bob@example.com");
      const ended = await linkFor("bob@example.com", 4 * quarter);
      expect(cookieOf(await get(ended))).toBe("");
      const cookies = ["", "library=", "library=no%20token", `library=${ended.split("/").at(-1)}`, "library=x"];
      for (const cookie of cookies) {
        const answer = await get("/library", { cookie });
        expect([cookie, answer.status, answer.headers.get("location")]).toEqual([cookie, 302, "/links"]);
        expect(answer.headers.get("cache-control")).toBe("no-store");
      }
      const other = await makeStore();
      const kept = await keep(await linkFor("bob@example.com"));
      expect((await get("/library", kept)).status).toBe(200);
      expect((await other.get("/library", { headers: { ...browser, ...kept } })).status).toBe(302);
    });

    test("leads there from the order's page, and others to the form", async () => {
      const [own, foreign] = [await order("own@example.com"), await order("foreign@example.com")];
      const kept = await keep(await linkFor("own@example.com"));
      const purchasesOf = async ({ download_url }: { download_url: string }, headers: Record<string, string>) => {
        const page = await (await get(new URL(download_url).pathname, headers)).text();
        const [, path = ""] = /href="(\/library\?order=[\w-]+)"/.exec(page) ?? [];
        const answer = await get(path, headers);
        return [answer.status, answer.headers.get("location")];
      };
      const formOf = ({ download_url }: { download_url: string }) => `/links?order=${download_url.split("/").at(-1)}`;
      expect(await purchasesOf(own, kept)).toEqual([302, "/library"]);
      expect(await purchasesOf(foreign, kept)).toEqual([302, formOf(foreign)]);
      expect(await purchasesOf(own, {})).toEqual([302, formOf(own)]);
      const given = await v3(store, "POST", "orders", {
        ...{ email: "giver@example.com", recipient_email: "own@example.com", send_email: false },
        order_items: [{ item_sku: "MAP" }],
      });
      expect(await purchasesOf(given.body.order, kept)).toEqual([302, "/library"]);
    });

    test("shows it no more once the customer is erased, moved or has no order", async () => {
      const gone = {
        "cat@example.com": () => v3(store, "DELETE", "customers/cat@example.com"),
        "dan@example.com": () => v3(store, "PUT", "customers/dan@example.com", { email: "new@example.com" }),
        "eve@example.com": (id: number) => v3(store, "DELETE", `orders/${id}`),
      };
      for (const [email, end] of Object.entries(gone)) {
        const { id } = await order(email);
        const kept = await keep(await linkFor(email));
        expect([email, (await get("/library", kept)).status]).toEqual([email, 200]);
        await end(id);
        expect([email, (await get("/library", kept)).status]).toEqual([email, 302]);
      }
    });

    test("forgets it when asked from the store's own page, and the link ends", async () => {
      await order("fay@example.com");
      const link = await linkFor("fay@example.com");
      const kept = await keep(link);
      for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://x.example" }]) {
        expect((await press("forget", { ...kept, ...(headers as Record<string, string>) })).status).toBe(403);
      }
      expect((await get("/library", kept)).status).toBe(200);
      const done = await press("forget", { ...kept, "sec-fetch-site": "same-origin" });
      expect([done.status, done.headers.get("location"), cookieOf(done)]).toEqual([
        303,
        "/links",
        "library=; Max-Age=0; Path=/library; HttpOnly; SameSite=Lax",
      ]);
      expect((await get("/library", kept)).status).toBe(302);
      expect((await get(link)).status).toBe(404);
      expect((await press("forget", {})).status).toBe(303);
    });

    test("keeps it for 30 days if its customer wants that, until it is forgotten on any device", async () => {
      await order("hal@example.com");
      const link = await linkFor("hal@example.com");
      const opened = await keep(link);
      const answer = await press("keep", opened);
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/library"]);
      const [, token, life] = /^library=([\w-]+); Max-Age=(\d+); Path=\/library; HttpOnly/.exec(cookieOf(answer)) ?? [];
      expect(Number(life)).toBe(30 * 24 * 3_600);
      const kept = { cookie: `library=${token}` };
      expect(link).not.toContain(String(token));
      expect(await (await get("/library", kept)).text()).toContain("This device shows your purchases and gifts until");
      // It keeps itself no longer, and another link of an email takes nothing away.
      const again = await press("keep", kept);
      expect([again.headers.get("location"), cookieOf(again)]).toEqual(["/library", ""]);
      expect(cookieOf(await get(await linkFor("hal@example.com"), kept))).toBe("");
      // Nothing to keep: the link of the email has ended.
      const ended = { cookie: `library=${(await linkFor("hal@example.com", 4 * quarter)).split("/").at(-1)}` };
      expect((await press("keep", ended)).headers.get("location")).toBe("/links");

      const other = await keep(await linkFor("hal@example.com"));
      await press("forget", other);
      for (const cookie of [kept, other]) expect((await get("/library", cookie)).status).toBe(302);
    });

    test("changes nothing for what is no button of its page", async () => {
      await order("jon@example.com");
      const kept = await keep(await linkFor("jon@example.com"));
      const bodies = [
        ["application/json", '{"forget":""}'],
        ["multipart/form-data; boundary=x", '--x\r\nContent-Disposition: form-data; name="forget"\r\n\r\n\r\n--x--'],
        ["application/x-www-form-urlencoded", ""],
      ] as const;
      for (const [type, body] of bodies) {
        const headers = { ...browser, ...kept, "content-type": type };
        const answer = await store.get("/library", { method: "POST", headers, body });
        expect([type, answer.headers.get("location"), cookieOf(answer)]).toEqual([type, "/library", ""]);
      }
      expect((await get("/library", kept)).status).toBe(200);
    });

    test("can be kept by ten devices of an address within an hour", async () => {
      await order("kim@example.com");
      const opened = await keep(await linkFor("kim@example.com"));
      const answers: string[] = [];
      for (let count = 0; count < 11; count++) answers.push(cookieOf(await press("keep", opened)));
      expect(answers.filter((cookie) => cookie !== "")).toHaveLength(10);
    });

    test.if(triesAll)(
      "does all that in a browser without JavaScript, from the page on its home screen on",
      async () => {
        await order("gil@example.com");
        const context = await (await launchBrowser()).newContext({ javaScriptEnabled: false });
        const page = await context.newPage();
        const { start_url } = (await (await get("/manifest.webmanifest")).json()) as { start_url: string };
        await page.goto(store.url + start_url);
        expect(new URL(page.url()).pathname).toBe("/links");
        await page.goto(store.url + (await linkFor("gil@example.com")));
        await page.goto(store.url + start_url);
        expect(new URL(page.url()).pathname).toBe("/library");
        await page.getByRole("heading", { name: "Everything you bought or received" }).waitFor();
        await page.getByLabel("Search by product").fill("map");
        await page.getByRole("button", { name: "Search" }).click();
        await page.getByRole("heading", { name: "Item MAP" }).waitFor();
        await page.getByRole("button", { name: "Keep them here for 30 days" }).click();
        await page.getByText("This device shows your purchases and gifts until").waitFor();
        await page.getByRole("button", { name: "Forget them on all devices" }).click();
        await page.waitForURL("**/links");
        await page.goto(store.url + start_url);
        expect(new URL(page.url()).pathname).toBe("/links");
        await context.close();
      },
    );

    test.if(triesAll)("shows a page that everybody can read", async () => {
      await order("ida@example.com");
      const context = await (await launchBrowser()).newContext();
      const page = await context.newPage();
      await page.goto(store.url + (await linkFor("ida@example.com")));
      expect(await seriousFindings(page)).toEqual([]);
      const place = async (name: string) =>
        (await page.getByRole("button", { name }).boundingBox()) ?? { x: 0, width: 0 };
      const keep = await place("Keep them here for 30 days");
      const forget = await place("Forget them on all devices");
      expect(forget.x - keep.x - keep.width).toBeGreaterThanOrEqual(8);
      await context.close();
    });
  },
);
