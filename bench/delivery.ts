import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Subprocess } from "bun";

/** Milliseconds of one measurement. Each pair is measured in turns, so that both see the same machine. */
const duration = 3_000;
const rounds = 3;
const fileBytes = 64 * 1024;

const root = join(import.meta.dir, "..");
const folder = await mkdtemp(join(tmpdir(), "waybill-bench-"));
const children: Subprocess[] = [];
try {
  await measureEverything();
} finally {
  for (const child of children) child.kill();
  await Promise.all(children.map(({ exited }) => exited));
  await rm(folder, { recursive: true });
}

async function measureEverything(): Promise<void> {
  const path = join(folder, "file.bin");
  await Bun.write(path, crypto.getRandomValues(new Uint8Array(fileBytes)));
  const { store, link } = await startWaybill(path);
  const bare = `http://127.0.0.1:${(await firstOutput(start(["bench/_bare-server.ts", path]))).trim()}/`;
  await compare("answers a second with a 64 KiB file, 64 at once", {
    "Waybill, each counted": () => answersPerSecond(64, () => fetch(link)),
    "bare Bun.serve": () => answersPerSecond(64, () => fetch(bare)),
  });
  await compare("orders a second", {
    "64 at once, committed in groups": () => answersPerSecond(64, () => order(store)),
    "one after the other, a commit each": () => answersPerSecond(1, () => order(store)),
  });
}

/** Starts a service with one item whose downloads have no limit, and orders it. */
async function startWaybill(path: string): Promise<{ store: string; link: string }> {
  const settings = { WAYBILL_DATA: folder, WAYBILL_PORT: "3999", WAYBILL_LOG: "warn" };
  const welcome = await firstOutput(start(["src/main.ts", "serve"], settings));
  const store = /STORE=(\S+)/.exec(welcome)?.[1];
  if (!store) throw new Error(`No credentials in: ${welcome}`);
  await start(["src/main.ts", "account", "set", "demo", "--download-limit-per-item", "none"], settings).exited;
  const item = ["item", "add", "BENCH", "--account", "demo", "--name", "Bench", "--file", path];
  await start(["src/main.ts", ...item], settings).exited;
  const link = /\/get\/[^<]+/.exec(await (await order(store)).text())?.[0];
  return { store, link: `${new URL(store).origin}${link}` };
}

function order(store: string): Promise<Response> {
  const { origin, username, password } = new URL(store);
  return fetch(`${origin}/api/orders`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${username}:${password}`)}` },
    body: new URLSearchParams({
      "order[email]": "ann@example.com",
      "order[send_email]": "false",
      "order[order_items][][sku]": "BENCH",
    }),
  });
}

async function answersPerSecond(atOnce: number, request: () => Promise<Response>): Promise<number> {
  const end = performance.now() + duration;
  let answers = 0;
  const client = async () => {
    while (performance.now() < end) {
      const response = await request();
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`Answered ${response.status}`);
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  return (answers * 1000) / duration;
}

/** Measures both in turns, and prints the best of each and the ratio of the first to the second. */
async function compare(what: string, candidates: Record<string, () => Promise<number>>): Promise<void> {
  const best: Record<string, number> = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of Object.entries(candidates)) {
      best[name] = Math.max(best[name] ?? 0, await measure());
    }
  }
  const [first = 0, second = 0] = Object.values(best);
  const lines = Object.entries(best).map(([name, figure]) => `  ${name.padEnd(36)}${figure.toFixed(0).padStart(8)}`);
  process.stdout.write(
    `${what}\n${lines.join("\n")}\n  ${"ratio".padEnd(36)}${(first / second).toFixed(2).padStart(8)}\n`,
  );
}

function start(command: string[], settings: Record<string, string> = {}): Subprocess<"ignore", "pipe", "inherit"> {
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return child;
}

async function firstOutput(child: Subprocess<"ignore", "pipe", "inherit">): Promise<string> {
  const { value } = await child.stdout.getReader().read();
  return new TextDecoder().decode(value);
}
