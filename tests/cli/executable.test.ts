import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildExecutable } from "../../scripts/build/executable.ts";
import { ownSystem, runtimeOf, targetOf } from "../../scripts/build/runtimes.ts";
import { pdfBook } from "../support/books.ts";
import { launchBrowser, signIn } from "../support/browser.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { startProcess, until } from "../support/service.ts";
import { addItem, createOrder } from "../support/store.ts";
import { v3 } from "../support/v3.ts";

test("the executable works alone in an empty folder, with an empty environment", async () => {
  const system = ownSystem();
  if (!system) throw new Error("Nothing is built for this system.");
  const folder = temporaryFolder();
  const executable = join(folder, "waybill");
  await buildExecutable({ outfile: executable, runtime: await runtimeOf(system), target: targetOf(system) });
  expect(readdirSync(folder)).toEqual(["waybill"]);
  const data = join(folder, "data");
  mkdirSync(data);
  // A runtime would read these.
  writeFileSync(join(data, ".env"), "WAYBILL_LOG=loud\n");
  writeFileSync(join(data, "bunfig.toml"), 'preload = ["./missing.ts"]\n');

  const service = await startProcess({
    database: { folder: data, setting: "sqlite:" },
    environment: { PATH: "" },
    program: [executable, "serve"],
  });
  expect(service.output.stdout).toContain(`${executable} item add HELLO`);
  const run = async (...words: string[]) => {
    const environment = { WAYBILL_DATA: data, WAYBILL_PORT: String(service.port) };
    const child = Bun.spawn([executable, ...words], { cwd: folder, env: environment, stderr: "pipe" });
    const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    return { status: await child.exited, stdout, stderr };
  };

  const item = await addItem(service, "HELLO", { "hello.txt": "Hello from Waybill!" });
  const { id, links } = await createOrder(service, { skus: ["HELLO"] });
  expect(await (await service.get(links[0] ?? "")).text()).toBe("Hello from Waybill!");
  expect((await run("mailbox", "show")).stdout).toContain("Subject: Your downloads from Demo Store");
  // Reader threads search.
  const found = await service.api("/api/v3/orders?q=ann@example");
  expect(await found.json()).toMatchObject({ total: 1, orders: [{ id: Number(id), download_count: 1 }] });
  // Renderers are processes of their own.
  const preview = await service.api("/api/v3/wordings/preview", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ wordings: { page_notice: "For order {{ order.id }}" }, order_id: id }),
  });
  expect(await preview.text()).toContain(`For order ${id}`);

  // So is what stamps files, with its fonts and their shaping.
  await addItem(service, "BOOK", { "book.pdf": await pdfBook() });
  const { product } = (await v3(service, "GET", "skuproducts/BOOK")).body;
  await v3(service, "PUT", `products/${product.id}`, { stamp: { text: "{{order}} 山田" } });
  const stamped = await createOrder(service, { skus: ["BOOK"] });
  // The letters of the name make about 200 bytes of 4,000.
  let size = 0;
  await until("the book is stamped", async () => {
    const answer = await service.get(stamped.links[0] ?? "");
    size = (await answer.arrayBuffer()).byteLength;
    return answer.status === 200;
  });
  // The book has 700 bytes, the outlines of its line some 3,000.
  expect(size).toBeGreaterThan(3_900);

  const browser = await launchBrowser();
  const page = await browser.newPage({ baseURL: service.url });
  await signIn(page, service);
  await page.goto("/admin/products");
  await page.getByText(item.sku).first().waitFor();

  const manual = await (await service.get("/docs/start/first-sale")).text();
  expect(manual).toContain("<h1 id=");
  expect(await (await service.get("/docs?q=WAYBILL_SENDFILE")).text()).toContain("/docs/operate/run#");

  const made = await run("account", "create", "second", "--json");
  expect(JSON.parse(made.stdout)).toMatchObject({ handle: "second" });
  const report = JSON.parse((await run("doctor", "--json")).stdout);
  expect(report.findings.filter(({ status }: { status: string }) => status === "problem")).toEqual([]);
  expect((await run("--version")).stdout).toBe(`${(await import("../../package.json")).version}\n`);

  expect(await service.stop()).toBe(0);
  expect(service.output.stderr).not.toMatch(/"level":"(warn|error|fatal)"/);
  expect(readFileSync(join(data, ".env"), "utf8")).toContain("loud");
}, 300_000);
