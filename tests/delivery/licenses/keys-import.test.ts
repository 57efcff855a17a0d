import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { exportCsv, importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { browser } from "../../support/downloads.ts";
import { emailsOf, keysOf, listKeys, pool, readOrder, sendOrder, untilAllSent } from "../../support/keys.ts";
import { makeProduct, readProduct } from "../../support/products.ts";
import { type Service, startService } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";

const block = "-----BEGIN LICENSE FILE-----\nbWFkZSB1cA==\n\n+a/b=\n-----END LICENSE FILE-----";

describe.each(databasesUnderTest)("on $name", async ({ create, triesAll }) => {
  const service: Service = await startService({ database: await create() });
  const write = async (content: string | Uint8Array) => {
    const path = join(service.folder, `${crypto.randomUUID()}.txt`);
    await Bun.write(path, content);
    return path;
  };
  const importKeys = (sku: string, path: string, ...options: string[]) =>
    service.run("keys", "import", sku, path, "--account", "demo", ...options);
  const keysIn = async (id: number) => (await listKeys(service, id)).map(({ key }) => key);

  test("keys are imported one a line, whatever ends the lines, and duplicates are named", async () => {
    const { id, sku } = await makeProduct(service);
    const path = await write("\ufeffA-1\r\n\r\n  B 2 \nC-ü\n\n A-1\n\tD");
    const first = await importKeys(sku, path, "--json");
    expect(first).toEqual({ status: 0, stdout: '{"added":4,"duplicates":1}\n', stderr: "duplicate: A-1\n" });
    expect(await keysIn(id)).toEqual(["A-1", "B 2", "C-ü", "D"]);
    const again = await importKeys(sku, path);
    expect(again.stdout).toMatch(/^added +0\nduplicates +5\n$/);
    expect(await importKeys(sku, await write(""), "--json")).toMatchObject({ stdout: '{"added":0,"duplicates":0}\n' });
  });

  test.if(triesAll)("a file of another program is read as its keys, or refused with the line", async () => {
    const { id, sku } = await makeProduct(service);
    const files = [
      "\ufeffLicense key\rA-1\rB\u200b-2\r",
      '"key","note"\r\n"C,3","sold"\r\n"A-1",""\r\n',
      `${block}\nD-4\n`,
    ];
    for (const file of files) expect((await importKeys(sku, await write(file), "--json")).status).toBe(0);
    expect(await keysIn(id)).toEqual(["A-1", "B-2", "C,3", block, "D-4"]);
    const named = await importKeys(sku, await write("Key\nA-1\nKey\n"));
    for (const line of [1, 3]) expect(named.stderr).toContain(`column name skipped in line ${line}: Key\n`);
    const serial = await importKeys(sku, await write("A-1\nserial-number\n"));
    expect([serial.status, serial.stderr]).toEqual([
      1,
      expect.stringContaining("Line 2 is the name of a column, not a key."),
    ]);
    const shortened = await importKeys(sku, await write("E-5\n1.23457E+15\nF-6\n"));
    expect(shortened.stderr).toBe(
      "Line 2 is a number that a spreadsheet program has shortened. Take the keys from their source again, with the column formatted as text. 1 key before this line was added.\n",
    );
    const open = await importKeys(sku, await write("G-7,ann@example.com\n"));
    expect(open.stderr).toStartWith("Line 1 has more than one column. Keep only the keys, ");
    expect(await keysIn(id)).toHaveLength(6);
  });

  test.if(triesAll)("a key of several lines is one key wherever it is shown", async () => {
    const product = await makeProduct(service);
    await importKeys(product.sku, await write(`${block}\n`));
    const order = await sendOrder(service, { [product.sku]: 1 });
    expect(keysOf(await readOrder(service, order.id))).toEqual([block]);
    const [email] = await emailsOf(service, order);
    expect(email?.text_body).toContain(`\nLicense key:\n${block}\n`);
    expect(email?.html_body).toContain(`white-space:pre-wrap">${block}</p>`);
    const html = await (await service.get(new URL(order.download_url).pathname, { headers: browser })).text();
    expect(html).toContain(`<code dir="ltr">${block}</code>`);
    const { rows } = await exportCsv(service, `license_keys.csv?sku=${product.sku}`);
    const again = await makeProduct(service);
    const answer = await importCsv(service, "license_keys", `product_sku,key\r\n${again.sku},"${rows[0]?.key}"\r\n`);
    expect(answer.body.import).toMatchObject({ applied: true, refused: [] });
    expect(await keysIn(again.id)).toEqual([block]);
  });

  test("thirty thousand keys are imported while orders take them, and progress is told", async () => {
    const { id, sku } = await makeProduct(service);
    const keys = Array.from({ length: 30_000 }, (_, index) => `KEY-${index}-${"x".repeat(20)}`);
    const path = await write(`${keys.join("\n")}\n`);
    const importing = importKeys(sku, path, "--json");
    const orders = [];
    for (let number = 0; number < 20; number++) orders.push(await sendOrder(service, { [sku]: 1 }));
    const result = await importing;
    // Orders may have come before the first key: the command then begins with their number.
    expect(result.stderr).toEndWith(Array.from({ length: 3 }, (_, index) => `${index + 1}0000 keys\n`).join(""));
    expect(JSON.parse(result.stdout)).toEqual({ added: 30_000, duplicates: 0 });
    expect(await pool(service, await readProduct(service, id))).toEqual([29_980, 0]);
    const given = await Promise.all(orders.map(async (order) => keysOf(await readOrder(service, order.id))));
    expect(given.flat()).toEqual(keys.slice(0, 20));
    const again = await importKeys(sku, await write(keys.slice(0, 2_500).join("\n")), "--json");
    expect(JSON.parse(again.stdout)).toEqual({ added: 0, duplicates: 2_500 });
    expect(again.stderr.match(/^duplicate: /gm)).toHaveLength(20);
    expect(again.stderr).toEndWith("and 2480 more duplicates\n");
  });

  test("customers who wait get the imported keys, in their email and on their pages", async () => {
    const [file] = (await addItem(service, "WAITED-FOR")).files;
    const product = await makeProduct(service, { item_assets: [file?.id] });
    const order = await sendOrder(service, { [product.sku]: 2 }, { first_name: "Ann" });
    await untilAllSent(service);
    await importKeys(product.sku, await write("<KEY & 1>\nKEY  2\nKEY-3\n"));
    const [before, after] = await emailsOf(service, order);
    expect(before?.subject).toMatch(/^Your downloads from /);
    expect(after?.subject).toMatch(/^Your downloads and license keys from /);
    expect(after?.text_body).toContain("\nLicense keys:\n    <KEY & 1>\n    KEY  2\n- file.txt");
    expect(after?.html_body).toMatch(/monospace[^>]*>&lt;KEY &amp; 1&gt;</);
    const page = new URL(order.download_url).pathname;
    const item = new URL(order.order_items[0]?.download_url ?? "").pathname;
    for (const path of [page, item]) {
      const html = await (await service.get(path, { headers: browser })).text();
      expect(html).toContain("2 license keys");
      expect(html).toContain('<code dir="ltr">&lt;KEY &amp; 1&gt;</code>');
      expect(html).toContain('<code dir="ltr">KEY  2</code>');
      expect(html).not.toContain("KEY-3");
    }
  });

  test.if(triesAll)("a product of license keys alone has a page, and no word of a missing file", async () => {
    const product = await makeProduct(service);
    await importKeys(product.sku, await write("ONLY-KEY"));
    const order = await sendOrder(service, { [product.sku]: 1 });
    const item = new URL(order.order_items[0]?.download_url ?? "").pathname;
    for (const headers of [browser, undefined]) {
      const response = await service.get(item, { headers });
      expect(response.status).toBe(200);
      const html = await response.text();
      expect(html).toContain("ONLY-KEY");
      expect(html).not.toContain("not available yet");
    }
    const [email] = await emailsOf(service, order);
    expect(email?.subject).toMatch(/^Your license key from /);
    expect(email?.text_body).not.toContain("not available yet");
  });

  test("what cannot be imported stops the import, which says where", async () => {
    const { id, sku } = await makeProduct(service);
    const wrong = await importKeys(sku, await write(`A\n\nB\n${"x".repeat(1001)}\nC\n`));
    expect(wrong).toMatchObject({ status: 1, stdout: "" });
    expect(wrong.stderr).toBe("Line 4 must have at most 1000 characters. 2 keys before this line were added.\n");
    expect(await keysIn(id)).toEqual(["A", "B"]);
  });

  test.if(triesAll)("whatever a file has wrong is said, and what stands before it is added", async () => {
    const { id, sku } = await makeProduct(service);
    const cases: [string, string, RegExp][] = [
      [sku, await write(`D\n${"x".repeat(1001)}\n`), / 1 key before this line was added\.\n$/],
      [
        sku,
        await write(new Uint8Array([69, 10, 70, 10, 0xff, 0xfe])),
        /^Line 3 is not encoded in UTF-8\. 2 keys before/,
      ],
      [
        sku,
        await write("y".repeat(200_000)),
        /^Line 1 (is too long|must have at most 1000).*\. No keys were added\.\n$/,
      ],
      [
        sku,
        await write(new Uint8Array([71, 10, 0, 10])),
        /^The file is binary\. Use a text file .*\. No keys were added\.\n$/,
      ],
      [sku, await write("%PDF-1.7\nH\n"), /^The file is a PDF\. Use a text file .*\. No keys were added\.\n$/],
      [sku, join(service.folder, "none.txt"), /^There is no file .*none\.txt\.\n$/],
      [`${sku}-NONE`, "-", /^There is no item with the SKU .*-NONE\.\n$/],
    ];
    for (const [sku, path, message] of cases) {
      const { status, stderr } = await importKeys(sku, path);
      expect(status).toBe(1);
      expect(stderr).toMatch(message);
    }
    expect(await keysIn(id)).toEqual(["D", "E", "F"]);
    expect((await service.run("keys", "import", sku, "-", "--account", "nobody")).status).toBe(1);
  });
});
