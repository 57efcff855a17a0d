import { serialize } from "bun:jsc";
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

/** Something that the service makes from sources when it is first asked for, and an executable contains. */
interface ReadyMade {
  /** The end of the path of the source that makes it. */
  source: string;
  /** The function there. */
  name: string;
  /** Declares `path`, the path of a file with what `serialize` of `bun:jsc` made of it. */
  code: string;
}

/** Puts what is made already in place of the sources that make it. */
function readyMade(things: ReadyMade[]): BunPlugin {
  return {
    name: "ready made",
    setup: (build) => {
      for (const { source, name, code } of things) {
        const contents = `import { deserialize } from "bun:jsc";
          ${code}
          export const ${name} = async () => deserialize(await Bun.file(path).arrayBuffer());`;
        const filter = new RegExp(`/src/${source.replaceAll(".", "\\.")}$`);
        build.onLoad({ filter }, () => ({ contents, loader: "ts" }));
      }
    },
  };
}

/** Puts HarfBuzz's WebAssembly into an executable: the package looks for it beside its own file. */
export const harfbuzzInside: BunPlugin = {
  name: "HarfBuzz inside",
  setup(build) {
    build.onLoad({ filter: /\/harfbuzzjs\/dist\/harfbuzz\.js$/ }, async ({ path }) => {
      const place = 'new URL("harfbuzz.wasm",import.meta.url).href';
      const source = await Bun.file(path).text();
      if (!source.includes(place)) throw new Error(`${path} does not look for its WebAssembly as it did.`);
      const contents = `import wasm from "./harfbuzz.wasm" with { type: "file" };\n${source.replace(place, "wasm")}`;
      return { contents, loader: "js" };
    });
  },
};

/**
 * The pages for browsers and the fonts of stamps, made and written to `folder`. `declare` returns the code that declares `path`, for the path of a file.
 */
export async function readyMadeParts(folder: string, declare: (path: string) => string): Promise<BunPlugin> {
  // Most runs of the tests find them made, and need none of this.
  const [{ bundleFonts }, { bundleAdmin }, { bundleManual }, { bundleReference }] = await Promise.all([
    import("../../src/delivery/stamps/engine/font-bundle.ts"),
    import("../../src/http/admin/bundle.ts"),
    import("../../src/http/manual/bundle.ts"),
    import("../../src/http/reference/bundle.ts"),
  ]);
  const parts = [
    { source: "delivery/stamps/engine/font-bundle.ts", name: "bundleFonts", make: bundleFonts },
    { source: "http/admin/bundle.ts", name: "bundleAdmin", make: bundleAdmin },
    { source: "http/manual/bundle.ts", name: "bundleManual", make: bundleManual },
    { source: "http/reference/bundle.ts", name: "bundleReference", make: bundleReference },
  ];
  const things: ReadyMade[] = [];
  for (const { source, name, make } of parts) {
    const path = join(folder, `${name}.bundle`);
    await Bun.write(path, serialize(await make()));
    things.push({ source, name, code: declare(path) });
  }
  return readyMade(things);
}
