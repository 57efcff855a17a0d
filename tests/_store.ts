import { join } from "node:path";
import type { Service } from "./_service.ts";

export const xmlHeaders = { "content-type": "application/xml" };

/** Makes an item with files of these contents, by name, through the command line; returns what `--json` prints. */
export async function addItem(
  service: Service,
  sku: string,
  files: Record<string, string | Uint8Array> = { "file.txt": `the file of ${sku}` },
  account = "demo",
): Promise<{ sku: string; guid: string; permalink: string; files: { id: number; filename: string }[] }> {
  const paths: string[] = [];
  for (const [name, content] of Object.entries(files)) {
    const path = join(service.folder, "sources", crypto.randomUUID(), name);
    await Bun.write(path, content);
    paths.push("--file", path);
  }
  const result = await service.run(
    "item",
    "add",
    sku,
    "--account",
    account,
    "--name",
    `Item ${sku}`,
    ...paths,
    "--json",
  );
  if (result.status !== 0) throw new Error(result.stderr);
  return JSON.parse(result.stdout);
}

/** Sends an order through the unversioned interface; `fields` is XML that stands before the order items. */
export async function createOrder(
  service: Service,
  { skus, fields = "" }: { skus: string[]; fields?: string },
): Promise<{ id: string; guids: string[]; links: string[]; xml: string }> {
  const items = skus.map((sku) => `<order_item><sku>${Bun.escapeHTML(sku)}</sku></order_item>`).join("");
  const body = `<order><email>ann@example.com</email>${fields}<order_items type="array">${items}</order_items></order>`;
  const response = await service.api("/api/orders/create", { method: "POST", headers: xmlHeaders, body });
  const xml = await response.text();
  if (response.status !== 201) throw new Error(xml);
  const all = (name: string) =>
    [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, "g"))].map(([, value = ""]) => value);
  return { id: all("id")[0] ?? "", guids: all("guid"), links: all("link"), xml };
}
