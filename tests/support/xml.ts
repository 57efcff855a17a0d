import type { Credentials, Store } from "./service.ts";
import { xmlHeaders } from "./store.ts";
import { parseStrictly, type Xml } from "./strict-xml.ts";

export type { Xml };

/** An answer of the unversioned interface, read strictly. */
export interface Answer {
  status: number;
  headers: Headers;
  root: Xml;
}

interface Options {
  headers?: Record<string, string>;
  as?: Credentials | null;
}

/** Sends a request with an XML body, if any, and reads the answer strictly. */
export async function ask(
  service: Store,
  method: string,
  path: string,
  body?: string | Uint8Array | ReadableStream,
  { headers = body === undefined ? {} : xmlHeaders, ...options }: Options = {},
): Promise<Answer> {
  return readAnswer(await service.api(path, { method, headers, ...(body === undefined ? {} : { body }), ...options }));
}

/** Throws unless the answer is one well-formed document in the interface's content type. */
async function readAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const type = headers.get("content-type");
  if (type !== "application/xml; charset=utf-8") throw new Error(`${status} with the content type ${type}`);
  return {
    status,
    headers,
    root: parseStrictly(new TextDecoder("utf-8", { fatal: true }).decode(await response.bytes())),
  };
}

/** The root element of a GET that must succeed. */
export async function read(service: Store, path: string): Promise<Xml> {
  const { status, root } = await ask(service, "GET", path);
  if (status !== 200) throw new Error(`${path}: ${status} ${root.text}`);
  return root;
}

/** The child element of this name, of which there must be exactly one. */
export function child(element: Xml, name: string): Xml {
  const [found, ...more] = element.children.filter((one) => one.name === name);
  if (!found || more.length > 0) throw new Error(`${element.name} has not exactly one ${name}.`);
  return found;
}

/** The text at the end of a path of child elements. */
export function textOf(element: Xml, ...path: string[]): string {
  return path.reduce(child, element).text;
}

export function namesIn(element: Xml): string[] {
  return element.children.map(({ name }) => name);
}

/** The `type` attributes of the child elements by their names; null where there is none. */
export function typesIn(element: Xml): Record<string, string | null> {
  return Object.fromEntries(element.children.map(({ name, attributes }) => [name, attributes.type ?? null]));
}

/** One element with text that may hold anything. */
export function tag(name: string, text: string): string {
  return `<${name}>${Bun.escapeHTML(text)}</${name}>`;
}

/** An order's body: `fields` is XML, `items` SKUs or the XML of order items. */
export function orderXml(items: string[], fields = tag("email", "ann@example.com")): string {
  const lines = items.map((item) => `<order_item>${item.startsWith("<") ? item : tag("sku", item)}</order_item>`);
  return `<order>${fields}<order_items type="array">${lines.join("")}</order_items></order>`;
}

export function itemXml(sku: string, name = `Item ${sku}`): string {
  return `<item>${tag("sku", sku)}${tag("name", name)}</item>`;
}

/** Creates an item without a file through the interface. */
export async function makeItem(service: Store, sku: string): Promise<Xml> {
  const { status, root } = await ask(service, "POST", "/api/items", itemXml(sku));
  if (status !== 201) throw new Error(root.text);
  return root;
}

/** Creates an order without an email of these SKUs; `fields` is XML beside the email. */
export async function makeOrder(service: Store, skus: string[], fields = ""): Promise<Xml> {
  const quietly = `<email>ann@example.com</email><send_email>false</send_email>${fields}`;
  const { status, root } = await ask(service, "POST", "/api/orders", orderXml(skus, quietly));
  if (status !== 201) throw new Error(root.text);
  return root;
}

/** Everything that the interface shows of an account, for comparing before and after. */
export async function everything(service: Store): Promise<string> {
  const paths = ["/api/account", "/api/items", "/api/orders", "/api/downloads"];
  const lists = await Promise.all(paths.map((path) => service.api(path).then((response) => response.text())));
  return lists.join("\n");
}
