import { statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterTests, temporaryFolder } from "../support/cleanup.ts";
import { newInstallation, run, startServer } from "./_server.ts";
import { Traffic } from "./_traffic.ts";

// Fills the disk while the server is under load, and makes room again: `bun tests/faults/disk-full.ts`. SQLite; needs root, for a
// file system of its own.

const mebibyte = 1024 ** 2;

await run(async () => {
  const installation = await newInstallation("sqlite");
  const folder = temporaryFolder();
  command("mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", folder);
  afterTests(() => command("umount", folder));
  const server = await startServer({ ...installation, folder });
  const traffic = new Traffic(() => [server]);
  await traffic.prepare({ keys: 10_000, limit: 100 });
  traffic.begin(16);
  await Bun.sleep(1_000);
  const problems: string[] = [];
  const ballast = join(folder, "ballast");
  const before = traffic.acknowledged;
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - mebibyte)));
  // The last mebibyte is filled by orders.
  await until(() => traffic.answered(503) > 0);
  const whenFull = traffic.acknowledged;
  const health = await fetch(`${server.origin}/healthz`);
  if (health.status !== 200) problems.push(`/healthz answers ${health.status} on a full disk.`);
  // What was found before is told for a second.
  await Bun.sleep(1_100);
  const ready = await fetch(`${server.origin}/readyz`);
  const { database } = (await ready.json()) as { database: boolean };
  if (ready.status !== 503 || database) problems.push(`/readyz says that the database works on a full disk.`);
  Bun.spawnSync(["rm", ballast]);
  await until(() => traffic.acknowledged > whenFull);
  await Bun.sleep(1_000);
  await traffic.end();
  const after = traffic.acknowledged - whenFull;
  problems.push(...(await traffic.problems()));
  return { fault: "disk full", name: "sqlite", before, untilFull: whenFull - before, after, problems };
});

async function until(check: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!check()) {
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${check}.`);
    await Bun.sleep(10);
  }
}

function command(...words: string[]): void {
  const { success, stderr } = Bun.spawnSync(words);
  if (!success) throw new Error(`${words.join(" ")}: ${stderr}`);
}
