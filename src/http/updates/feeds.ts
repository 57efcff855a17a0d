import { appcast } from "./appcast.ts";
import { electronFeedNamed } from "./electron.ts";
import type { WriteFeed } from "./feed.ts";
import { plainFeed } from "./latest-json.ts";
import { tauriFeed } from "./tauri.ts";

const feeds: Record<string, WriteFeed> = {
  "latest.json": plainFeed,
  "appcast.xml": appcast,
  "tauri.json": tauriFeed,
};

/** The feed of a product with this last part of its address; null if there is none. */
export const feedNamed = (name: string): WriteFeed | null =>
  (Object.hasOwn(feeds, name) ? feeds[name] : electronFeedNamed(name)) ?? null;
