import { describe, expect, test } from "bun:test";
import { unzipSync } from "fflate";
import { epubBook, lockedPdf, pdfBook, unpacked } from "../../support/books.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { sha256, storedBytes } from "../../support/files.ts";
import { until } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const usual = { text: "{{name}} · {{order}}" };

let named = 0;

describe.each(databasesUnderTest)("on $name, files of a stamped product", async ({ makeStore }) => {
  const store = await makeStore();

  const product = async (files: Record<string, Uint8Array | string>, stamp: object | null = usual) => {
    named += 1;
    const sku = `BOOK-${named}`;
    const item = await addItem(store, sku, files);
    const { id } = (await v3(store, "GET", `skuproducts/${sku}`)).body.product;
    if (stamp) expect((await v3(store, "PUT", `products/${id}`, { stamp })).status).toBe(200);
    return { ...item, id, sku };
  };
  const order = async (skus: string[], fields: Record<string, unknown> = {}) => {
    const sent = {
      email: "ada@example.com",
      first_name: "Ada",
      last_name: "Lovelace",
      send_email: false,
      order_items: skus.map((item_sku) => ({ item_sku })),
      ...fields,
    };
    const { status, body } = await v3(store, "POST", "orders", sent);
    expect([status, body]).toEqual([201, body]);
    const links: string[] = body.order.order_items.map(
      ({ download_url }: { download_url: string }) => new URL(download_url).pathname,
    );
    return { ...body.order, links };
  };
  const upload = async (filename: string, body: Blob) => {
    const answer = await store.api(`/api/v3/files?filename=${filename}`, { method: "POST", body });
    return ((await answer.json()) as { file: { id: number } }).file;
  };
  const counted = async (id: number) =>
    (await v3(store, "GET", `orders/${id}`)).body.order.order_items.map(
      ({ download_count }: { download_count: number }) => download_count,
    );
  const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());
  const answered = async (path: string, init?: RequestInit) => {
    let answer = new Response();
    // As clients do: on a busy machine a copy takes longer than one request.
    await until("the copy is made", async () => {
      answer = await store.get(path, init);
      return answer.status !== 503;
    });
    return answer;
  };
  const download = async (path: string) => {
    const answer = await answered(path);
    expect([path, answer.status]).toEqual([path, 200]);
    return bytesOf(answer);
  };

  test("go out with the name and number of their order, the same bytes each time", async () => {
    const source = epubBook();
    const { sku } = await product({ "book.epub": source });
    const [one, other] = [await order([sku]), await order([sku], { first_name: "<Bob>", last_name: "& Co" })];
    const first = await download(one.links[0]);
    expect(unpacked(first)["OEBPS/about-this-copy.xhtml"]).toContain(
      `<p style="margin-top: 40%; text-align: center">Ada Lovelace · ${one.id}</p>`,
    );
    expect(await download(one.links[0])).toEqual(first);
    expect(unpacked(await download(other.links[0]))["OEBPS/about-this-copy.xhtml"]).toContain(
      `&lt;Bob&gt; &amp; Co · ${other.id}`,
    );
    expect(await counted(one.id)).toEqual([2]);
  });

  test("have about the size of the original, as their page and email say, and other files have theirs", async () => {
    // The letters of a stamp are larger than such a small PDF file.
    const files = { "book.epub": epubBook(), "leaf.pdf": await pdfBook(), "notes.txt": "x".repeat(4_000) };
    const { sku } = await product(files);
    const made = await order([sku], { send_email: true });
    const page = await store.get(made.links[0], { headers: { accept: "text/html", "accept-language": "en" } });
    const sizes = (text: string): string[] => [...(text.replaceAll("\u00a0", " ").match(/(about )?[\d.]+ kB/g) ?? [])];
    const own = [expect.stringMatching(/^about [\d.]+ kB$/), "4 kB"];
    // The archive has no size, as one of its files has none.
    expect(sizes(await page.text())).toEqual(own);
    await until("the email is written", async () => {
      const { emails } = (await v3(store, "GET", `emails?order_id=${made.id}`)).body;
      const [email] = emails;
      if (email.subject === null) return false;
      const { text_body } = (await v3(store, "GET", `emails/${email.id}`)).body.email;
      expect(sizes(text_body)).toEqual(own);
      expect(text_body).toContain("leaf.pdf (PDF");
      return true;
    });
  });

  test("have their own size on the order's page and in its email once they are made, and so has the archive", async () => {
    const { sku } = await product({ "book.epub": epubBook(), "notes.txt": "x".repeat(4_000) });
    const { id, download_url } = await order([sku]);
    const page = async () =>
      (await store.get(new URL(download_url).pathname, { headers: { accept: "text/html" } })).text();
    const shown = async () =>
      [...(await page()).matchAll(/<data value="(\d+)">([^<]*)<\/data>/g)].map(([, bytes, words]) => ({
        bytes: Number(bytes),
        isAbout: words?.startsWith("about"),
      }));
    expect((await shown()).map(({ isAbout }) => isAbout)).toEqual([true, true, false]);
    const [, path = ""] = /href="([^"]+book\.epub)"/.exec(await page()) ?? [];
    const { length } = await download(path);
    const made = [length + 4_000, length, 4_000].map((bytes) => ({ bytes, isAbout: false }));
    expect(await shown()).toEqual(made);
    await v3(store, "POST", `orders/${id}/resend`);
    await until("the email is written", async () => {
      const [email] = (await v3(store, "GET", `emails?order_id=${id}`)).body.emails;
      if (email.subject === null) return false;
      const { text_body } = (await v3(store, "GET", `emails/${email.id}`)).body.email;
      expect(text_body).toMatch(/book\.epub \([\d.]+.kB, 4/);
      return true;
    });
    // The next copy carries another name.
    expect((await v3(store, "PUT", `orders/${id}`, { first_name: "Grace" })).status).toBe(200);
    expect((await shown()).map(({ isAbout }) => isAbout)).toEqual([true, true, false]);
  });

  test("are resumed, checked and answered as any file", async () => {
    const { sku } = await product({ "book.pdf": await pdfBook(0, 90) });
    const { id, links } = await order([sku]);
    const [path = ""] = links;
    const head = await answered(path, { method: "HEAD" });
    const etag = head.headers.get("etag") ?? "";
    expect(await counted(id)).toEqual([0]);
    const whole = await download(path);
    expect([head.headers.get("content-length"), etag]).toEqual([String(whole.length), `"${sha256(whole)}"`]);
    const part = await store.get(path, { headers: { range: "bytes=100-", "if-range": etag } });
    expect([part.status, await bytesOf(part)]).toEqual([206, whole.slice(100)]);
    expect((await store.get(path, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect(await counted(id)).toEqual([1]);
    const { downloads } = (await v3(store, "GET", `downloads?order_id=${id}`)).body;
    expect(downloads.map(({ filename }: { filename: string }) => filename)).toEqual(["book.pdf"]);
  });

  test("have no permalink, and other kinds of files go out as they are", async () => {
    const { sku, permalink } = await product({ "book.pdf": await pdfBook(), "notes.txt": "notes" });
    expect((await store.get(permalink)).status).toBe(404);
    const { links } = await order([sku]);
    const page = await (await store.get(`${links[0]}?page`, { headers: { accept: "text/html" } })).text();
    const [, text = ""] = /href="([^"]+notes\.txt)"/.exec(page) ?? [];
    expect(new TextDecoder().decode(await download(text))).toBe("notes");
  });

  test("are in the archive and the preview of their order with its stamp", async () => {
    const pdf = await pdfBook();
    const { sku, id } = await product({ "book.epub": epubBook() });
    const blob = new Blob([pdf], { type: "application/pdf" });
    const file = await upload("book.pdf", blob);
    await v3(store, "PUT", "account", { allow_previews: true });
    await v3(store, "POST", `products/${id}/files`, { file_id: file.id });
    const { links } = await order([sku]);
    const page = await (await store.get(`${links[0]}?page`, { headers: { accept: "text/html" } })).text();
    const [, whole = ""] = /href="(\/orders\/[^"]+)"/.exec(page) ?? [];
    const archive = unpackedBytes(await download(`${whole.split(/[?#]/)[0]}/all.zip`));
    expect(Object.keys(archive).sort()).toEqual(["book.epub", "book.pdf"]);
    expect(unpacked(archive["book.epub"] as Uint8Array)["OEBPS/about-this-copy.xhtml"]).toContain("Ada Lovelace");
    const preview = `/preview/${(links[0] as string).split("/")[2]}/${file.id}`;
    expect(sha256(await download(preview))).toBe(sha256(archive["book.pdf"] as Uint8Array));
    expect(sha256(await download(preview))).not.toBe(sha256(pdf));
  });

  test("follow a new version, a corrected name and another line", async () => {
    const { id, sku, files } = await product({ "book.epub": epubBook() });
    const made = await order([sku]);
    const lineOf = async () => {
      const { "OEBPS/about-this-copy.xhtml": page = "" } = unpacked(await download(made.links[0]));
      return /center">([^<]*)</.exec(page)?.[1];
    };
    expect(await lineOf()).toBe(`Ada Lovelace · ${made.id}`);
    await v3(store, "PUT", `orders/${made.id}`, { first_name: "Augusta Ada" });
    expect(await lineOf()).toBe(`Augusta Ada Lovelace · ${made.id}`);
    await v3(store, "PUT", `products/${id}`, { stamp: { text: "For {{email}} only" } });
    expect(await lineOf()).toBe("For ada@example.com only");
    const file = await upload(
      "next.epub",
      new Blob([epubBook({ "OEBPS/new.xhtml": "<html><body>New</body></html>" })]),
    );
    const version = await v3(store, "POST", `products/${id}/files/${files[0]?.id}/versions`, { file_id: file.id });
    expect([version.status, version.body]).toEqual([201, version.body]);
    expect(unpacked(await download(made.links[0]))["OEBPS/new.xhtml"]).toContain("New");
    await v3(store, "PUT", `products/${id}`, { stamp: null });
    expect(unpacked(await download(made.links[0]))["OEBPS/about-this-copy.xhtml"]).toBeUndefined();
  });

  test("are never a mix of one that was made anew and the one before", async () => {
    const { sku } = await product({ "book.pdf": await pdfBook() });
    const { id, links } = await order([sku]);
    const [path = ""] = links;
    const first = await answered(path);
    const [before, date] = [await bytesOf(first), first.headers.get("last-modified") ?? ""];
    const since = () => answered(path, { headers: { "if-modified-since": date } });
    expect((await since()).status).toBe(304);
    await v3(store, "PUT", `orders/${id}`, { first_name: "Augusta" });
    const after = await bytesOf(await since());
    expect(after).not.toEqual(before);
    const rest = { range: "bytes=100-" };
    const dated = await store.get(path, { headers: { ...rest, "if-range": date } });
    expect([dated.status, await bytesOf(dated)]).toEqual([200, after]);
    // By now this client has some of the new one.
    expect((await store.get(path, { headers: rest })).status).toBe(206);
    await v3(store, "PUT", `orders/${id}`, { first_name: "Ada" });
    const unnamed = await answered(path, { headers: rest });
    expect([unnamed.status, await bytesOf(unnamed)]).toEqual([200, before]);
    const resumed = await store.get(path, { headers: rest });
    expect([resumed.status, await bytesOf(resumed)]).toEqual([206, before.slice(100)]);
    expect(await counted(id)).toEqual([4]);
  });

  test("that many ask for at once are made once, and count for each", async () => {
    const { sku } = await product({ "book.pdf": await pdfBook() });
    const { id, links } = await order([sku], { download_limit: 20 });
    const all = await Promise.all(Array.from({ length: 10 }, () => download(links[0])));
    expect(new Set(all.map(sha256)).size).toBe(1);
    expect(await counted(id)).toEqual([10]);
  });

  test("that cannot be stamped are told to the owner, and never go out plain", async () => {
    const { id, sku, files } = await product({
      "locked.pdf": await lockedPdf(),
      "text.pdf": "not a PDF",
      "book.epub": "no",
    });
    const shown = async () => (await v3(store, "GET", `products/${id}`)).body.product.unstampable_files;
    await until("all files were looked at", async () => (await shown()).length === 3);
    const [locked, text, book] = files;
    expect(await shown()).toEqual([
      { file_id: locked?.id, problem: "encrypted" },
      { file_id: text?.id, problem: "broken" },
      { file_id: book?.id, problem: "broken" },
    ]);
    const { total, files: told } = (await v3(store, "GET", "attention")).body.attention.unstampable_files;
    expect([total >= 3, told.length > 0]).toEqual([true, true]);
    const made = await order([sku]);
    const page = await (await store.get(`${made.links[0]}?page`, { headers: { accept: "text/html" } })).text();
    const [, path = ""] = /href="([^"]+locked\.pdf)"/.exec(page) ?? [];
    const refused = await store.get(path);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await refused.text()).toBe("Your copy of this file could not be made; contact the store.\n");
    expect(await counted(made.id)).toEqual([0]);
  });

  test("are gone with the customer's data", async () => {
    const { sku } = await product({ "book.epub": epubBook() });
    const { id, links } = await order([sku], { email: "gone@example.com" });
    await download(links[0]);
    const stored = () =>
      store.db.read
        .selectFrom("stamped_files as stamped")
        .innerJoin("orders as order", "order.id", "stamped.order_id")
        .select("stamped.storage_key as key")
        .where("order.account_id", "=", store.accountId)
        .where("order.public_id", "=", String(id))
        .execute();
    const [copy] = await stored();
    const isStored = () => storedBytes(store).some((path) => path.replaceAll("/", "").endsWith(copy?.key as string));
    expect(isStored()).toBe(true);
    expect((await v3(store, "DELETE", "customers/gone@example.com")).status).toBe(204);
    expect(await stored()).toEqual([]);
    await until("the bytes are removed", () => !isStored());
  });
});

function unpackedBytes(archive: Uint8Array): Record<string, Uint8Array> {
  return unzipSync(archive);
}
