import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { placesOfSources, readyMadeParts } from "../../scripts/build/plugins.ts";

const root = join(import.meta.dir, "../..");
const cache = join(root, "node_modules/.cache/waybill-tests");

/** Milliseconds after which the program of sources that have changed since is removed: no run takes that long. */
const keptFor = 6 * 3_600_000;

/**
 * Settings of processes that tests start: few live long enough to gain what optimizing their code costs, which is a quarter of
 * the processor time of a start. Only what runs most often is optimized.
 */
export const shortLived = {
  BUN_JSC_thresholdForOptimizeAfterWarmUp: "200000",
  BUN_JSC_thresholdForOptimizeAfterLongWarmUp: "200000",
  BUN_JSC_thresholdForOptimizeSoon: "200000",
};

let built: Promise<string> | null = null;

/**
 * Returns the path of `src/main.ts` compiled into one file of bytecode, which starts in half the processor time. It is
 * compiled once for the same sources, together with the administration area, by whichever process of the tests comes first.
 */
export async function waybillProgram(): Promise<string> {
  return join(await builtFolder(), "main.js");
}

/** The modules that `tests/support/programs/service.ts` names, compiled in the same way. */
export async function serviceModule(): Promise<typeof import("./programs/service.ts")> {
  return require(join(await builtFolder(), "service.js"));
}

function builtFolder(): Promise<string> {
  built ??= findOrBuild();
  return built;
}

async function findOrBuild(): Promise<string> {
  const folder = join(cache, await digestOfSources());
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  removeOld();
  const unfinished = mkdtempSync(join(cache, "unfinished-"));
  // Bundling takes longer than all else that a process serves in most tests. So the program reads what was bundled here.
  const parts = await readyMadeParts(
    unfinished,
    (path) => `const path = ${JSON.stringify(join(folder, basename(path)))};`,
  );
  for (const source of ["src/main.ts", "tests/support/programs/service.ts"]) {
    await Bun.build({
      entrypoints: [join(root, source)],
      outdir: unfinished,
      target: "bun",
      format: "cjs",
      bytecode: true,
      plugins: [parts, placesOfSources(placeOf)],
    });
  }
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process was first.
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  return folder;
}

/** Threads and processes start from the sources. */
const placeOf = (path: string) => ({ url: pathToFileURL(path).href, dir: dirname(path) });

/** Of everything that the program is made of: the sources, their place, and the versions of packages and of Bun. */
async function digestOfSources(): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256").update(Bun.version).update(root);
  // One pattern for each: Bun 1.4 finds nothing with braces that contain a slash.
  const folders = ["src", "admin", "clients", "docs"];
  const sources = folders.flatMap((folder) => [...new Bun.Glob(`${folder}/**/*`).scanSync({ cwd: root })].toSorted());
  for (const path of [
    "package.json",
    "package-lock.json",
    "tests/support/program.ts",
    "tests/support/programs/service.ts",
    "scripts/build/plugins.ts",
    "tests/support/demo-account.ts",
    ...sources,
  ]) {
    hasher.update(`\n${path}\n`).update(await Bun.file(join(root, path)).bytes());
  }
  return hasher.digest("hex").slice(0, 32);
}

function removeOld(): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > keptFor) rmSync(path, { recursive: true, force: true });
  }
}
