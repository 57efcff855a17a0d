import { serialize } from "bun:jsc";
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BunPlugin } from "bun";
import { bundleAdmin } from "../src/http/admin/bundle.ts";

const root = join(import.meta.dir, "..");
const cache = join(root, "node_modules/.cache/waybill-tests");

/** Milliseconds after which the program of sources that have changed since is removed: no run takes that long. */
const keptFor = 6 * 3_600_000;

let built: Promise<string> | null = null;

/**
 * Returns the path of `src/main.ts` compiled into one file of bytecode, which starts in half the processor time. It is
 * compiled once for the same sources, together with the administration area, by whichever process of the tests comes first.
 */
export function waybillProgram(): Promise<string> {
  built ??= findOrBuild();
  return built;
}

async function findOrBuild(): Promise<string> {
  const folder = join(cache, await digestOfSources());
  const program = join(folder, "main.js");
  if (existsSync(program)) return program;
  await mkdir(cache, { recursive: true });
  removeOld();
  const unfinished = mkdtempSync(join(cache, "unfinished-"));
  await Bun.write(join(unfinished, "admin"), serialize(await bundleAdmin()));
  await Bun.build({
    entrypoints: [join(root, "src/main.ts")],
    outdir: unfinished,
    target: "bun",
    format: "cjs",
    bytecode: true,
    plugins: [readyBundle(join(folder, "admin")), placesOfSources],
  });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process was first.
    if (!existsSync(program)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  return program;
}

/** What the sources take for their own place is the place of the source, so that threads and processes start from there. */
const placesOfSources: BunPlugin = {
  name: "places of sources",
  setup(build) {
    build.onLoad({ filter: /\/src\/[^.]+\.tsx?$/ }, async ({ path }) => {
      if (!path.startsWith(join(root, "src/"))) return undefined;
      const source = await Bun.file(path).text();
      const contents = source
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
        .replaceAll("import.meta.dir", JSON.stringify(dirname(path)));
      return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
    });
  },
};

/** Bundling takes longer than all else that a process serves in most tests. So the program reads what was bundled here. */
function readyBundle(path: string): BunPlugin {
  const contents = `import { deserialize } from "bun:jsc";
    export const bundleAdmin = async () => deserialize(await Bun.file(${JSON.stringify(path)}).arrayBuffer());`;
  return {
    name: "ready bundle",
    setup: (build) =>
      void build.onLoad({ filter: /\/src\/http\/admin\/bundle\.ts$/ }, () => ({ contents, loader: "ts" })),
  };
}

/** Of everything that the program is made of: the sources, their place, and the versions of packages and of Bun. */
async function digestOfSources(): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256").update(Bun.version).update(root);
  const sources = [...new Bun.Glob("{src,admin,clients}/**/*").scanSync({ cwd: root })].toSorted();
  for (const path of ["package-lock.json", "tests/_program.ts", "tests/_demo-account.ts", ...sources]) {
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
