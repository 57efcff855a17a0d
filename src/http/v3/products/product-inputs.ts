import { z } from "@hono/zod-openapi";
import { contentsProblem, largestContentQuantity, mostContents } from "../../../delivery/catalog/contents.ts";
import { externalUrlProblem, hostOf } from "../../../delivery/catalog/external-urls.ts";
import { mostFiles } from "../../../delivery/catalog/product-files.ts";
import { skuProblem } from "../../../delivery/catalog/product-lookup.ts";
import { longestProgramId, mostProgramIds, programIdsProblem } from "../../../delivery/catalog/program-ids.ts";
import { expiresFrom, licenseSources, mostUpdateDays, updateAccesses } from "../../../delivery/catalog/queries.ts";
import {
  largestSize,
  longestStamp,
  smallestSize,
  stampPositions,
  stampTextProblem,
  usualStamp,
} from "../../../delivery/catalog/stamps.ts";
import { mostDevices } from "../../../delivery/licenses/devices.ts";
import { patternProblem, usualPattern } from "../../../delivery/licenses/key-pattern.ts";
import { withCheck } from "../../../platform/zod-check.ts";
import { largestSetting } from "../../../store/accounts/accounts.ts";
import { currency, instant, text } from "../framework/fields.ts";
import { amount, boolean, integer, nullish, optional } from "../framework/loose-values.ts";

const largestNumber = 9_007_199_254_740_991;

const url = withCheck(z.string({ error: "must be text" }), externalUrlProblem);

/** An external link of a product. */
export const itemUrlInput = z
  .object({
    url: url.openapi({ format: "uri", description: "An http or https URL without a user name or password." }),
    name: text(255).nullish().describe("Link text that customers see. Default: the host name."),
  })
  .transform((address) => ({ url: address.url, name: address.name?.trim() || hostOf(address.url) }))
  .openapi("NewItemUrl", { example: { url: "https://example.com/maps/north", name: "Online map" } });

const productFields = {
  price: nullish(amount).describe("Price of one unit, in `currency`. Used for orders that name no price."),
  currency: nullish(currency).describe("Three-letter ISO 4217 currency code. Null: the account's."),
  item_assets: nullish(
    z
      .array(optional(integer(1, largestNumber)), { error: "must be a list of file IDs" })
      .max(mostFiles, `must contain at most ${mostFiles} file IDs`)
      .transform((ids) => ids.filter((id) => id !== undefined)),
  ).openapi({
    type: ["array", "null"],
    items: { type: "integer", minimum: 1 },
    description: "IDs of the product's files. The first one is the item's file in the unversioned interface.",
  }),
  item_urls: z
    .array(itemUrlInput, { error: "must be a list of links" })
    .max(mostFiles, `must contain at most ${mostFiles} links`)
    .nullish()
    .describe("External links. Customers reach them through a redirect that counts as a download."),
};

const program_ids = withCheck(
  z.array(z.string({ error: "must be text" }), { error: "must be a list of IDs" }),
  programIdsProblem,
)
  .nullish()
  .openapi({
    type: ["array", "null"],
    maxItems: mostProgramIds,
    items: { type: "string", minLength: 1, maxLength: longestProgramId },
    description:
      "IDs and names by which programs that ask about their license as they ask Easy Digital Downloads, Gumroad or Keygen know the product. Each is of one product only. Null: as absent.",
  });

/** A product in a bundle. */
const contentInput = z
  .object({
    sku: z.string({ error: "must be text" }).describe("SKU of the product. Must match exactly."),
    quantity: optional(integer(1, largestContentQuantity))
      .transform((quantity) => quantity ?? 1)
      .openapi({
        type: "integer",
        minimum: 1,
        maximum: largestContentQuantity,
        description: "Units of it in one unit of the bundle. Default: 1.",
      }),
  })
  .openapi("NewContent", { example: { sku: "MAP-1", quantity: 1 } });

const contents = withCheck(
  z
    .array(contentInput, { error: "must be a list of products" })
    .max(mostContents, `must contain at most ${mostContents} products`),
  contentsProblem,
)
  .nullish()
  .describe(
    "The products that this one holds, which makes it a bundle. An order of it gets an item of price 0 for each. None of them holds products itself. Null: as absent.",
  );

const updates = nullish(z.enum(updateAccesses)).openapi({
  type: ["string", "null"],
  enum: [...updateAccesses, null],
  description:
    "Who may ask for the product's update feeds. off: nobody. licensed: programs that send a valid license key of the product. open: anybody, without an order. Null: off in a new product, no change in an update.",
});

const stamp = nullish(
  z.object({
    text: optional(text(longestStamp, { problem: stampTextProblem }))
      .transform((words) => words ?? usualStamp.text)
      .openapi({
        type: "string",
        maxLength: longestStamp,
        description:
          "The line, with `{{name}}`, `{{order}}` and `{{email}}` for the customer's name, the order's number and the customer's address; at least one of them. Default: `{{name}} · {{order}}`.",
      }),
    position: optional(z.enum(stampPositions))
      .transform((position) => position ?? usualStamp.position)
      .openapi({ enum: [...stampPositions], description: "Where on a page it stands. Default: bottom_center." }),
    size: optional(integer(smallestSize, largestSize))
      .transform((size) => size ?? usualStamp.size)
      .openapi({
        type: "integer",
        minimum: smallestSize,
        maximum: largestSize,
        description: "Height of the letters in points. A line that is too long for a page gets smaller. Default: 9.",
      }),
  }),
)
  .optional()
  .describe(
    "A line that each page of the product's PDF files carries, and a page of its EPUB files, with the customer's name. Each order gets files of its own; other kinds of files go out as they are. The permalink does not work. Null: files are not stamped.",
  );

const permalink_enabled = nullish(boolean).describe(
  "Whether the permalink works. It delivers to anybody, without an order and without a limit.",
);

const archived_at = nullish(instant).openapi({
  type: ["string", "null"],
  format: "date-time",
  description:
    "When you stopped selling the product. Orders can still contain it, and customers can still download it. Null: it is on sale.",
});

const limits = {
  order_expiration_in_hours: nullish(integer(0, largestSetting)).describe(
    "Hours for which the links of new orders work. Null: the account's `order_expiration_in_hours`. An order with several products has the longest time.",
  ),
  expires_from: nullish(z.enum(expiresFrom)).openapi({
    type: ["string", "null"],
    enum: [...expiresFrom, null],
    description:
      "When the hours of `order_expiration_in_hours` begin. order: when the order is created or reopened. first_download: with the order's first counted download. If one product of an order says first_download, it counts for the whole order. Null: order in a new product, no change in an update.",
  }),
  download_limit: nullish(integer(0, largestSetting)).describe(
    "Downloads per file in new orders. Null: the account's `download_limit_per_item`.",
  ),
  large_file_bytes: nullish(integer(1, largestNumber)).describe(
    "Size in bytes from which a file is large. Given together with `large_file_download_limit`. Null: none.",
  ),
  large_file_download_limit: nullish(integer(0, largestSetting)).describe(
    "Downloads per large file in new orders. Null: as for all files.",
  ),
  device_limit: nullish(integer(1, mostDevices)).describe(
    "Devices on which each license key can be activated at once. It counts for keys of earlier orders too. Null: any number.",
  ),
  updates_for_days: nullish(integer(0, mostUpdateDays)).describe(
    "Days for which the items of new orders get new versions of the files, counted from the order, or from a gift's delivery. Earlier orders keep their `updates_until`. Null: without end.",
  ),
};

const licenses = {
  license_source: nullish(z.enum(licenseSources)).openapi({
    type: ["string", "null"],
    enum: [...licenseSources, null],
    description:
      "Where license keys come from. pool: you add them. made: Waybill makes one for each unit ordered. signed: Waybill signs a license file for each, which programs check offline. Keys that are in the pool go first. If the product has had no key before, earlier orders get none. Null: pool in a new product, no change in an update.",
  }),
  license_pattern: nullish(text(200, { problem: patternProblem })).describe(
    `How keys are made: each \`*\` becomes a random letter or digit, and the rest stays. At least 8 stars; with fewer than 17, keys have less than 80 random bits and can be guessed. Null: \`${usualPattern}\`.`,
  ),
};

const sku = text(255, { shortest: 1, problem: skuProblem }).describe("SKU of the product. Must match exactly.");
const name = text(255, { shortest: 1 }).describe("Product name that customers see.");

export const newProductInput = z
  .object({
    sku,
    name,
    ...productFields,
    ...limits,
    ...licenses,
    program_ids,
    contents,
    updates,
    stamp,
    permalink_enabled,
    archived_at,
  })
  .openapi("NewProduct", {
    example: {
      sku: "MAP-2",
      name: "Map of the north",
      price: 9.5,
      item_urls: [{ url: "https://example.com/maps/north", name: "Online map" }],
    },
  });

/** Changes to a product. */
export const productChangesInput = z
  .object({
    sku: sku.optional().describe("SKU of the product. Must match exactly."),
    name: name.optional().describe("Product name that customers see."),
    ...productFields,
    ...limits,
    ...licenses,
    program_ids,
    contents,
    updates,
    stamp,
    permalink_enabled,
    archived_at,
  })
  .openapi("ProductChanges", { example: { name: "Map of the whole north" } });

export type ProductFields = z.output<typeof productChangesInput>;

/** Which file is added to a product, and where. */
export const productFileInput = z
  .object({
    file_id: integer(1, largestNumber).describe("ID of a file in the account."),
    replaces: nullish(integer(1, largestNumber)).describe(
      "ID of the product's file to replace. The new file is added at the end if this is absent or the product no longer has that file.",
    ),
  })
  .openapi("NewProductFile", { example: { file_id: 2, replaces: 1 } });

/** The position of a file among a product's files. */
export const productFilePlaceInput = z
  .object({
    position: integer(1).describe("New position, starting at 1. A number beyond the end means the last position."),
  })
  .openapi("ProductFilePlace", { example: { position: 1 } });
