import { join } from "node:path";
import { type Asset, compress } from "../assets.ts";

const folder = join(import.meta.dir, "../../../admin");

export interface Bundle {
  /** By name; every name but the page's changes with its content. */
  assets: Map<string, Asset>;
  /** The page that every screen begins with. */
  page: Asset;
}

/** Bundles the administration area for browsers, and compresses it once. Throws when its source cannot be built. */
export async function bundleAdmin(): Promise<Bundle> {
  const { outputs } = await Bun.build({
    entrypoints: [join(folder, "index.html")],
    tsconfig: join(folder, "tsconfig.json"),
    jsx: { runtime: "automatic", importSource: "react", development: false },
    minify: true,
    splitting: true,
    publicPath: "/admin/assets/",
    naming: { entry: "[name]-[hash].[ext]", chunk: "[name]-[hash].[ext]", asset: "[name]-[hash].[ext]" },
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const assets = new Map<string, Asset>();
  let page: Asset | undefined;
  for (const output of outputs) {
    if (output.path.endsWith(".html")) {
      page = await compress(new TextEncoder().encode(withLateStyles(await output.text())), output.type);
      continue;
    }
    const asset = await compress(new Uint8Array(await output.arrayBuffer()), output.type);
    assets.set(output.path.replace(/^\.?\//, ""), asset);
  }
  if (!page) throw new Error("The administration area has no page.");
  return { assets, page };
}

/** With its stylesheets after its first frame, which they would keep from being painted, and before what the theme adds. */
function withLateStyles(html: string): string {
  const addresses: string[] = [];
  return new HTMLRewriter()
    .on('link[rel="stylesheet"]', {
      element(link) {
        addresses.push(link.getAttribute("href") ?? "");
        link.remove();
      },
    })
    .on("#root", {
      element(root) {
        root.before(addresses.map((href) => `<link rel="stylesheet" href="${href}">`).join(""), { html: true });
      },
    })
    .transform(html);
}
