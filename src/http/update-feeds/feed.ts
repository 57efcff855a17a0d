import type { Product } from "../../delivery/catalog/queries.ts";
import type { ReleasedFile } from "../../delivery/catalog/released-files.ts";

/** The content of a feed. */
export interface FeedContent {
  product: Product;
  /** Newest first. */
  releases: ReleasedFile[];
  /** The full address of a file of the feed. */
  urlOf(release: ReleasedFile): string;
  /** Base64. Throws `UpdateRefused` while it is not known yet, and as `ReleaseDigests` does. */
  sha512Of(release: ReleasedFile): Promise<string>;
}

/** A feed, before it is sent; null if it says that there is no update. */
export interface WrittenFeed {
  contentType: string;
  /** In parts, between which other requests are answered: 500 files with their notes are megabytes. */
  body: string[] | null;
}

export type WriteFeed = (content: FeedContent) => WrittenFeed | Promise<WrittenFeed>;
