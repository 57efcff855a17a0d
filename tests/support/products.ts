import type { Store } from "./service.ts";

export interface Product {
  id: number;
  sku: string;
  name: string;
  price: number | null;
  currency: string;
  orders_count: number;
  download_count: number;
  created_at: string;
  item_urls: { id: number; url: string; name: string; download_count: number; created_at: string }[];
  files: { id: number; filename: string; permalink: string | null; [field: string]: unknown }[];
  permalink: string;
  permalink_enabled: boolean;
  cover_url: string | null;
  archived_at: string | null;
  order_expiration_in_hours: number | null;
  expires_from: "order" | "first_download";
  download_limit: number | null;
  large_file_bytes: number | null;
  large_file_download_limit: number | null;
  device_limit: number | null;
  updates_for_days: number | null;
  license_source: "pool" | "made" | "signed";
  license_pattern: string | null;
  program_ids: string[];
  contents: { sku: string; name: string; quantity: number }[];
  updates: "off" | "licensed" | "open";
  update_url: string | null;
  stamp: { text: string; position: string; size: number } | null;
  unstampable_files: { file_id: number; problem: string }[];
  license_keys_available: number;
  orders_waiting_for_keys: number;
}

/** A v3 request with a JSON body, and what it was answered. */
export async function send<Body = Record<string, unknown>>(
  service: Store,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Body; headers: Headers }> {
  const response = await service.api(`/api/v3/${path}`, {
    method,
    ...(body === undefined
      ? {}
      : {
          headers: { "content-type": "application/json" },
          body: typeof body === "string" ? body : JSON.stringify(body),
        }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text), headers: response.headers };
}

let made = 0;

/** Makes a product through v3; the SKU is a new one unless it is given. */
export async function makeProduct(service: Store, fields: Record<string, unknown> = {}): Promise<Product> {
  made += 1;
  const { status, body } = await send<{ product: Product }>(service, "POST", "products", {
    sku: `P-${made}`,
    name: `Product ${made}`,
    ...fields,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.product;
}

export async function readProduct(service: Store, id: number): Promise<Product> {
  return (await send<{ product: Product }>(service, "GET", `products/${id}`)).body.product;
}

/** The wrong fields that an answer names. */
export const wrongFields = ({ body }: { body: Record<string, unknown> }) =>
  (body.errors as { field: string }[]).map(({ field }) => field);
