import type { TestAccount } from "./accounts.ts";
import type { Store } from "./service.ts";

export const xmlHeaders = { "content-type": "application/xml" };

/** An item as v3 shows its product, and its guid. */
export interface Item {
  sku: string;
  guid: string;
  permalink: string;
  files: { id: number; filename: string }[];
}

/** Makes an item with files of these contents, by name, through v3; `account` is another than `demo`. */
export async function addItem(
  service: Store,
  sku: string,
  files: Record<string, string | Uint8Array> = { "file.txt": `the file of ${sku}` },
  account?: TestAccount,
): Promise<Item> {
  const post = async <Body>(path: string, body: string | Blob): Promise<Body> => {
    const headers = typeof body === "string" ? { "content-type": "application/json" } : undefined;
    const by = account && { as: account.credentials, host: account.host };
    const answer = await service.api(`/api/v3/${path}`, { method: "POST", body, headers, ...by });
    if (answer.status !== 201) throw new Error(await answer.text());
    return (await answer.json()) as Body;
  };
  const fileIds: number[] = [];
  for (const [name, content] of Object.entries(files)) {
    const { file } = await post<{ file: { id: number } }>(
      `files?filename=${encodeURIComponent(name)}`,
      new Blob([content as string]),
    );
    fileIds.push(file.id);
  }
  const { product } = await post<{ product: Item }>(
    "products",
    JSON.stringify({ sku, name: `Item ${sku}`, item_assets: fileIds }),
  );
  return { ...product, guid: product.permalink.slice("/permalink/".length) };
}

/** Sends an order through the unversioned interface; `fields` is XML that stands before the order items. */
export async function createOrder(
  service: Store,
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
