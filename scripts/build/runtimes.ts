import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
const cache = join(root, "node_modules/.cache/waybill-runtimes");

/** A system that executables and packages are built for. */
export type System = "linux-x64" | "linux-arm64";

/** Of each system: Bun's npm package with its runtime, and Bun's name for it. */
const runtimes = {
  "linux-x64": { name: "@oven/bun-linux-x64", target: "bun-linux-x64" },
  "linux-arm64": { name: "@oven/bun-linux-aarch64", target: "bun-linux-arm64" },
} as const;

export const systems = Object.keys(runtimes) as System[];

/** The system that this program runs on; null for one that nothing is built for. */
export function ownSystem(): System | null {
  const own = `${process.platform}-${process.arch}`;
  return systems.find((system) => system === own) ?? null;
}

export const targetOf = (system: System) => runtimes[system].target;

/**
 * The path of Bun's runtime for a system, in the version that the project uses. For another system than this one, npm
 * fetches it from its registry once. Throws if that fails, or if it is not what package-lock.json names.
 */
export async function runtimeOf(system: System): Promise<string> {
  if (system === ownSystem()) return process.execPath;
  const { name } = runtimes[system];
  const { version, integrity } = await locked(name);
  const folder = join(cache, `${system}-${version}`);
  const path = join(folder, "package/bin/bun");
  if (existsSync(path)) return path;
  const unfinished = `${folder}-${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const [packed] = JSON.parse(await run(["npm", "pack", "--json", `${name}@${version}`], unfinished));
  const archive = join(unfinished, packed.filename);
  const hash = new Bun.CryptoHasher("sha512").update(await Bun.file(archive).bytes()).digest("base64");
  if (`sha512-${hash}` !== integrity) throw new Error(`${name} ${version} is not the package of package-lock.json.`);
  await run(["tar", "--extract", "--gzip", "--file", archive], unfinished);
  await rm(archive);
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
  return path;
}

async function locked(name: string): Promise<{ version: string; integrity: string }> {
  const { packages } = await Bun.file(join(root, "package-lock.json")).json();
  const found = packages[`node_modules/${name}`];
  if (!found) throw new Error(`package-lock.json does not name ${name}.`);
  return found;
}

/** Runs a program and returns what it prints. Throws if it fails. */
export async function run(command: string[], cwd: string): Promise<string> {
  const child = Bun.spawn(command, { cwd, stdin: "ignore", stdout: "pipe", stderr: "inherit" });
  const output = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed.`);
  return output;
}
