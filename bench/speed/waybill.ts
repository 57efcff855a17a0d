import { join } from "node:path";
import { freePort } from "../../tests/support/ports.ts";
import type { Requests } from "./wrk.ts";

const root = join(import.meta.dir, "../..");

/** A store on a server of its own, with a file of each size, items A, B and C without one, and an API key. */
export interface Store {
  origin: string;
  pid: number;
  headers: Record<string, string>;
  owner: { email: string; password: string };
  request(method: string, path: string, headers?: Record<string, string>, body?: string): Requests;
  /** Orders the SKU so many times, without emails; resolves with the requests of the download links. */
  downloads(sku: string, orders: number): Promise<Requests>;
  v3<Body>(method: string, path: string, body?: unknown): Promise<Body>;
  stop(): Promise<void>;
}

/** `files`: paths by SKU. `database`: as WAYBILL_DATABASE. */
export async function startStore(
  folder: string,
  {
    database,
    files,
    core,
    environment = {},
  }: { database: string; files: Record<string, string>; core: number; environment?: Record<string, string> },
): Promise<Store> {
  const port = await freePort();
  const settings = {
    WAYBILL_DATA: folder,
    WAYBILL_DATABASE: database,
    WAYBILL_PORT: String(port),
    WAYBILL_LOG: "warn",
    ...environment,
  };
  const env = { PATH: process.env.PATH ?? "", ...settings };
  const main = [process.execPath, join(root, "src/main.ts")];
  const server = Bun.spawn(["taskset", "-c", String(core), ...main, "serve"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { value } = await server.stdout.getReader().read();
  const welcome = new TextDecoder().decode(value);
  const credential = (name: string) => new RegExp(`${name} +(\\S+)`).exec(welcome)?.[1] ?? "";
  const origin = `http://localhost:${port}`;
  const headers = { Authorization: `Basic ${btoa(`${credential("API key")}:${credential("API token")}`)}` };
  const run = (...words: string[]) =>
    Bun.spawn([...main, ...words], { env, stdio: ["ignore", "ignore", "inherit"] }).exited;
  await run("account", "set", "demo", "--download-limit-per-item", "none", "--plan", "unlimited");
  for (const sku of ["A", "B", "C"]) await run("item", "add", sku, "--account", "demo", "--name", sku);
  for (const [sku, path] of Object.entries(files)) {
    await run("item", "add", sku, "--account", "demo", "--name", sku, "--file", path);
  }
  const v3: Store["v3"] = async (method, path, body) => {
    const answer = await fetch(`${origin}/api/v3/${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json() as never;
  };
  return {
    origin,
    pid: server.pid,
    headers,
    owner: { email: credential("Owner's email"), password: credential("Password") },
    v3,
    request: (method, path, more = {}, body = "") => ({
      origin,
      requests: [{ method, path, headers: { ...headers, ...more }, body }],
    }),
    async downloads(sku, orders) {
      const paths: string[] = [];
      const one = { email: "ann@example.com", send_email: false, order_items: [{ sku }] };
      while (paths.length < orders) {
        const count = Math.min(100, orders - paths.length);
        const { results } = await v3<{ results: { order: { order_items: { download_url: string }[] } }[] }>(
          "POST",
          "orders/bulk",
          { orders: Array.from({ length: count }, () => one) },
        );
        for (const { order } of results) paths.push(new URL(order.order_items[0]?.download_url ?? "").pathname);
      }
      return { origin, requests: paths.map((path) => ({ method: "GET", path })) };
    },
    async stop() {
      server.kill();
      await server.exited;
    },
  };
}
