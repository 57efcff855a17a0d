import type { Import } from "../api/types.ts";

interface Column {
  name: string;
  required?: boolean;
  words: string;
}

interface Kind {
  value: Import["kind"];
  label: string;
  /** The list that shows imported rows. */
  list: { to: string; label: string };
  words: string;
  columns: Column[];
  /** An example file. */
  example: string;
}

const rows = (...lines: string[]) => lines.map((line) => `${line}\r\n`).join("");

export const importKinds: Kind[] = [
  {
    value: "orders",
    label: "Orders",
    list: { to: "/admin/orders", label: "View orders" },
    words:
      "Customers are emailed only if send_email is true. License keys are assigned as for any order. Exports of Gumroad and Easy Digital Downloads are read as they are.",
    columns: [
      { name: "email", required: true, words: "the customer's email address" },
      { name: "skus", required: true, words: "such as “MAP-1; MAP-2*3” for one MAP-1 and three MAP-2" },
      { name: "id, vendor_id", words: "Waybill's order ID and yours. Default: the next number" },
      { name: "first_name, last_name, title, custom_1 to custom_3", words: "text" },
      { name: "created_at", words: "such as 2026-01-31T12:00:00+00:00. Default: now" },
      {
        name: "expiration_date",
        words: "a date as above, or never. Default: the setting of the products or the store",
      },
      { name: "download_limit", words: "a number, or unlimited. Default: the setting of the products or the store" },
      { name: "total", words: "price of the whole order, such as 9.50. Default: the products' prices" },
      {
        name: "currency",
        words: "such as EUR. Default: your store's currency for a total, otherwise the products' currency",
      },
      { name: "status", words: "open or expired" },
      { name: "test", words: "true or false: whether it is a test, which no figure counts" },
      { name: "item_downloads", words: "downloads so far, one number per SKU, such as “3; 0”" },
      {
        name: "downloads_remaining",
        words: "downloads left, one number per SKU. Default: the limit minus item_downloads",
      },
      { name: "updates_until", words: "a date and time or never, one per SKU. Default: as the products say" },
      { name: "send_email", words: "true sends the delivery email" },
    ],
    example: rows(
      "id,email,first_name,last_name,skus,total,currency,created_at,expiration_date,download_limit,item_downloads,send_email",
      "M-2001,ann@example.com,Ann,Smith,MAP-1; MAP-2*3,38.00,EUR,2026-01-31T12:00:00+00:00,never,5,2; 0,false",
    ),
  },
  {
    value: "products",
    label: "Products",
    list: { to: "/admin/products", label: "View products" },
    words:
      "Add files on each product's page afterwards. A file exported here changes its products: check it to see how many rows, and what. Other SKUs that already exist are rejected.",
    columns: [
      { name: "sku", required: true, words: "exactly as in your shop, including capitals and spaces" },
      { name: "name", required: true, words: "what customers see" },
      { name: "price", words: "such as 9.50" },
      { name: "currency", words: "such as EUR. Default: your store's currency" },
      {
        name: "item_urls",
        words: "links, each with an optional name, such as “https://example.com/a Map; https://example.com/b”",
      },
      { name: "order_expiration_in_hours", words: "hours for which links work. Default: your store's setting" },
      { name: "expires_from", words: "order or first_download: when these hours begin. Default: order" },
      { name: "download_limit", words: "downloads per file. Default: your store's setting" },
      { name: "large_file_bytes", words: "size in bytes from which a file is large" },
      { name: "large_file_download_limit", words: "downloads per large file" },
      { name: "device_limit", words: "devices per license key" },
      { name: "updates_for_days", words: "days for which orders get updates. Default: without end" },
      {
        name: "license_source",
        words: "pool, made or signed: whether you add license keys, or they are made or signed. Default: pool",
      },
      { name: "license_pattern", words: "how keys are made, such as ACME-*****-*****-*****-*****" },
      { name: "program_ids", words: "IDs by which programs know the product, such as “4711; My plugin”" },
      { name: "contents", words: "SKUs of the products that it holds, such as “MAP-1; MAP-2:3” for three of MAP-2" },
      { name: "stamp_text", words: "the line on each page of PDF files, such as “{{name}} · {{order}}”" },
      { name: "stamp_position", words: "where it stands, such as bottom_center or top_right. Default: bottom_center" },
      { name: "stamp_size", words: "height of its letters in points. Default: 9" },
      { name: "updates", words: "off, licensed or open: who gets updates of its files. Default: off" },
      { name: "created_at", words: "such as 2026-01-31T12:00:00+00:00. Default: now" },
    ],
    example: rows(
      "sku,name,price,currency,item_urls",
      "MAP-1,Map of the south,9.50,EUR,",
      "MAP-2,Map of the north,9.50,EUR,https://example.com/maps/north Online map",
    ),
  },
  {
    value: "license_keys",
    label: "License keys",
    list: { to: "/admin/products", label: "View products" },
    words:
      "Waiting orders get keys first, oldest first. Customers get them by email. So do earlier orders of a product that gets its first keys: check the file to see how many.",
    columns: [
      { name: "product_sku", required: true, words: "the product's SKU" },
      { name: "key", required: true, words: "the license key" },
      { name: "order_id", words: "the order that already has this key. Nobody is emailed" },
      { name: "assigned_at", words: "when that order got it" },
    ],
    example: rows("product_sku,key,order_id", "MAP-1,AAAA-BBBB-0001,", "MAP-1,AAAA-BBBB-0002,M-2001"),
  },
];
