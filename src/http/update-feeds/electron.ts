import type { Platform } from "../../delivery/catalog/file-releases.ts";
import { isInChannel, isSemantic } from "../../delivery/catalog/program-versions.ts";
import type { ReleasedFile } from "../../delivery/catalog/released-files.ts";
import { DomainError } from "../../platform/errors.ts";
import { writeInstant } from "../../platform/instants.ts";
import { changedAt } from "../customers/deliver-file.ts";
import type { FeedContent, WriteFeed, WrittenFeed } from "./feed.ts";

/** A channel and its system. Windows has no name (electron-updater, providers/Provider.ts). */
const shape = /^([\dA-Za-z-]+?)(-mac|-linux|-linux-arm64)?\.yml$/;

/**
 * The systems of a feed, the first for updaters that do not choose. If there are several, electron-updater chooses by the
 * processor's name in the address; null for a file for all.
 */
const systems: Record<string, Partial<Record<Platform, string | null>>> = {
  "": { "windows-x64": "x64", "windows-x86": "ia32", "windows-arm64": "arm64" },
  "-mac": { "mac-universal": null, "mac-x64": "x64", "mac-arm64": "arm64" },
  "-linux": { "linux-x64": null },
  "-linux-arm64": { "linux-arm64": null },
};

/** A feed such as `latest.yml` or `beta-mac.yml`; null if it is not the name of one. */
export function electronFeedNamed(name: string): WriteFeed | null {
  const [, channel, system = ""] = shape.exec(name) ?? [];
  const processors = systems[system];
  return channel && processors ? (content) => electronFeed(content, { channel, processors }) : null;
}

/** The newest version that is in the channel. Throws `not_found` if there is none: an empty feed cannot be read. */
async function electronFeed(
  { releases, urlOf, sha512Of }: FeedContent,
  { channel, processors }: { channel: string; processors: Partial<Record<Platform, string | null>> },
): Promise<WrittenFeed> {
  const usable = releases.filter(
    ({ version, platform }) => platform in processors && isSemantic(version) && isInChannel(version, channel),
  );
  const [newest] = usable;
  if (!newest) throw new DomainError("not_found", "There is no version for this system and channel.");
  const order = Object.keys(processors);
  const files = usable
    .filter(({ version }) => version === newest.version)
    .toSorted((one, other) => order.indexOf(one.platform) - order.indexOf(other.platform));
  const listed = await Promise.all(
    files.map(async (release) => ({
      url: urlOf(namedFor(release, processors[release.platform] ?? null)),
      sha512: await sha512Of(release),
      size: release.file.sizeBytes,
    })),
  );
  const [first] = listed;
  const notes = newest.file.versionNote;
  const lines = [
    `version: ${quoted(newest.version)}`,
    "files:",
    ...listed.map(
      ({ url, sha512, size }) => `  - url: ${quoted(url)}\n    sha512: ${quoted(sha512)}\n    size: ${size}`,
    ),
    // For old updaters, which know only one file.
    ...(first ? [`path: ${quoted(first.url)}`, `sha512: ${quoted(first.sha512)}`] : []),
    `releaseDate: ${quoted(writeInstant(changedAt(newest)))}`,
    ...(notes === "" ? [] : [`releaseNotes: ${quoted(notes)}`]),
  ];
  return { contentType: "application/yaml", body: lines.map((line) => `${line}\n`) };
}

/** The file with a name that contains the processor: the last part of its address is only for the reader. */
function namedFor(release: ReleasedFile, processor: string | null): ReleasedFile {
  const { file } = release;
  if (processor === null || file.filename.includes(processor)) return release;
  return { ...release, file: { ...file, filename: `${processor}-${file.filename}` } };
}

/** A JSON string is also a double-quoted YAML string. */
const quoted = (text: string): string => JSON.stringify(text);
