import { writeInstant } from "../../platform/instants.ts";
import { changedAt } from "../customers/deliver-file.ts";
import type { FeedContent, WrittenFeed } from "./feed.ts";

/** Everything that is known, with the names of the current interface. */
export function plainFeed({ product, releases, urlOf }: FeedContent): WrittenFeed {
  const files = releases.map((release) => {
    const { file, version, platform, signature } = release;
    return {
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
  });
  const body = JSON.stringify({ product: product.sku, name: product.name, version: files[0]?.version ?? null, files });
  return { contentType: "application/json; charset=utf-8", body };
}
