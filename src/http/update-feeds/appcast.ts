import type { Platform } from "../../delivery/catalog/file-releases.ts";
import { channelOf } from "../../delivery/catalog/program-versions.ts";
import type { ReleasedFile } from "../../delivery/catalog/released-files.ts";
import { giveWay } from "../../platform/give-way.ts";
import { changedAt } from "../customers/deliver-file.ts";
import { writeHttpDate } from "../http-date.ts";
import { sentMediaType } from "../sending/send-file.ts";
import { attribute, closeElement, element } from "../write-xml.ts";
import type { FeedContent, WrittenFeed } from "./feed.ts";

const sparkle = "http://www.andymatuschak.org/xml-namespaces/sparkle";

/**
 * The names of systems in Sparkle (sparkle-project.org, Publishing an update) and in WinSparkle, which reads the same feed. Files
 * with an empty name are for every reader; platforms that are not listed are for none.
 */
const systems: Partial<Record<Platform, string | null>> = {
  any: null,
  "mac-universal": "macos",
  "mac-arm64": "macos",
  "mac-x64": "macos",
  "windows-x64": "windows-x64",
  "windows-arm64": "windows-arm64",
  "windows-x86": "windows-x86",
};

/** An RSS feed as Sparkle and WinSparkle read it, with an item for each file. */
export async function appcast({ product, releases, urlOf }: FeedContent): Promise<WrittenFeed> {
  const named = releases
    .filter(({ platform }) => platform in systems)
    // Readers take the first of several items with the same version; only new Macs accept the first of these.
    .toSorted((one, other) => (one.version === other.version ? rank(one) - rank(other) : 0));
  const body = [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<rss version="2.0"${attribute("xmlns:sparkle", sparkle)}>\n`,
    `<channel>${element("title", product.name)}\n`,
  ];
  for (const release of named) {
    body.push(`${item(product.name, release, urlOf(release))}\n`);
    await giveWay();
  }
  body.push(`${closeElement("channel")}${closeElement("rss")}\n`);
  return { contentType: "application/rss+xml; charset=utf-8", body };
}

const rank = ({ platform }: ReleasedFile) => (platform === "mac-arm64" ? 0 : 1);

function item(name: string, release: ReleasedFile, url: string): string {
  const { file, version, platform, signature } = release;
  const system = systems[platform] ?? null;
  const channel = channelOf(version);
  const enclosure = [
    attribute("url", url),
    attribute("length", String(file.sizeBytes)),
    attribute("type", sentMediaType(file.contentType)),
    system === null ? "" : attribute("sparkle:os", system),
    signature === null ? "" : attribute("sparkle:edSignature", signature),
  ];
  const parts = [
    element("title", `${name} ${version}`),
    element("pubDate", writeHttpDate(changedAt(release))),
    element("sparkle:version", version),
    element("sparkle:shortVersionString", version),
    // An item without a channel is for everybody, others for programs that name it (`allowedChannels`).
    channel === "latest" ? "" : element("sparkle:channel", channel),
    platform === "mac-arm64" ? element("sparkle:hardwareRequirements", "arm64") : "",
    file.versionNote === "" ? "" : element("description", asHtml(file.versionNote)),
    `<enclosure${enclosure.join("")}/>`,
  ];
  return `<item>\n${parts.filter((part) => part !== "").join("\n")}\n</item>`;
}

/** Readers show a description as HTML; a note is plain text with line breaks. */
const asHtml = (text: string): string => Bun.escapeHTML(text).replace(/\r\n|\r|\n/g, "<br>");
