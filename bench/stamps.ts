import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

// 500 customers who want their stamped copy of a book at once, beside downloads of a plain file on 32 connections:
// `npx bun bench/stamps.ts BOOK.pdf [ORDERS]`. Prints what `/healthz` takes, and the plain downloads of each second without and with them.

const [book = "", orders = "500"] = process.argv.slice(2);
const port = 3997;
const root = join(import.meta.dir, "..");
const readers = 32;

const folder = await mkdtemp(join(tmpdir(), "waybill-bench-"));
const server = Bun.spawn([process.execPath, join(root, "src/main.ts"), "serve"], {
  env: {
    PATH: process.env.PATH ?? "",
    WAYBILL_DATA: folder,
    WAYBILL_PORT: String(port),
    WAYBILL_LOG: "error",
    WAYBILL_DOWNLOAD_LIMITS: "off",
  },
  stdout: "pipe",
  stderr: "inherit",
});
try {
  const { value } = await server.stdout.getReader().read();
  const store = new URL(/STORE=(\S+)/.exec(new TextDecoder().decode(value))?.[1] ?? "");
  const authorization = `Basic ${btoa(`${store.username}:${store.password}`)}`;
  const v3 = async (method: string, path: string, body?: object) => {
    const headers = { authorization, "content-type": "application/json" };
    const sent = await fetch(`${store.origin}/api/v3/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!sent.ok) throw new Error(`${method} ${path}: ${sent.status} ${await sent.text()}`);
    return (await sent.json()) as { product: { id: number }; order: { order_items: { download_url: string }[] } };
  };
  const upload = async (sku: string, name: string, bytes: Blob) => {
    const { product } = await v3("POST", "products", { sku, name: sku, price: 1 });
    const path = `${store.origin}/api/v3/files?filename=${name}`;
    const sent = await fetch(path, { method: "POST", headers: { authorization }, body: bytes });
    if (!sent.ok) throw new Error(`${path}: ${sent.status} ${await sent.text()}`);
    const { file } = (await sent.json()) as { file: { id: number } };
    await v3("POST", `products/${product.id}/files`, { file_id: file.id });
    return product.id;
  };
  const stamp = { text: "{{name}} · {{order}}", position: "bottom_center", size: 9 };
  const bookId = await upload("BOOK", "book.pdf", Bun.file(book));
  await v3("PUT", `products/${bookId}`, { stamp });
  await upload("PLAIN", "plain.bin", new Blob([new Uint8Array(64 * 1024)]));
  const linkOf = async (sku: string, name: string) => {
    const order = { email: "ann@example.com", first_name: name, download_limit: "unlimited", send_email: false };
    const made = (await v3("POST", "orders", { ...order, order_items: [{ item_sku: sku }] })).order;
    return made.order_items[0]?.download_url ?? "";
  };
  const plain = await linkOf("PLAIN", "Ann");
  const links: string[] = [];
  for (let number = 0; number < Number(orders); number++) links.push(await linkOf("BOOK", `Reader ${number}`));

  process.stdout.write(`alone: ${await measured(store.origin, () => delivering(plain, Bun.sleep(10_000)))}\n`);
  let refused = 0;
  const began = performance.now();
  const all = Promise.all(
    links.map(async (link) => {
      for (;;) {
        const answer = await fetch(link);
        const { byteLength } = await answer.arrayBuffer();
        if (answer.status === 200 && byteLength > 0) return;
        if (answer.status !== 503) throw new Error(`${link}: ${answer.status}`);
        refused++;
        await Bun.sleep(1000 * Number(answer.headers.get("retry-after")));
      }
    }),
  );
  process.stdout.write(`beside ${orders} copies: ${await measured(store.origin, () => delivering(plain, all))}\n`);
  const seconds = (performance.now() - began) / 1000;
  process.stdout.write(
    `the copies took ${seconds.toFixed(1)} s, and ${refused} times a customer was told to come again\n`,
  );
} finally {
  server.kill();
  await server.exited;
  await rm(folder, { recursive: true });
}

/** Downloads a second until that has happened. */
async function delivering(link: string, until: Promise<unknown>): Promise<number> {
  let [isOver, count] = [false, 0];
  const began = performance.now();
  void until.then(() => {
    isOver = true;
  });
  await Promise.all(
    Array.from({ length: readers }, async () => {
      while (!isOver) {
        const answer = await fetch(link);
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`${link}: ${answer.status}`);
        count++;
      }
    }),
  );
  await until;
  return (1000 * count) / (performance.now() - began);
}

async function measured(origin: string, run: () => Promise<number>): Promise<string> {
  const poller = Bun.spawn([process.execPath, join(import.meta.dir, "_health-poller.ts"), origin], {
    stdin: "pipe",
    stdout: "pipe",
  });
  const rate = await run();
  poller.stdin.end();
  const { worst, p99 } = JSON.parse(await new Response(poller.stdout).text());
  return `/healthz worst ${worst.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ${Math.round(rate)} plain downloads/s`;
}
