import type { Import } from "../api/types.ts";

interface Column {
  name: string;
  required?: boolean;
  words: string;
}

interface Kind {
  value: Import["kind"];
  label: string;
  /** Where the imported rows are seen. */
  list: { to: string; label: string };
  words: string;
  columns: Column[];
  /** A file that can be filled in. */
  example: string;
}

const rows = (...lines: string[]) => lines.map((line) => `${line}\r\n`).join("");

export const importKinds: Kind[] = [
  {
    value: "orders",
    label: "Orders",
    list: { to: "/admin/orders", label: "See the orders" },
    words: "Customers get no email unless their row asks for it. License keys are handed out as for any order.",
    columns: [
      { name: "email", required: true, words: "the customer's address" },
      { name: "skus", required: true, words: "MAP-1; MAP-2*3 for one of the first and three of the second" },
      { name: "id, vendor_id", words: "the order's id and your own; the next number when there is none" },
      { name: "first_name, last_name, title, custom_1 to custom_3", words: "texts" },
      { name: "created_at", words: "2026-01-31T12:00:00+00:00; now when empty" },
      { name: "expiration_date", words: "such a date, or never; your setting when empty" },
      { name: "download_limit", words: "a number, or unlimited; your setting when empty" },
      { name: "total", words: "what the whole order costs, such as 9.50; the products' prices when empty" },
      { name: "currency", words: "such as EUR; without it, your store's for a total, else that of the products" },
      { name: "status", words: "open or expired" },
      { name: "item_downloads", words: "downloads so far, one number for each SKU: 3; 0" },
      {
        name: "downloads_remaining",
        words: "downloads left, one number for each SKU; the limit less those so far when empty",
      },
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
    list: { to: "/admin/products", label: "See the products" },
    words: "Files are added on each product's own page afterwards. A SKU that you have already is refused.",
    columns: [
      { name: "sku", required: true, words: "as your store spells it, capitals and spaces included" },
      { name: "name", required: true, words: "what customers see" },
      { name: "price", words: "such as 9.50" },
      { name: "currency", words: "such as EUR; your store's when empty" },
      { name: "item_urls", words: "https://example.com/a Its name; https://example.com/b" },
      { name: "created_at", words: "2026-01-31T12:00:00+00:00; now when empty" },
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
    list: { to: "/admin/products", label: "See the products" },
    words: "Orders that wait get theirs first, oldest first, with an email to the customer.",
    columns: [
      { name: "product_sku", required: true, words: "the product whose keys they are" },
      { name: "key", required: true, words: "the license key" },
      { name: "order_id", words: "the order that has this key already; nobody is emailed" },
      { name: "assigned_at", words: "since when that order has it" },
    ],
    example: rows("product_sku,key,order_id", "MAP-1,AAAA-BBBB-0001,", "MAP-1,AAAA-BBBB-0002,M-2001"),
  },
];
