import type { Store } from "./service.ts";
import { ask, tag, type Xml } from "./xml.ts";

export const forms = { "content-type": "application/x-www-form-urlencoded" };

/** Stores a file and returns its ID. */
export async function storeFile(service: Store, name: string, content: string): Promise<number> {
  const path = `/api/v3/files?filename=${encodeURIComponent(name)}`;
  const answer = await service.api(path, { method: "POST", body: new Blob([content]) });
  if (answer.status !== 201) throw new Error(await answer.text());
  return ((await answer.json()) as { file: { id: number } }).file.id;
}

export function productXml(fields: Record<string, string>, more = ""): string {
  const elements = Object.entries(fields).map(([name, value]) => tag(name, value));
  return `<product>${elements.join("")}${more}</product>`;
}

/** Creates a product with these files. */
export async function makeProduct(service: Store, sku: string, files: number[] = []): Promise<Xml> {
  const ids = files.map((id) => `<file><id>${id}</id></file>`).join("");
  const body = productXml({ sku, name: `Product ${sku}`, price: "9.5" }, `<files type="array">${ids}</files>`);
  const { status, root } = await ask(service, "POST", "/api/v2/products/create", body);
  if (status !== 201) throw new Error(root.text);
  return root;
}

/** Creates an order of these SKUs without an email; `fields` is XML. */
export async function makeOrder(service: Store, skus: string[], fields = ""): Promise<Xml> {
  const lines = skus.map((sku) => `<order_item>${tag("sku", sku)}</order_item>`).join("");
  const body = `<order><email>ann@example.com</email><send_email>false</send_email>${fields}<order_items type="array">${lines}</order_items></order>`;
  const { status, root } = await ask(service, "POST", "/api/v2/orders/create", body);
  if (status !== 201) throw new Error(root.text);
  return root;
}
