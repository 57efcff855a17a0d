import { appcast } from "./appcast.ts";
import type { FeedContent, WrittenFeed } from "./feed.ts";
import { plainFeed } from "./latest-json.ts";
import { tauriFeed } from "./tauri.ts";

/** The feeds of a product by the last part of their addresses. */
export const feeds: Record<string, (content: FeedContent) => WrittenFeed | Promise<WrittenFeed>> = {
  "latest.json": plainFeed,
  "appcast.xml": appcast,
  "tauri.json": tauriFeed,
};
