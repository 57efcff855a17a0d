import { parse } from "csv-parse/sync";
import type { Store } from "./service.ts";
import type { V3Answer } from "./v3.ts";

/** Rows as a file has them. */
export const csvLines = (...rows: string[]) => rows.map((row) => `${row}\r\n`).join("");

/** Sends a file to the import of a kind; `query` follows the question mark. */
export async function importCsv(
  service: Store,
  kind: "products" | "orders" | "license_keys",
  csv: string | Uint8Array<ArrayBuffer>,
  query = "",
): Promise<V3Answer> {
  const response = await service.api(`/api/v3/imports/${kind}?${query}`, {
    method: "POST",
    headers: { "content-type": "text/csv" },
    body: csv,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** An export as it is sent, and its rows by column. */
export async function exportCsv(
  service: Store,
  path: string,
): Promise<{ bytes: Buffer<ArrayBuffer>; rows: Record<string, string>[]; headers: Headers }> {
  const response = await service.api(`/api/v3/exports/${path}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(bytes.toString());
  return { bytes, rows: parse(bytes, { columns: true, bom: true }), headers: response.headers };
}
