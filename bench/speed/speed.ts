import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../tests/_ports.ts";
import { startPostgres } from "../../tests/_postgres-server.ts";
import { startNginx } from "./nginx.ts";
import { type Store, startStore } from "./waybill.ts";
import { type Load, load, type Requests } from "./wrk.ts";

/** The server has a core of its own; the load, and PostgreSQL, have the other. */
const [serverCore, loadCore] = [1, 0];
const rounds = 3;
const seconds = Number(process.env.BENCH_SECONDS ?? 4);

/** One database, and words of which a measurement's name contains one. */
const [database, ...words] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), "waybill-bench-"));
const stops: (() => Promise<void>)[] = [];
try {
  await measure();
} finally {
  for (const stop of stops.reverse()) await stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  for (const program of ["wrk", "nginx", "taskset"]) {
    if (!Bun.which(program)) throw new Error(`There is no ${program}: apt-get install wrk nginx-light util-linux`);
  }
  const files = join(folder, "files");
  const small = join(files, "small.bin");
  const large = join(files, "large.bin");
  await Bun.write(small, crypto.getRandomValues(new Uint8Array(64 * 1024)));
  const writer = Bun.file(large).writer();
  const mebibyte = Buffer.alloc(2 ** 20, "x");
  for (let count = 0; count < 1024; count++) await writer.write(mebibyte);
  await writer.end();
  const nginx = await startNginx(folder, { files, port: await freePort(), core: serverCore });
  stops.push(nginx.stop);

  say(
    `${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model} x ${cpus().length}, Bun ${Bun.version}, median of ${rounds} x ${seconds} s\n`,
  );
  for (const name of ["SQLite", "PostgreSQL"]) {
    if (database && name.toLowerCase() !== database) continue;
    let address = "sqlite:";
    if (name === "PostgreSQL") {
      const postgres = await startPostgres({ durable: true });
      stops.push(postgres.stop);
      pin("postgres", loadCore);
      address = postgres.url;
    }
    const store = await startStore(join(folder, name), {
      database: address,
      files: { SMALL: small, LARGE: large },
      core: serverCore,
    });
    stops.push(store.stop);
    await measureStore(name, store, nginx);
    await store.stop();
  }
}

async function measureStore(name: string, store: Store, nginx: Awaited<ReturnType<typeof startNginx>>): Promise<void> {
  const health = store.request("GET", "/healthz");
  const many = await store.downloads("SMALL", 10_000);
  const one = { ...many, requests: many.requests.slice(0, 1) };
  const small = nginx.link("small.bin");
  await compare({ name, pid: store.pid }, "64 KiB, 10,000 orders, 128 connections", many, small, 128);
  await compare({ name, pid: store.pid }, "64 KiB, one order, 128 connections", one, small, 128);
  await compare(
    { name, pid: store.pid },
    "1 GiB, 4 connections",
    await store.downloads("LARGE", 1),
    nginx.link("large.bin"),
    4,
  );

  const json = { "Content-Type": "application/json" };
  const lines = ["A", "B", "C"].map((sku) => ({ sku }));
  const order = JSON.stringify({
    email: "ann{n}@example.com",
    first_name: "Ann",
    last_name: "Lee",
    order_items: lines,
  });
  const skus = ["A", "B", "C"].map((sku) => `<order_item><sku>${sku}</sku></order_item>`).join("");
  const xml = `<order><email>ann{n}@example.com</email><first_name>Ann</first_name><last_name>Lee</last_name><order_items type="array">${skus}</order_items></order>`;
  await compare(
    { name, pid: store.pid },
    "v3 orders, 3 items, email, 64 connections",
    store.request("POST", "/api/v3/orders", json, order),
    health,
    64,
  );
  await compare(
    { name, pid: store.pid },
    "XML orders, 3 items, email, 64 connections",
    store.request("POST", "/api/orders/create", { "Content-Type": "text/xml" }, xml),
    health,
    64,
  );
  await compare(
    { name, pid: store.pid },
    "v3 orders, one after the other",
    store.request("POST", "/api/v3/orders", json, order),
    health,
    1,
  );

  const { orders } = await store.v3<{ orders: { id: number }[] }>("GET", "orders?page_size=1");
  for (const path of [
    `/api/orders/${orders[0]?.id}`,
    "/api/items/A",
    "/api/account",
    `/api/v3/orders/${orders[0]?.id}`,
    "/api/v3/skuproducts/A",
    "/api/v3/account",
  ]) {
    await compare(
      { name, pid: store.pid },
      `GET ${path.replace(/\d{6,}/, "ID")}, 64 connections`,
      store.request("GET", path),
      health,
      64,
    );
  }
}

/** Measures both in turns, and prints the medians and their ratio. */
async function compare(
  { name, pid }: { name: string; pid: number },
  what: string,
  mine: Requests,
  reference: Requests,
  connections: number,
): Promise<void> {
  if (words.length > 0 && !words.some((word) => what.includes(word))) return;
  const runs: [Load, Load][] = [];
  const micros: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const options = { connections, seconds, core: loadCore };
    const before = cpuOf(pid);
    const own = await load(mine, options);
    micros.push(((cpuOf(pid) - before) * 1e6) / (own.rate * seconds));
    runs.push([own, await load(reference, options)]);
  }
  const median = (index: 0 | 1, figure: keyof Load) => {
    const sorted = runs.map((run) => run[index][figure]).sort((one, other) => one - other);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  };
  const [rate, other] = [median(0, "rate"), median(1, "rate")];
  const cells = [
    `${name}, ${what}`.padEnd(58),
    rate.toFixed(rate < 100 ? 1 : 0).padStart(8),
    median(0, "p99").toFixed(1).padStart(8),
    other.toFixed(other < 100 ? 1 : 0).padStart(8),
    median(1, "p99").toFixed(1).padStart(8),
    (rate / other).toFixed(3).padStart(7),
    micros
      .sort((a, b) => a - b)[1]
      ?.toFixed(0)
      .padStart(7),
  ];
  say(`${cells.join(" ")}\n`);
}

/** Seconds of processor time that the process has used. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function pin(program: string, core: number): void {
  for (const pid of Bun.spawnSync(["pgrep", "-x", program]).stdout.toString().trim().split("\n")) {
    Bun.spawnSync(["taskset", "-a", "-p", "-c", String(core), pid], { stdout: "ignore" });
  }
}

function say(text: string): void {
  process.stdout.write(text);
}
