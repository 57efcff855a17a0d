import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../tests/support/ports.ts";
import { startPostgres } from "../../tests/support/postgres-server.ts";
import { compare, type Pair, processorTime, residentMemory, tableHead } from "./comparison.ts";
import { type Nginx, startNginx } from "./nginx.ts";
import { type Store, startStore } from "./waybill.ts";

// Waybill on SQLite and PostgreSQL beside nginx, each on one core, with wrk on the other: `npm run bench`. With `sqlite` or
// `postgresql`, and words of the names of measurements, only these; RESULTS.md is written when all have run.

/** The server has a core of its own; the load, and PostgreSQL, have the other. */
const [serverCore, loadCore] = [1, 0];
const rounds = 3;
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const different = 10_000;

/** Milliseconds until a server has come to rest, and for which it is then watched. */
const [settling, resting] = [30_000, 60_000];

const [only, ...words] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), "waybill-bench-"));
const stops: (() => Promise<void>)[] = [];
try {
  await measureEverything();
} finally {
  for (const stop of stops.reverse()) await stop();
  await rm(folder, { recursive: true, force: true });
}

async function measureEverything(): Promise<void> {
  for (const program of ["wrk", "nginx", "taskset"]) {
    if (!Bun.which(program)) throw new Error(`There is no ${program}: apt-get install wrk nginx-light util-linux`);
  }
  // PostgreSQL, which this process starts, gets its core from it.
  Bun.spawnSync(["taskset", "-a", "-p", "-c", String(loadCore), String(process.pid)], { stdout: "ignore" });
  const files = { SMALL: join(folder, "files", "small.bin"), LARGE: join(folder, "files", "large.bin") };
  await writeFiles(files);
  const nginx = await startNginx(folder, { files: join(folder, "files"), port: await freePort(), core: serverCore });
  stops.push(nginx.stop);
  const rest: string[] = [];
  const lines = [`${describeMachine(nginx)}\n\n${tableHead}`];
  process.stdout.write(`${lines[0]}\n`);
  for (const name of ["SQLite", "PostgreSQL"]) {
    if (only && name.toLowerCase() !== only) continue;
    const store = await startStore(join(folder, name), {
      database: name === "SQLite" ? "sqlite:" : await startDatabase(),
      files,
      core: serverCore,
    });
    stops.push(store.stop);
    const atRest = only && words.length > 0 ? null : await describeRest(store);
    for (const pair of await pairs(store, nginx)) {
      if (words.length > 0 && !words.some((word) => pair.name.includes(word))) continue;
      const row = await compare(
        { ...pair, name: `${name}, ${pair.name}` },
        { rounds, seconds, core: loadCore, pid: store.pid },
      );
      process.stdout.write(`${row}\n`);
      lines.push(row);
    }
    if (atRest) {
      rest.push(`${name}: ${atRest}; ${residentMemory(store.pid)} MB after all of this.`);
      process.stdout.write(`${rest.at(-1)}\n`);
    }
    await store.stop();
  }
  const results = `# Results of \`npm run bench\`\n\n${lines.join("\n")}\n\n${rest.join("\n")}\n`;
  if (!only) await Bun.write(join(import.meta.dir, "../RESULTS.md"), results);
}

/** What the server needs before anything is asked of it. */
async function describeRest({ pid }: Store): Promise<string> {
  await setTimeout(settling);
  const before = processorTime(pid);
  await setTimeout(resting);
  const share = ((processorTime(pid) - before) * 1000) / resting;
  return `${residentMemory(pid)} MB and ${(share * 100).toFixed(2)} % of a core at rest`;
}

async function pairs(store: Store, nginx: Nginx): Promise<Pair[]> {
  const many = await store.downloads("SMALL", different);
  const large = await store.downloads("LARGE", 1);
  const items = ["A", "B", "C"].map((sku) => ({ sku }));
  const sent = await store.v3<{ order: { id: number } }>("POST", "orders", {
    email: "ann@example.com",
    order_items: items,
  });
  const small = { reference: nginx.link("small.bin"), referenceName: "nginx, uncounted" };
  const health = { reference: store.request("GET", "/healthz"), referenceName: "`/healthz`" };
  const json = { "Content-Type": "application/json" };
  const customer = { email: "ann{n}@example.com", first_name: "Ann", last_name: "Lee" };
  const v3Order = JSON.stringify({ ...customer, order_items: items });
  const quietOrder = JSON.stringify({ ...customer, order_items: items, send_email: false });
  const xmlItems = items.map(({ sku }) => `<order_item><sku>${sku}</sku></order_item>`).join("");
  const xmlCustomer = Object.entries(customer).map(([name, text]) => `<${name}>${text}</${name}>`);
  const xmlOrder = `<order>${xmlCustomer.join("")}<order_items type="array">${xmlItems}</order_items></order>`;
  const v3Orders = store.request("POST", "/api/v3/orders", json, v3Order);
  const xmlOrders = store.request("POST", "/api/orders/create", { "Content-Type": "text/xml" }, xmlOrder);
  const order = sent.order.id;
  const reads = [
    "/api/account",
    "/api/items/A",
    `/api/orders/${order}`,
    "/api/v3/account",
    "/api/v3/skuproducts/A",
    `/api/v3/orders/${order}`,
  ];
  return [
    { name: `64 KiB of ${different} orders`, connections: 128, waybill: many, ...small },
    {
      name: "64 KiB of one order",
      connections: 128,
      waybill: { ...many, requests: many.requests.slice(0, 1) },
      ...small,
    },
    {
      name: "1 GiB",
      connections: 4,
      waybill: large,
      reference: nginx.link("large.bin"),
      referenceName: "nginx, uncounted",
      bytes: true,
    },
    ...reads.map((path) => ({
      name: `GET ${path.replace(String(order), "ID")}`,
      connections: 64,
      waybill: store.request("GET", path),
      ...health,
    })),
    // Ahead of those at once, whose emails take the same core afterwards.
    { name: "v3 orders of three items", connections: 1, waybill: v3Orders, ...health },
    {
      name: "v3 orders of three items without emails",
      connections: 1,
      waybill: store.request("POST", "/api/v3/orders", json, quietOrder),
      ...health,
    },
    { name: "v3 orders of three items", connections: 64, waybill: v3Orders, ...health },
    { name: "XML orders of three items", connections: 64, waybill: xmlOrders, ...health },
  ];
}

async function startDatabase(): Promise<string> {
  const { url, stop } = await startPostgres({ durable: true });
  stops.push(stop);
  return url;
}

async function writeFiles({ SMALL, LARGE }: { SMALL: string; LARGE: string }): Promise<void> {
  await Bun.write(SMALL, crypto.getRandomValues(new Uint8Array(64 * 1024)));
  const writer = Bun.file(LARGE).writer();
  const mebibyte = Buffer.alloc(2 ** 20, "x");
  for (let count = 0; count < 1024; count++) await writer.write(mebibyte);
  await writer.end();
}

function describeMachine({ version }: Nginx): string {
  const [{ model } = { model: "?" }] = cpus();
  const day = new Date().toISOString().slice(0, 10);
  return (
    `${day}, ${model}, ${cpus().length} cores, Bun ${Bun.version}, ${version}. Medians of ${rounds} measurements of ${seconds} s, ` +
    "in turns with the reference. The processor time is the server's for each answer."
  );
}
