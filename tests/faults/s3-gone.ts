import { randomBytes } from "node:crypto";
import { startS3 } from "../support/s3.ts";
import { startTcpGate } from "../support/tcp-gate.ts";
import { newInstallation, run, type Server, startServer } from "./_server.ts";
import { Traffic } from "./_traffic.ts";

// Takes the S3 store away from a server under load, lets it fall silent or answer slowly, and gives it back, again and again:
// `bun tests/faults/s3-gone.ts sqlite 5` (or postgres) times each. Files are uploaded meanwhile.

const [name = "sqlite", times = "5"] = process.argv.slice(2);
/** Milliseconds until an order is taken while the store is gone: orders do not need it. */
const mostForOrder = 3_000;
const mostUntilBack = 15_000;

await run(async () => {
  const s3 = await startS3();
  const gate = await startTcpGate({ hostname: "127.0.0.1", port: s3.port });
  const installation = await newInstallation(name);
  const environment = { ...s3.settings({ port: gate.port }), WAYBILL_UPLOAD_LIMIT: String(2 ** 25) };
  const server = await startServer({ ...installation, environment });
  const traffic = new Traffic(() => [server]);
  await traffic.prepare({ keys: 60_000, limit: 100, limited: 10 });
  traffic.begin(8, { pause: 20 });
  const uploads = uploadMeanwhile(server);
  const problems: string[] = [];
  const faults = [
    { begin: gate.close, end: gate.open },
    { begin: gate.silence, end: gate.speak },
    { begin: () => gate.slow(100_000), end: () => gate.slow(Number.POSITIVE_INFINITY) },
  ];
  let [untilBack, forOrder] = [0, 0];
  for (let round = 0; round < faults.length * Number(times); round++) {
    await Bun.sleep(1_000 + Math.random() * 1_000);
    const { begin, end } = faults[round % faults.length] as (typeof faults)[number];
    await begin();
    const over = performance.now() + 1_000 + Math.random() * 12_000;
    while (performance.now() < over) {
      const asked = performance.now();
      if (!(await traffic.sendOrder())) problems.push("An order was refused without the store.");
      forOrder = Math.max(forOrder, performance.now() - asked);
      await Bun.sleep(100);
    }
    await end();
    const back = performance.now();
    while ((await fetch(`${server.origin}/readyz`)).status !== 200 && performance.now() - back < 60_000)
      await Bun.sleep(50);
    untilBack = Math.max(untilBack, performance.now() - back);
  }
  await traffic.end();
  const stored = await uploads.end();
  if (forOrder > mostForOrder) problems.push(`An order took ${Math.round(forOrder)} ms without the store.`);
  if (untilBack > mostUntilBack)
    problems.push(`It was not ready for ${Math.round(untilBack)} ms after the store was back.`);
  problems.push(...stored.problems);
  await traffic.useUp();
  problems.push(...(await traffic.problems()));
  return {
    fault: "S3 gone, silent or slow",
    name,
    times: faults.length * Number(times),
    orders: traffic.acknowledged,
    downloads: traffic.downloads,
    recorded: traffic.recorded,
    uploads: stored.count,
    refusedUploads: stored.refused,
    forOrder: Math.round(forOrder),
    untilBack: Math.round(untilBack),
    statuses: traffic.statuses,
    problems,
  };
});

/** Uploads files one after the other; `end` compares those that were acknowledged with what the server has. */
function uploadMeanwhile({ origin, authorization }: Server) {
  const headers = { authorization };
  const uploaded = new Map<number, Buffer>();
  let [isOver, refused] = [false, 0];
  const working = (async () => {
    while (!isOver) {
      const bytes = randomBytes(Math.random() < 0.2 ? 12_000_000 : 50_000);
      const init = { method: "POST", headers, body: bytes, signal: AbortSignal.timeout(60_000) };
      const answer = await fetch(`${origin}/api/v3/files?filename=a.bin`, init).catch(() => null);
      const body = (await answer?.json().catch(() => null)) as { file?: { id: number } } | null;
      if (answer?.status === 201 && body?.file) uploaded.set(body.file.id, bytes);
      else refused++;
      await Bun.sleep(200);
    }
  })();
  return {
    async end() {
      isOver = true;
      await working;
      const problems: string[] = [];
      for (const [id, bytes] of uploaded) {
        const product = JSON.stringify({ sku: `FILE-${id}`, name: "A file", item_assets: [id] });
        const init = { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: product };
        const made = await fetch(`${origin}/api/v3/products`, init);
        const { permalink } = ((await made.json()) as { product: { permalink: string } }).product;
        const stored = await (await fetch(origin + permalink)).bytes();
        if (!bytes.equals(stored)) problems.push(`The file ${id} is lost or changed.`);
      }
      return { problems, count: uploaded.size, refused };
    },
  };
}
