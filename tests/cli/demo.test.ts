import { Database } from "bun:sqlite";
import { beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { crc32, inflateSync } from "node:zlib";
import { unzipSync } from "fflate";
import { temporaryFolder } from "../support/cleanup.ts";
import { type ServiceProcess, startProcess } from "../support/service.ts";
import { v3 } from "../support/v3.ts";

describe("the demo", () => {
  let service: ServiceProcess;
  let folder: string;
  let database: Database;
  const printed = (name: string) => new RegExp(`${name} +(\\S+)`).exec(service.output.stdout)?.[1] ?? "";
  const rows = (sql: string) => database.query(sql).all();
  const total = async (path: string) => (await v3(service, "GET", path)).body.total;

  beforeAll(async () => {
    service = await startProcess({
      database: { setting: "sqlite:", folder: temporaryFolder() },
      program: [process.execPath, join(import.meta.dir, "../../scripts/demo/demo.ts")],
    });
    folder = printed("Folder");
    database = new Database(join(folder, "waybill.sqlite"), { readonly: true });
  });

  test("leaves what surrounds it alone", () => {
    expect(folder).not.toStartWith(service.folder);
    expect([...new Bun.Glob("**").scanSync(service.folder)]).toEqual([]);
  });

  test("prints where to look, and every address leads somewhere", async () => {
    for (const name of ["Administration", "Customer's page", "Free download"]) {
      const page = await fetch(printed(name), { headers: { accept: "text/html" } });
      expect(`${name} ${page.status}`).toBe(`${name} 200`);
    }
    const page = await (await fetch(printed("Customer's page"))).text();
    expect(page).toContain("Field &amp; Fern");
    expect(page).toMatch(/LID-\w{5}-\w{5}-\w{5}/);
    expect((await v3(service, "GET", "account")).body.account).toMatchObject({ currency: "GBP" });
  });

  test("its owner signs in with the password that it prints", async () => {
    const response = await fetch(`${service.url}/admin/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: service.url },
      body: JSON.stringify({ email: printed("Owner's email"), password: printed("Password") }),
    });
    expect(response.status).toBe(200);
  });

  test("has sold, delivered and mailed for half a year, not always with success", async () => {
    expect(await total("products")).toBeGreaterThanOrEqual(8);
    expect(await total("orders")).toBe(400);
    expect(await total("orders?status=expired")).toBeGreaterThan(100);
    expect(await total("orders?status=open")).toBeGreaterThan(100);
    expect(await total("downloads")).toBeGreaterThan(500);
    expect(await total("emails?status=sent")).toBe(400);
    const { emails } = (await v3(service, "GET", "emails?status=failed")).body;
    expect(emails).toHaveLength(1);
    expect(emails[0].tries.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      "temporary_failure",
      "temporary_failure",
      "permanent_failure",
    ]);
    expect(await total("renewal_requests?status=open")).toBe(1);
    expect(await total("renewal_requests?status=all")).toBe(2);
    const planner = (await v3(service, "GET", "skuproducts/FF-PLANNER")).body.product;
    expect(planner).toMatchObject({ license_keys_available: 0 });
    expect(planner.orders_waiting_for_keys).toBeGreaterThan(0);
    const plugin = (await v3(service, "GET", "skuproducts/FF-LEAF-ID")).body.product;
    expect(plugin).toMatchObject({ license_keys_available: 40, orders_waiting_for_keys: 0 });
  });

  test("its counts are those of what was recorded", () => {
    expect(
      rows(`select item.id from order_items item where item.download_count + coalesce((select sum(download_count) from allowances where order_item_id = item.id), 0) <>
        (select count(*) from downloads where order_item_id = item.id)`),
    ).toEqual([]);
    expect(
      rows(`select * from allowances a where taken <>
        (select count(*) from downloads d where d.order_item_id = a.order_item_id and d.file_id = a.file_id)`),
    ).toEqual([]);
    expect(
      rows(`select a.taken from allowances a join order_items i on i.id = a.order_item_id
        join orders o on o.id = i.order_id where a.taken > o.download_limit`),
    ).toEqual([]);
    expect(
      rows(`select i.id from order_items i where keys_assigned <>
        (select count(*) from license_keys k where k.order_item_id = i.id) or keys_assigned > quantity`),
    ).toEqual([]);
    expect(
      rows(`select d.id from downloads d join orders o on o.id = d.order_id
        where d.downloaded_at < o.created_at or d.downloaded_at >= o.expires_at`),
    ).toEqual([]);
    expect(rows("select sum(downloads) n, sum(bytes) b from product_days")).toEqual(
      rows("select count(*) n, sum(size_bytes) b from downloads"),
    );
    const byDay = (table: string, instant: string, where = "1") =>
      rows(`select ${instant} / 86400000 as day, count(*) n from ${table} where ${where} group by 1 order by 1`);
    expect(rows("select day, orders n from account_days where orders > 0 order by day")).toEqual(
      byDay("orders", "created_at"),
    );
    expect(rows("select day, emails n from account_days where emails > 0 order by day")).toEqual(
      byDay("emails", "sent_at", "status = 'sent' and kind = 'delivery'"),
    );
  });

  test("its files are what their names say", async () => {
    const fetchFile = async (name: string) => {
      const found = (await v3(service, "GET", `files?q=${encodeURIComponent(name)}`)).body.files[0];
      const response = await service.get(found.permalink);
      expect(response.headers.get("content-type")).toBe(found.content_type);
      return Buffer.from(await response.arrayBuffer());
    };
    const pdf = await fetchFile("Twelve walks.pdf");
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf.toString("latin1"))?.[1]);
    expect(pdf.toString("latin1", table, table + 5)).toBe("xref\n");
    for (const [, offset, object] of [...pdf.toString("latin1", table).matchAll(/(\d{10}) 00000 n/g)].map(
      ([line, offset], index) => [line, Number(offset), index + 1] as const,
    )) {
      expect(pdf.toString("latin1", offset, offset + 8)).toStartWith(`${object} 0 obj`);
    }
    const wav = await fetchFile("03 Wren.wav");
    expect(wav.toString("latin1", 0, 4)).toBe("RIFF");
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
    const epub = await fetchFile("The Hedgerow Herbarium.epub");
    expect(epub.toString("latin1", 30, 58)).toBe("mimetypeapplication/epub+zip");
    expect(Object.keys(unzipSync(epub))).toContain("book/package.opf");
    const image = Buffer.from(unzipSync(await fetchFile("Botanical brushes.zip"))["Leaf.png"] ?? []);
    const length = image.readUInt32BE(33);
    expect(inflateSync(image.subarray(41, 41 + length))).toHaveLength(240 * (240 * 3 + 1));
    expect(crc32(image.subarray(37, 41 + length))).toBe(image.readUInt32BE(41 + length));
    expect((await fetchFile("MeadowBlock-Bold.otf")).toString("latin1", 0, 4)).toBe("OTTO");
  });

  // The last one: it ends the demo.
  test("is gone when it is stopped", async () => {
    database.close();
    expect(existsSync(folder)).toBe(true);
    expect(await service.stop()).toBe(0);
    expect(existsSync(folder)).toBe(false);
  });
});
