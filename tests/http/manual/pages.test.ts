import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Store } from "../../support/service.ts";
import { makeSqliteStore } from "../../support/shared-service.ts";

const docs = join(import.meta.dir, "../../../docs");
const paths = [...new Bun.Glob("**/*.md").scanSync({ cwd: docs })].toSorted();

/** Where a file of `docs` is served. */
const served = (path: string) => `/docs/${path.replace(/\.md$/, "")}`.replace(/\/README$/, "");

/** The values of an attribute in a page. */
const values = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))].map(([, value = ""]) => value);

describe("the documentation", () => {
  let service: Store;

  beforeAll(async () => {
    service = await makeSqliteStore();
  });

  const html = async (path: string) => (await service.get(path)).text();

  test.each(paths)("serves %s with its title, and its links lead somewhere", async (path) => {
    const answer = await service.get(served(path));
    const page = await answer.text();
    expect(answer.status).toBe(200);
    const [, title = ""] = /^# (.+)$/m.exec(await Bun.file(join(docs, path)).text()) ?? [];
    expect(page).toContain("<title>");
    expect(/<h1 [^>]*>(.*?)<\/h1>/s.exec(page)?.[1]?.replace(/<[^>]*>/g, "")).toBe(
      Bun.markdown
        .html(`# ${title}`)
        .replace(/<[^>]*>/g, "")
        .trim(),
    );
    const broken: string[] = [];
    for (const target of new Set([...values(page, "href"), ...values(page, "src")])) {
      if (/^[a-z]+:/.test(target)) continue;
      const [address = "", anchor] = target.split("#");
      const other = address === "" ? page : await linked(address);
      if (other === null || (anchor && !values(other, "id").includes(anchor))) broken.push(target);
    }
    expect(broken).toEqual([]);
  });

  /** What was asked for once stays the same. */
  const seen = new Map<string, Promise<string | null>>();
  function linked(address: string): Promise<string | null> {
    const found = seen.get(address) ?? service.get(address).then(async (one) => (one.ok ? one.text() : null));
    seen.set(address, found);
    return found;
  }

  test("leads from page to page as the contents order them, there and back", async () => {
    const [, ...parts] = (await Bun.file(join(docs, "README.md")).text()).split(/^## /m);
    const listed = [...parts.join("").matchAll(/\]\(([^)\s#]+\.md)/g)].map(([, path = ""]) => served(path));
    const expected = ["/docs", ...new Set(listed.filter((path) => !path.includes("..")))];
    const seenPages: string[] = [];
    for (let address = "/docs"; address !== ""; ) {
      const page = await html(address);
      expect([address, beside(page, "prev")]).toEqual([address, seenPages.at(-1) ?? ""]);
      seenPages.push(address);
      address = beside(page, "next");
    }
    expect(seenPages).toEqual(expected);
    expect(await html("/docs?q=refund")).not.toContain("Previous and next page");
  });

  /** The address of the page before or after. */
  const beside = (page: string, which: "prev" | "next") =>
    new RegExp(`<a href="([^"]*)" rel="${which}"`).exec(page)?.[1] ?? "";

  test("describes each page by its first paragraph", async () => {
    const description = async (path: string) =>
      /<meta name="description" content="([^"]*)"/.exec(await html(path))?.[1] ?? null;
    expect(await description("/docs/connect/own-checkout")).toBe(
      "Send each paid order from your server to Waybill with one request, and show the customer the link on your thank-you page.",
    );
    // Without the marks of its links and of its code.
    expect(await description("/docs/reference/metrics")).toBe("Look up a metric. Monitor says at which values to act.");
    for (const path of paths) expect([path, await description(served(path))]).not.toEqual([path, null]);
    expect(await description("/docs?q=refund")).toBeNull();
  });

  test("names headings as GitHub does, and links pages by their addresses", async () => {
    const page = await html("/docs/store/large-files");
    expect(page).toContain('href="/docs/reference/delivery#what-counts"');
    expect(await html("/docs/reference/delivery")).toContain('id="what-counts"');
    // A link out of the documentation leads to nothing that an installation has.
    expect(await html("/docs")).toContain("The README says what Waybill is.");
  });

  test.each(["/docs/", "/docs/none", "/docs/start/first-sale.md", "/docs/README", "/docs/../package.json"])(
    "has a page that says so for %s",
    async (path) => {
      const answer = await service.get(path.replace("..", "%2e%2e%2f"));
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain("<h1>There is no page at this address</h1>");
    },
  );

  test("loads only what is its own, and is kept until it changes", async () => {
    const page = await service.get("/docs/start/install");
    expect(page.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    const etag = page.headers.get("etag") ?? "";
    expect(page.headers.get("cache-control")).toBe("no-cache");
    const again = await service.get("/docs/start/install", { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const [asset = ""] = values(await page.text(), "href").filter((one) => one.startsWith("/docs/assets/"));
    const style = await service.get(asset);
    expect(style.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect((await service.get("/docs/images/order.png")).headers.get("content-type")).toBe("image/png");
  });

  test("can only be read, and only at a store's address", async () => {
    expect((await service.get("/docs", { method: "POST" })).status).toBe(405);
    expect((await service.get("/docs/start/install", { host: "nobody.localhost" })).status).toBe(404);
  });

  test("finds the name of a setting, and a word inside a page", async () => {
    const setting = await html("/docs?q=waybill_sendfile");
    expect(setting).toContain('href="/docs/operate/run#files-sent-by-the-web-server"');
    expect(setting).toContain("<mark>WAYBILL_SENDFILE</mark>");
    expect(await html("/docs?q=generous")).toContain('href="/docs/store/large-files#how-customers-get-them"');
  });

  test.each([
    ["how do I give a refund?", "refund"],
    ["webhok", "webhook"],
    ["licence key", "license"],
    ["refund qwertzuiop", "refund"],
  ])("finds what %s means, under a heading, with its words marked", async (query, word) => {
    const page = await html(`/docs?q=${encodeURIComponent(query)}`);
    const [, first = ""] = /<ul class="hits">.*?<li>(.*?)<\/li>/s.exec(page) ?? [];
    expect(first).toContain('<a href="/docs/');
    expect(page.toLowerCase()).toContain(`<mark>${word}</mark>`);
  });

  test.each(["lost my password", "forgot password", "how do I reset my password?", "cannot log in"])(
    "answers %s first",
    async (query) => {
      const page = await html(`/docs?q=${encodeURIComponent(query)}`);
      const [, first] = /<ul class="hits"><li><a href="([^"]*)"/.exec(page) ?? [];
      expect(first).toBe("/docs/store/when-something-goes-wrong#lost-password-or-you-cannot-sign-in");
    },
  );

  test.each([
    ["https", "/docs/operate/behind-a-proxy"],
    ["ssl", "/docs/operate/behind-a-proxy#the-certificate-ssl-or-tls"],
    ["certificate", "/docs/operate/behind-a-proxy#the-certificate-ssl-or-tls"],
    ["change price", "/docs/store/administration#change-a-price"],
    ["change logo", "/docs/store/administration#change-the-logo"],
    ["refund", "/docs/store/administration#refunds"],
    ["how do I refund a customer?", "/docs/store/administration#refunds"],
    ["expired link", "/docs/store/administration#renewals-of-expired-links"],
    ["why has an order no license key", "/docs/store/when-something-goes-wrong#a-customer-has-no-license-key"],
  ])("answers %s with %s first", async (query, address) => {
    const page = await html(`/docs?q=${encodeURIComponent(query)}`);
    expect(/<ul class="hits"><li><a href="([^"]*)"/.exec(page)?.[1]).toBe(address);
  });

  test("shows a table's rows as sentences, from the beginning of one", async () => {
    const page = (await html("/docs?q=fraudulent")).replace(/<\/?mark>/g, "");
    expect(page).toContain("<p>… takes back, gives back, or asks you · status refunded, fraudulent;");
    expect(page).toContain("<p>… Lemon Squeezy · order_* with status paid,");
  });

  test("shows an example with its lines, from the first that has the words", async () => {
    const page = await html("/docs?q=proxy_pass");
    expect(page).toContain(
      "<pre>…\n        <mark>proxy_pass</mark> http://127.0.0.1:3000;\n        proxy_http_version 1.1;\n",
    );
  });

  test("shows the passage that has most of the words", async () => {
    const page = await html("/docs?q=money+back");
    expect(page).toContain("pay the <mark>money</mark> <mark>back</mark> in your shop");
  });

  test("shows sections with more of the words first", async () => {
    const page = await html("/docs?q=verify+webhook");
    expect(/<ul class="hits"><li><a href="([^"]*)"/.exec(page)?.[1]).toBe("/docs/connect/verify-a-webhook");
  });

  test("answers a search of 10,000 letters", async () => {
    expect(await html(`/docs?q=${"a".repeat(10_000)}`)).toContain("Nothing found");
  });

  test("shows what was looked for as text", async () => {
    const page = await html(`/docs?q=${encodeURIComponent('"><script>(1)')}`);
    expect(page).toContain("Nothing found");
    expect(page).not.toContain("<script>(1)");
    expect(await html(`/docs?q=${encodeURIComponent("<code> (")}`)).not.toContain("<code> (");
  });
});
