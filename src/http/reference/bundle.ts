import { dirname, join } from "node:path";
import { type Asset, compress } from "../assets.ts";
import { v3Document } from "../v3/interface.ts";
import { readGuides } from "./guides.ts";
import { pageDocument } from "./page-document.ts";

const root = join(import.meta.dir, "../../..");

/** The files that the reference page loads, by names that change with their content. */
export interface ReferenceBundle {
  assets: Map<string, Asset>;
  /** The name of each. */
  names: { library: string; start: string; document: string };
}

/** Builds the files of the reference page, compressed once. Throws when the sources cannot be built. */
export async function bundleReference(): Promise<ReferenceBundle> {
  const library = join(dirname(Bun.resolveSync("@scalar/api-reference", root)), "browser/standalone.js");
  const document = pageDocument(v3Document(), await readGuides(join(root, "docs/connect")));
  const assets = new Map<string, Asset>();
  const add = async (name: string, bytes: Uint8Array<ArrayBuffer>, contentType: string) => {
    const hashed = name.replace(".", `-${Bun.hash(bytes).toString(36)}.`);
    assets.set(hashed, await compress(bytes, contentType));
    return hashed;
  };
  const script = "text/javascript; charset=utf-8";
  const json = new TextEncoder().encode(JSON.stringify(document));
  const names = {
    library: await add("library.js", await Bun.file(library).bytes(), script),
    start: await add("start.js", await startScript(), script),
    document: await add("document.json", json, "application/json"),
  };
  return { assets, names };
}

/** The script that starts the library in the browser. */
async function startScript(): Promise<Uint8Array<ArrayBuffer>> {
  const { outputs } = await Bun.build({
    entrypoints: [join(root, "admin/reference/start.ts")],
    tsconfig: join(root, "admin/tsconfig.json"),
    minify: true,
  });
  const [output] = outputs;
  if (!output) throw new Error("The reference page has no script.");
  return new Uint8Array(await output.arrayBuffer());
}
