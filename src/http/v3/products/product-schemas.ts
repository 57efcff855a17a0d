import { z } from "@hono/zod-openapi";
import { expiresFrom, licenseSources, updateAccesses } from "../../../delivery/catalog/queries.ts";
import { stampPositions, stampProblems } from "../../../delivery/catalog/stamps.ts";
import { usualPattern } from "../../../delivery/licenses/key-pattern.ts";
import { created, permalink, store } from "../framework/example-store.ts";
import {
  createdAt,
  shownCurrency,
  shownDownloadCount,
  shownId,
  shownInstant,
  shownInteger,
  shownSku,
  shownText,
} from "../framework/fields.ts";
import { exampleFile, fileSchema } from "./present-file.ts";

const exampleItemUrl = {
  id: 3,
  url: "https://example.com/maps/north",
  name: "Online map",
  download_count: 0,
  created_at: created,
};

const itemUrlSchema = z
  .object({
    id: shownId,
    url: z.string().describe("URL that the link leads to."),
    name: z.string().describe("Link text that customers see."),
    download_count: shownDownloadCount,
    created_at: createdAt,
  })
  .openapi("ItemUrl", { example: exampleItemUrl });

const contentSchema = z
  .object({
    sku: shownSku,
    name: z.string().describe("The product's name."),
    quantity: shownInteger.describe("Units of it in one unit of the bundle."),
  })
  .openapi("Content", { example: { sku: "MAP-1", name: "Map of the south", quantity: 1 } });

export const exampleProduct = {
  id: 1,
  sku: "MAP-1",
  name: "Map of the south",
  price: 9.5,
  currency: "USD",
  orders_count: 1,
  download_count: 1,
  created_at: created,
  item_urls: [exampleItemUrl],
  files: [exampleFile],
  permalink,
  permalink_enabled: true,
  cover_url: `${store}/covers/1/9f86d081884c7d65`,
  archived_at: null,
  order_expiration_in_hours: null,
  expires_from: "order",
  download_limit: null,
  large_file_bytes: 500_000_000,
  large_file_download_limit: 2,
  device_limit: 3,
  updates_for_days: 365,
  license_source: "pool" as const,
  license_pattern: null,
  program_ids: ["4711"],
  contents: [],
  updates: "licensed" as const,
  update_url: `${store}/updates/Zk3tqW9bXv7Rn2LmPc4HdA`,
  stamp: null,
  unstampable_files: [],
  license_keys_available: 1,
  orders_waiting_for_keys: 0,
};

export const productSchema = z
  .object({
    id: shownId,
    sku: shownSku,
    name: z.string().describe("Product name that customers see."),
    price: z.number().nullable().describe("Price of one unit. Null: none."),
    currency: shownCurrency,
    orders_count: shownInteger.describe("Number of orders that contain the product."),
    download_count: shownDownloadCount,
    created_at: createdAt,
    item_urls: z.array(itemUrlSchema).describe("External links that the product delivers."),
    files: z.array(fileSchema).describe("The files, in the order customers see them."),
    permalink: z.string().describe("Path of the download link that needs no order."),
    permalink_enabled: z
      .boolean()
      .describe("Whether the permalink works. It delivers to anybody, without an order and without a limit."),
    cover_url: z.string().nullable().describe("URL of the cover image. It changes with the image. Null: none."),
    archived_at: shownInstant.nullable().describe("When the product was archived. Null: it is on sale."),
    order_expiration_in_hours: z
      .number()
      .int()
      .nullable()
      .describe("Hours for which the links of new orders work. Null: the account's."),
    expires_from: z
      .enum(expiresFrom)
      .describe(
        "When the hours of `order_expiration_in_hours` begin: with the order, or with its first counted download.",
      ),
    download_limit: z.number().int().nullable().describe("Downloads per file in new orders. Null: the account's."),
    large_file_bytes: z.number().int().nullable().describe("Size in bytes from which a file is large. Null: none."),
    large_file_download_limit: z
      .number()
      .int()
      .nullable()
      .describe("Downloads per large file in new orders. Null: as for all files."),
    device_limit: shownInteger
      .nullable()
      .describe("Devices on which each license key can be activated at once. Null: any number."),
    updates_for_days: shownInteger
      .nullable()
      .describe("Days for which the items of new orders get new versions of the files. Null: without end."),
    license_source: z
      .enum(licenseSources)
      .describe("Where license keys come from: you add them to the pool, or they are made or signed for each order."),
    license_pattern: shownText.describe(`How keys are made. Null: \`${usualPattern}\`.`),
    program_ids: z
      .array(z.string())
      .describe(
        "IDs and names by which programs that ask as they ask Easy Digital Downloads, Gumroad or Keygen know the product.",
      ),
    contents: z
      .array(contentSchema)
      .describe("The products that this one holds, in your order. Empty for one that is not a bundle."),
    updates: z
      .enum(updateAccesses)
      .describe(
        "Who may ask for the update feeds: nobody, programs with a valid license key of the product, or anybody.",
      ),
    update_url: z
      .string()
      .nullable()
      .describe(
        "What the addresses of the update feeds begin with, such as `UPDATE_URL/latest.json`. Null: they are off.",
      ),
    stamp: z
      .object({
        text: z.string().describe("The line, with `{{name}}`, `{{order}}` and `{{email}}`."),
        position: z.enum(stampPositions).describe("Where on a page it stands."),
        size: shownInteger.describe("Height of the letters in points."),
      })
      .nullable()
      .describe("The line that PDF and EPUB files carry for each order. Null: they are not stamped."),
    unstampable_files: z
      .array(
        z
          .object({
            file_id: shownId,
            problem: z
              .enum(stampProblems)
              .describe(
                "encrypted: it needs a password. signed: a change would break its signature. broken: it is not what its name says. too_large: it takes too much memory or time.",
              ),
          })
          .openapi("UnstampableFile", { example: { file_id: 1, problem: "encrypted" } }),
      )
      .describe("Files that cannot be stamped, so that customers do not get them. Empty if files are not stamped."),
    license_keys_available: shownInteger.describe("Number of license keys that are not assigned yet."),
    orders_waiting_for_keys: z
      .number()
      .int()
      .describe("Number of orders still waiting for license keys. 0 for a product that has never had keys."),
  })
  .openapi("Product", { example: exampleProduct });
