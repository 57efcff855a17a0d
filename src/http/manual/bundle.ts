import { join } from "node:path";
import { version } from "../../../package.json";
import { type Asset, compress } from "../assets.ts";
import { addressOf } from "./addresses.ts";
import { contentsOf } from "./contents.ts";
import { manualPage } from "./layout.tsx";
import { type Frame, type Manual, type ManualFile, manualAssetsPath } from "./manual.ts";
import { type Page, renderPage } from "./page.ts";

const root = join(import.meta.dir, "../../..");
const docs = join(root, "docs");

/** Builds the served documentation, compressed once. Throws when the sources cannot be read or built. */
export async function bundleManual(): Promise<Manual> {
  const paths = [...new Bun.Glob("**/*.{md,png,json}").scanSync({ cwd: docs })].toSorted();
  const pages = new Map<string, Page>();
  const files = new Map<string, ManualFile>();
  for (const path of paths) {
    const file = Bun.file(join(docs, path));
    const address = addressOf(path);
    if (path.endsWith(".md")) pages.set(address, renderPage(path, address, await file.text()));
    else files.set(address, withTag(await compress(await file.bytes(), file.type)));
  }
  const assets = await sharedAssets();
  const address = (ending: string) => {
    const name = [...assets.keys()].find((name) => name.endsWith(ending));
    if (!name) throw new Error(`The documentation has no file that ends with ${ending}.`);
    return manualAssetsPath + name;
  };
  const titles = new Map([...pages].map(([address, { title }]) => [address, title]));
  const groups = contentsOf(await Bun.file(join(docs, "README.md")).text(), titles);
  const frame: Frame = { groups, style: address(".css"), script: address(".js"), version };
  for (const [address, { title, description, sections, html }] of pages) {
    const headings = sections.filter(({ level }) => level === 2 || level === 3);
    const text = manualPage({ frame, title, description, address, headings, html });
    files.set(address, withTag(await compress(new TextEncoder().encode(text), "text/html; charset=utf-8")));
  }
  return { frame, sections: [...pages.values()].flatMap(({ sections }) => sections), files, assets };
}

const withTag = (asset: Asset): ManualFile => ({ asset, etag: `W/"${Bun.hash(asset.plain).toString(36)}"` });

/** The style sheet and the script of all pages. */
async function sharedAssets(): Promise<Map<string, Asset>> {
  const { outputs } = await Bun.build({
    entrypoints: [join(root, "admin/manual/manual.ts"), join(root, "admin/manual/manual.css")],
    tsconfig: join(root, "admin/tsconfig.json"),
    minify: true,
    naming: "[name]-[hash].[ext]",
  });
  const assets = new Map<string, Asset>();
  for (const output of outputs) {
    const asset = await compress(new Uint8Array(await output.arrayBuffer()), output.type);
    assets.set(output.path.replace(/^\.?\//, ""), asset);
  }
  return assets;
}
