import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { temporaryFolder } from "../support/cleanup.ts";
import { newInstallation, run, type Server, startServer } from "./_server.ts";
import { readTrace, type TracedEvent, tracing } from "./_trace.ts";
import { Traffic } from "./_traffic.ts";

// Loses the power at random moments: `bun tests/faults/power-loss.ts 40`. SQLite only; needs strace. One run of the server is
// traced. For each moment, the files are made as a disk may hold them then: what was synced is there, and each later write
// is there, missing, or torn at a sector. The server is started on them, and must have all that it had acknowledged.

const [times = "40"] = process.argv.slice(2);
const sector = 512;

await run(async () => {
  const installation = await newInstallation("sqlite");
  let server: Server = await startServer(installation);
  const traffic = new Traffic(() => [server]);
  await traffic.prepare({ keys: 10_000, limit: 100 });
  await server.kill("SIGTERM");
  const before = temporaryFolder();
  cpSync(installation.folder, before, { recursive: true });

  const trace = join(temporaryFolder(), "trace");
  server = await startServer({ ...installation, under: tracing(trace) }, server.port);
  traffic.begin(16);
  await Bun.sleep(12_000);
  await traffic.end();
  // strace passes on no SIGKILL, and what it traces ends with it.
  Bun.spawnSync(["pkill", "-KILL", "-P", String(server.process.pid)]);
  await server.process.exited;

  const events = await readTrace(trace, installation.folder);
  const sent = events.flatMap((event, index) => (event.kind === "send" ? acknowledgedIn(event.bytes, index) : []));
  if (sent.length === 0) throw new Error("No acknowledgement is in the trace.");
  const problems: string[] = [];
  let dropped = 0;
  for (let loss = 0; loss < Number(times); loss++) {
    const { at: moment } = sent[Math.floor(Math.random() * sent.length)] as (typeof sent)[number];
    const folder = temporaryFolder();
    rmSync(folder, { recursive: true });
    cpSync(before, folder, { recursive: true });
    dropped += writeAsLost(events.slice(0, moment + 1), installation.folder, folder);
    const restarted = await startServer({ ...installation, folder }, server.port).catch((error: Error) => error);
    if (restarted instanceof Error) {
      problems.push(`${moment}: ${restarted.message}`);
      break;
    }
    server = { ...restarted, authorization: server.authorization };
    const acknowledged = new Set(sent.filter(({ at }) => at <= moment).map(({ id }) => id));
    for (const problem of await traffic.problems({ wasAcknowledged: (id) => acknowledged.has(id) }))
      problems.push(`${moment}: ${problem}`);
    await restarted.kill();
    rmSync(folder, { recursive: true });
  }
  return { fault: "power loss", name: "sqlite", times: Number(times), orders: sent.length, dropped, problems };
});

/** The order that this answer acknowledges. */
function acknowledgedIn(bytes: Buffer, at: number): { id: string; at: number }[] {
  const text = bytes.toString("latin1");
  const id = /^HTTP\/1\.1 201 [\s\S]*"vendor_id":"(shop-\d+)"/.exec(text)?.[1];
  return id === undefined ? [] : [{ id, at }];
}

/** Writes the files as a disk may hold them after these events; returns how many writes it lost, whole or in part. */
function writeAsLost(events: TracedEvent[], from: string, to: string): number {
  let lost = 0;
  const changes = events.filter((event) => event.kind === "write" || event.kind === "truncate");
  for (const path of new Set(changes.map((event) => event.path))) {
    const target = join(to, path.slice(from.length + 1));
    const content = new Content(existsSync(target) ? readFileSync(target) : Buffer.alloc(0));
    const durable = durableUntil(events, path);
    for (const [index, event] of events.entries()) {
      if (!("path" in event) || event.path !== path) continue;
      if (event.kind === "truncate") content.truncate(event.size);
      if (event.kind !== "write") continue;
      const kept = index < durable ? event.bytes.length : survives(event.bytes.length);
      if (kept < event.bytes.length) lost++;
      if (kept > 0) content.write(event.bytes.subarray(0, kept), event.offset);
    }
    // What several processes share in memory is no file after a loss of power.
    if (!basename(path).endsWith("-shm")) writeFileSync(target, content.bytes());
  }
  return lost;
}

/** What was written before this event is on disk: the begin of the last sync that ended. */
function durableUntil(events: TracedEvent[], path: string): number {
  const ended = events.findLast((event) => event.kind === "end sync" && event.path === path);
  if (ended?.kind !== "end sync") return 0;
  return events.findIndex((event) => event.kind === "begin sync" && event.sync === ended.sync);
}

/** Bytes of a write that is not synced which are on disk: all, none, or those up to a sector. */
function survives(length: number): number {
  const chance = Math.random();
  if (chance < 0.4) return length;
  return chance < 0.7 ? 0 : Math.floor((Math.random() * length) / sector) * sector;
}

/** The bytes of a file that grows. */
class Content {
  #buffer: Buffer;
  #length: number;

  constructor(bytes: Buffer) {
    this.#buffer = bytes;
    this.#length = bytes.length;
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  truncate(size: number): void {
    this.#reserve(size);
    this.#buffer.fill(0, Math.min(size, this.#length));
    this.#length = size;
  }

  write(bytes: Buffer, offset: number): void {
    this.#reserve(offset + bytes.length);
    bytes.copy(this.#buffer, offset);
    this.#length = Math.max(this.#length, offset + bytes.length);
  }

  #reserve(size: number): void {
    if (size <= this.#buffer.length) return;
    const larger = Buffer.alloc(2 * size);
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
