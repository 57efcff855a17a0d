import { z } from "zod";
import { contentsProblem, mostContents } from "../../delivery/catalog/contents.ts";
import { type ExternalUrl, externalUrlProblem } from "../../delivery/catalog/external-urls.ts";
import { mostFiles } from "../../delivery/catalog/product-files.ts";
import { mostProgramIds, programIdsProblem } from "../../delivery/catalog/program-ids.ts";
import { expiresFrom, licenseSources, updateAccesses } from "../../delivery/catalog/queries.ts";
import { stampPositions, stampTextProblem } from "../../delivery/catalog/stamps.ts";
import { patternProblem } from "../../delivery/licenses/key-pattern.ts";
import type { Instant } from "../../platform/instants.ts";
import { textProblem, visibleText } from "../../platform/text.ts";
import { withCheck } from "../../platform/zod-check.ts";
import {
  amount,
  boolean,
  currency,
  dayCount,
  deviceCount,
  orNone,
  pastInstant,
  setting,
  sizeInBytes,
  sku,
  stampSize,
  text,
  unlessUnset,
  wholeNumber,
} from "./cells.ts";
import { readContents, readIds, readUrls } from "./lists.ts";

const notASource = `must be ${licenseSources.join(", ")}`;
const notAnAccess = `must be ${updateAccesses.join(" or ")}`;
const notAPosition = `must be ${stampPositions.join(", ")}`;
const notAStart = `must be ${expiresFrom.join(" or ")}`;

/** The cells of a row of a file of products. */
export const productCells = (now: Instant) =>
  z.object({
    // IDs of other programs are ignored.
    id: wholeNumber.optional().catch(undefined),
    permalink: z.string().optional(),
    sku,
    name: text(255, 1),
    price: amount.optional(),
    currency: currency.optional(),
    item_urls: withCheck(
      z.string().transform((cell) => readUrls(cell, mostFiles)),
      urlsProblem,
    ).optional(),
    order_expiration_in_hours: setting.optional(),
    expires_from: z.string().trim().toLowerCase().pipe(z.enum(expiresFrom, notAStart)).optional(),
    download_limit: setting.optional(),
    large_file_bytes: sizeInBytes.optional(),
    large_file_download_limit: setting.optional(),
    device_limit: deviceCount.optional(),
    updates_for_days: dayCount.optional(),
    license_source: z.string().trim().toLowerCase().pipe(z.enum(licenseSources, notASource)).optional(),
    license_pattern: withCheck(z.string(), patternProblem).optional(),
    program_ids: withCheck(
      z.string().transform((cell) => [...new Set(readIds(cell, mostProgramIds).map(visibleText))]),
      programIdsProblem,
    ).optional(),
    contents: withCheck(
      z.string().transform((cell) => readContents(cell, mostContents)),
      contentsProblem,
    ).optional(),
    stamp_text: withCheck(z.string().trim(), stampTextProblem).optional(),
    stamp_position: z.string().trim().toLowerCase().pipe(z.enum(stampPositions, notAPosition)).optional(),
    stamp_size: stampSize.optional(),
    updates: z.string().trim().toLowerCase().pipe(z.enum(updateAccesses, notAnAccess)).optional(),
    archived_at: orNone("never", pastInstant(now)).optional(),
    permalink_enabled: boolean.optional(),
    created_at: unlessUnset(pastInstant(now)),
  });

/** The values of a row in a file of products. */
export type ProductCells = z.output<ReturnType<typeof productCells>>;

function urlsProblem(urls: ExternalUrl[]): string | null {
  if (urls.length > mostFiles) return `must contain at most ${mostFiles} links`;
  for (const { url, name } of urls) {
    const problem = externalUrlProblem(url) ?? textProblem(name, { shortest: 0, longest: 255 });
    if (problem) return `${JSON.stringify(url.slice(0, 100))} ${problem}`;
  }
  return null;
}
