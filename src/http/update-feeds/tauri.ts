import type { Platform } from "../../delivery/catalog/file-releases.ts";
import { isSemantic } from "../../delivery/catalog/program-versions.ts";
import { writeInstant } from "../../platform/instants.ts";
import { changedAt } from "../customers/deliver-file.ts";
import type { FeedContent, WrittenFeed } from "./feed.ts";

/** The names of systems in Tauri (v2.tauri.app/plugin/updater): `OS-ARCH`. */
const targets: Partial<Record<Platform, string[]>> = {
  "mac-arm64": ["darwin-aarch64"],
  "mac-x64": ["darwin-x86_64"],
  "mac-universal": ["darwin-aarch64", "darwin-x86_64"],
  "windows-x64": ["windows-x86_64"],
  "windows-arm64": ["windows-aarch64"],
  "windows-x86": ["windows-i686"],
  "linux-x64": ["linux-x86_64"],
  "linux-arm64": ["linux-aarch64"],
};

/**
 * The newest version, with every system that has it. Tauri refuses the whole feed if it cannot read one entry, so files without a
 * signature are left out. If no file is left, the answer says that there is no update.
 */
export function tauriFeed({ releases, urlOf }: FeedContent): WrittenFeed {
  const contentType = "application/json; charset=utf-8";
  const usable = releases.filter(
    ({ version, platform, signature }) => isSemantic(version) && platform in targets && signature !== null,
  );
  const [newest] = usable;
  if (!newest) return { contentType, body: null };
  const platforms: Record<string, { url: string; signature: string | null }> = {};
  for (const release of usable.filter(({ version }) => version === newest.version)) {
    for (const target of targets[release.platform] ?? []) {
      platforms[target] ??= { url: urlOf(release), signature: release.signature };
    }
  }
  const notes = newest.file.versionNote;
  const pub_date = writeInstant(changedAt(newest));
  return { contentType, body: [JSON.stringify({ version: newest.version, notes, pub_date, platforms })] };
}
