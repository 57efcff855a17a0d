import { cpSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterTests, temporaryFolder } from "../support/cleanup.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { type Installation, newInstallation, run, startServer } from "./_server.ts";

// Runs every command that writes while the disk of the data folder has less and less room:
// `bun tests/faults/full-disk-commands.ts`. Needs root, for a file system of its own.

const kibibyte = 1024;
const main = join(import.meta.dir, "../../src/main.ts");

await run(async () => {
  const problems: string[] = [];
  const disk = temporaryFolder();
  command("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", disk);
  afterTests(() => command("umount", disk));
  const whole = await makeWhole();
  const files = makeFiles();
  const postgres = await startPostgres({ durable: false });
  afterTests(postgres.stop);
  const folder = join(disk, "data");
  const commands = {
    item: ["item", "add", "B", "--account", "demo", "--name", "B", "--file", files.large],
    keys: ["keys", "import", "A", files.keys, "--account", "demo"],
    account: ["account", "create", "other"],
    set: ["account", "set", "demo", "--name", "Other"],
    backup: ["backup", join(temporaryFolder(), "waybill.tar")],
    move: ["migrate-database", "--to", ""],
  };
  const outcomes: Record<string, { done: number; refused: number }> = {};
  for (const [name, words] of Object.entries(commands)) {
    const counts = { done: 0, refused: 0 };
    outcomes[name] = counts;
    for (const room of [0, 16, 32, 36, 40, 44, 48, 56, 64, 96, 128, 256, 8_192]) {
      rmSync(folder, { recursive: true, force: true });
      cpSync(whole, folder, { recursive: true });
      const target = name === "move" ? await emptyDatabase(postgres.url, `moved_${room}`) : "";
      leave(disk, room * kibibyte);
      const { status, stderr } = waybill(folder, name === "move" ? [...words.slice(0, 2), target] : words);
      counts[status === 0 ? "done" : "refused"] += 1;
      rmSync(join(disk, "ballast"), { force: true });
      const at = `${name} with ${room} KiB`;
      if (status !== 0 && !stderr.includes(`The disk of ${folder} has no room`)) problems.push(`${at}: ${stderr}`);
      if (name === "move") problems.push(...(await statesAfter(folder, target, status)).map((one) => `${at}: ${one}`));
      else if (status !== 0) {
        const again = waybill(folder, words);
        if (again.status !== 0) problems.push(`${at}, then with room: ${again.stderr}`);
      }
    }
    if (counts.done === 0 || counts.refused === 0) problems.push(`${name}: ${JSON.stringify(counts)}`);
  }
  return { fault: "full disk under commands", outcomes, problems };
});

/** Exactly one of the two databases can be used. */
async function statesAfter(folder: string, target: string, status: number): Promise<string[]> {
  const [old, moved] = ["sqlite:", target].map((database) => waybill(folder, ["account", "list"], database));
  const isThere = await hasAccounts(target);
  const uses = waybill(folder, ["account", "set", "demo", "--name", "Again"]).status === 0;
  if (status === 0 && isThere && !uses && moved?.status === 0) return [];
  if (status !== 0 && !isThere && uses && old?.status === 0) return [];
  return [`exit ${status}, new database ${isThere ? "filled" : "empty"}, old one ${uses ? "usable" : "marked"}`];
}

async function hasAccounts(target: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: target });
  await client.connect();
  const found = await client.query("select from accounts").catch(() => ({ rowCount: 0 }));
  await client.end();
  return (found.rowCount ?? 0) > 0;
}

/** A data folder with an item; no server uses it any more. */
async function makeWhole(): Promise<string> {
  const installation: Installation = await newInstallation("sqlite");
  const server = await startServer(installation);
  await server.kill("SIGTERM");
  const added = waybill(installation.folder, ["item", "add", "A", "--account", "demo", "--name", "A"]);
  if (added.status !== 0) throw new Error(added.stderr);
  return installation.folder;
}

function makeFiles(): { keys: string; large: string } {
  const folder = temporaryFolder();
  const [keys, large] = [join(folder, "keys.txt"), join(folder, "large.bin")];
  writeFileSync(keys, Array.from({ length: 2_500 }, (_, index) => `KEY-${index}\n`).join(""));
  writeFileSync(large, Buffer.alloc(3 * 1024 ** 2, "x"));
  return { keys, large };
}

async function emptyDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

/** Fills the disk but for so many bytes. */
function leave(disk: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, "ballast"), Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
}

function waybill(folder: string, words: string[], database = "sqlite:"): { status: number; stderr: string } {
  const environment = { PATH: process.env.PATH ?? "", WAYBILL_DATA: folder, WAYBILL_DATABASE: database };
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, main, ...words], { env: environment });
  return { status: exitCode, stderr: stderr.toString() };
}

function command(...words: string[]): void {
  const { success, stderr } = Bun.spawnSync(words);
  if (!success) throw new Error(`${words.join(" ")}: ${stderr}`);
}
