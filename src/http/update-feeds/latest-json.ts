import { giveWay } from "../../platform/give-way.ts";
import { writeInstant } from "../../platform/instants.ts";
import { changedAt } from "../customers/deliver-file.ts";
import type { FeedContent, WrittenFeed } from "./feed.ts";

/** Everything that is known, with the field names of v3. */
export async function plainFeed({ product, releases, urlOf }: FeedContent): Promise<WrittenFeed> {
  const head = { product: product.sku, name: product.name, version: releases[0]?.version ?? null };
  const body = [`${JSON.stringify(head).slice(0, -1)},"files":[`];
  for (const release of releases) {
    const { file, version, platform, signature } = release;
    const shown = {
      version,
      platform,
      filename: file.filename,
      url: urlOf(release),
      size_bytes: file.sizeBytes,
      sha256: file.sha256,
      signature,
      note: file.versionNote === "" ? null : file.versionNote,
      released_at: writeInstant(changedAt(release)),
    };
    body.push(`${release === releases[0] ? "" : ","}${JSON.stringify(shown)}`);
    await giveWay();
  }
  body.push("]}");
  return { contentType: "application/json; charset=utf-8", body };
}
