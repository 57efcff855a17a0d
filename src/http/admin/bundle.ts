import { join } from "node:path";
import { type Asset, compress } from "../assets.ts";

const folder = join(import.meta.dir, "../../../admin");

export interface Bundle {
  /** Assets by name. All names except the page's change with the content. */
  assets: Map<string, Asset>;
  /** The HTML page of every screen. */
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

/** Moves the stylesheets after the first frame, which they would delay, but before the theme's styles. */
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
