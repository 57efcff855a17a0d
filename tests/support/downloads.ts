import type { Store } from "./service.ts";
import { addItem, createOrder, xmlHeaders } from "./store.ts";

/** What a browser sends when a link is clicked. */
export const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

/** An order of one item, and the way to its files. */
export interface Ordered {
  id: string;
  guid: string;
  /** `/get/GUID` */
  link: string;
  /** `/get/GUID/FILE-ID/FILENAME` of each file. */
  files: string[];
  permalink: string;
  sku: string;
}

let made = 0;

/** Makes an item with these files and an order of it; `fields` is XML that stands before the order items. */
export async function orderFiles(
  service: Store,
  files?: Record<string, string | Uint8Array>,
  fields = "",
): Promise<Ordered> {
  made += 1;
  return orderItem(service, await addItem(service, `ITEM-${made}`, files), fields);
}

/** Orders an item that is there. */
export async function orderItem(
  service: Store,
  item: Awaited<ReturnType<typeof addItem>>,
  fields = "",
): Promise<Ordered> {
  const { id, guids, links } = await createOrder(service, { skus: [item.sku], fields });
  const [guid = ""] = guids;
  const [link = ""] = links;
  const paths = item.files.map((file) => `${link}/${file.id}/${encodeURIComponent(file.filename)}`);
  return { id, guid, link, files: paths, permalink: item.permalink, sku: item.sku };
}

/** How many downloads the interface lists at `path`. */
export async function countDownloads(service: Store, path: string): Promise<number> {
  const response = await service.api(path);
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.text()).split("<download>").length - 1;
}

/** What the interface says of the order: its recorded downloads, its count, and the smallest number left. */
export async function stateOf(service: Store, { id }: { id: string }) {
  const xml = await (await service.api(`/api/orders/${id}`)).text();
  const last = (name: string) => [...xml.matchAll(new RegExp(`<${name}[^>]*>(\\d*)<`, "g"))].at(-1)?.[1];
  const remaining = last("downloads_remaining");
  return {
    recorded: xml.split("<download>").length - 1,
    counted: Number(last("download_count")),
    remaining: remaining ? Number(remaining) : null,
  };
}

/** Changes an order; `fields` and `items` are XML. */
export async function updateOrder(service: Store, id: string, fields: string, items = ""): Promise<void> {
  const list = items && `<order_items type="array">${items}</order_items>`;
  const body = `<order>${fields}${list}</order>`;
  const response = await service.api(`/api/orders/${id}/update`, { method: "PUT", headers: xmlHeaders, body });
  if (response.status !== 200) throw new Error(await response.text());
}

/** Fetches and reads to the end; what a test compares. */
export async function fetched(service: Store, path: string, headers: Record<string, string> = {}, method = "GET") {
  const response = await service.get(path, { headers, method });
  return { status: response.status, body: await response.text(), headers: response.headers };
}
