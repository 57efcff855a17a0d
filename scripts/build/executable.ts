import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { harfbuzzInside, placesOfSources, readyMadeParts } from "./plugins.ts";

const root = join(import.meta.dir, "../..");
const src = join(root, "src");

/** Where an executable finds what it contains. */
const contained = "/$bunfs/root";

/** The program, and the threads that it starts. */
const entrypoints = [
  "executable",
  "platform/database/sqlite/sqlite-thread",
  "platform/database/sqlite/checkpoint-thread",
  "platform/process-limits/watch",
];

interface Options {
  outfile: string;
  /** The path of the runtime for that system. */
  runtime: string;
  target: "bun-linux-x64" | "bun-linux-arm64";
}

/**
 * Makes one executable of the runtime, the sources and the pages for browsers. It needs nothing beside it. Throws if the
 * sources cannot be built.
 */
export async function buildExecutable({ outfile, runtime, target }: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "waybill-build-"));
  try {
    const parts = await readyMadeParts(
      folder,
      (path) => `import path from ${JSON.stringify(path)} with { type: "file" };`,
    );
    await Bun.build({
      entrypoints: entrypoints.map((name) => join(src, `${name}.ts`)),
      root: src,
      target: "bun",
      format: "esm",
      bytecode: true,
      compile: {
        outfile,
        target,
        executablePath: runtime,
        autoloadDotenv: false,
        autoloadBunfig: false,
      },
      plugins: [parts, harfbuzzInside, placesOfSources(placeOf)],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function placeOf(path: string) {
  const place = join(contained, relative(src, path));
  return { url: pathToFileURL(place).href, dir: dirname(place) };
}
