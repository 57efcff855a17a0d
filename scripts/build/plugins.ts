import { join } from "node:path";
import type { BunPlugin } from "bun";

const root = join(import.meta.dir, "../..");

/** Where a source takes itself to be: the values of `import.meta.url` and `import.meta.dir`. */
interface Place {
  url: string;
  dir: string;
}

/**
 * Tells each source under `src` its place once all are one file, so that threads and processes start from there.
 * `placeOf` gets the absolute path of the source.
 */
export function placesOfSources(placeOf: (path: string) => Place): BunPlugin {
  return {
    name: "places of sources",
    setup(build) {
      build.onLoad({ filter: /\/src\/[^.]+\.tsx?$/ }, async ({ path }) => {
        if (!path.startsWith(join(root, "src/"))) return undefined;
        const { url, dir } = placeOf(path);
        const source = await Bun.file(path).text();
        const contents = source
          .replaceAll("import.meta.url", JSON.stringify(url))
          .replaceAll("import.meta.dir", JSON.stringify(dir));
        return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}

/**
 * Puts a finished administration area in place of the source that bundles it. `code` declares `path`, the path of a file
 * with what `serialize` of `bun:jsc` made of the bundle.
 */
export function readyBundle(code: string): BunPlugin {
  const contents = `import { deserialize } from "bun:jsc";
    ${code}
    export const bundleAdmin = async () => deserialize(await Bun.file(path).arrayBuffer());`;
  return {
    name: "ready bundle",
    setup: (build) =>
      void build.onLoad({ filter: /\/src\/http\/admin\/bundle\.ts$/ }, () => ({ contents, loader: "ts" })),
  };
}
