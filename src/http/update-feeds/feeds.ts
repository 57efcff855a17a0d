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

/** Feeds that Waybill does not write: those of Velopack and Squirrel. */
const othersShape = /^(?:(?:releases|assets)\.[\w-]+\.json|RELEASES(?:-[\w-]+)?)$/;

/** Whether a file of this name can be a feed that its developer has made. */
export const isFeedName = (name: string): boolean => othersShape.test(name) || feedNamed(name) !== null;

/** The feed of a product with this last part of its address; null if there is none. */
export const feedNamed = (name: string): WriteFeed | null =>
  (Object.hasOwn(feeds, name) ? feeds[name] : electronFeedNamed(name)) ?? null;
