import { keptLibraryPath } from "../../platform/customer-paths.ts";
import { pictureSize } from "../../platform/files/pictures.ts";
import type { FileStore } from "../../platform/files/store.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { fallbackColor } from "../../store/accounts/fallback-color.ts";
import { initialsIcon } from "../pages/store-mark.tsx";
import { pageStore } from "./respond.ts";

interface ManifestServices {
  files: FileStore;
  accountUrl(account: Account): string;
}

/** An icon of a manifest; `sizes` is `WIDTHxHEIGHT` in pixels, or `any` for a drawing. */
interface Icon {
  src: string;
  type: string;
  sizes: string;
}

/** Smallest side, in pixels, of an icon for which browsers offer to install a page. */
const smallestIcon = 144;

/** Most characters of a name below an icon. */
const shortNameLength = 12;

/**
 * The web app manifest of the store (https://www.w3.org/TR/appmanifest/), which lets customers put its pages on a home screen. It
 * is the same for everybody and contains no personal link: its start page shows the library that the device keeps, or else the
 * form to request links.
 */
export async function answerManifest(services: ManifestServices, account: Account): Promise<Response> {
  const store = pageStore(account, services.accountUrl);
  const text = JSON.stringify({
    name: store.name,
    short_name: shortName(store.name),
    ...(store.language && { lang: store.language }),
    start_url: keptLibraryPath,
    scope: "/",
    // Keeps the back button. iPhones open the page in Safari, where downloads work.
    display: "minimal-ui",
    theme_color: store.brandColor ?? fallbackColor(store.name),
    background_color: "#f3f4f6",
    icons: await iconsOf(services.files, account, store),
  });
  return new Response(text, {
    headers: {
      "content-type": "application/manifest+json",
      "content-length": String(Buffer.byteLength(text)),
      // The same as for the logo, so that changes show soon.
      "cache-control": "public, max-age=300",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
    },
  });
}

/** The logo. If it cannot be an icon, because it is small or not square, browsers use the initials. */
async function iconsOf(files: FileStore, account: Account, store: ReturnType<typeof pageStore>): Promise<Icon[]> {
  const initials = { src: initialsIcon(store), type: "image/svg+xml", sizes: "any" };
  const { logoStorageKey: key, logoContentType: type } = account;
  if (!store.logoUrl || key === null || type === null) return [initials];
  // If its bytes are missing, it has no size for now.
  const size = await sizeOf(files, key).catch(() => null);
  if (size === null) return [initials];
  const { width, height } = size;
  const logo = { src: store.logoUrl, type, sizes: `${width}x${height}` };
  return width === height && width >= smallestIcon ? [logo] : [logo, initials];
}

async function sizeOf(files: FileStore, key: string) {
  const opened = await files.open(key);
  await opened?.prepare(0);
  return opened && pictureSize(Buffer.from(await new Response(opened.slice(0, opened.sizeBytes)).arrayBuffer()));
}

/** The first words of a name that fit below an icon, or the beginning of a long word. */
export function shortName(name: string): string {
  const characters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  if (characters.length <= shortNameLength) return name;
  const start = characters.slice(0, shortNameLength + 1).join("");
  const words = /^.*(?=\s)/su.exec(start)?.[0].replace(/[^\p{L}\p{N}\p{M}]+$/u, "");
  return words || characters.slice(0, shortNameLength).join("");
}
