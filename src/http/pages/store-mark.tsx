/** @jsxImportSource hono/jsx */
import { brandColors, hueOf } from "../../store/accounts/brand-color.ts";
import { fallbackHues, fallbackIndexOf } from "../../store/accounts/fallback-color.ts";
import type { Store } from "../../store/accounts/store.ts";
import { hueStep } from "./styles.ts";

/** The store's logo or initials with its name, at the top of every page. */
export function StoreMark({ store }: { store: Store }) {
  const address = webAddress(store);
  const content = (
    <>
      {store.logoUrl ? (
        <img class="logo" src={store.logoUrl} alt="" />
      ) : (
        <span class="mark" aria-hidden="true">
          {initials(store.name)}
        </span>
      )}
      <span class="store-name" title={store.name}>
        <bdi>{store.name}</bdi>
      </span>
    </>
  );
  return address === null ? (
    <span class="store-link">{content}</span>
  ) : (
    <a class="store-link" href={address}>
      {content}
    </a>
  );
}

/** The store's website, or else its page here. Null if that is no web address. */
function webAddress(store: Store): string | null {
  if (store.website) return store.website;
  return /^https?:\/\//i.test(store.url) && URL.canParse(store.url) ? store.url : null;
}

/** The store's initials, at most two. A dot if its name has no letter or digit. */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  const first = words.length > 1 ? [words[0], words.at(-1)] : words;
  return first.map((word = "") => [...word][0]?.toLocaleUpperCase("en") ?? "").join("") || "•";
}

/** The class of the root element that gives the page the store's color. */
export function colorClass(store: Store | null): string {
  if (!store) return "tint-0";
  if (!store.brandColor) return `tint-${fallbackIndexOf(store.name)}`;
  const hue = hueOf(store.brandColor);
  return hue === null ? "hue-none" : `hue-${(Math.round(hue / hueStep) * hueStep) % 360}`;
}

/** The address of the icon of the browser tab: the logo, or the initials. */
export const iconAddress = (store: Store): string => store.logoUrl || initialsIcon(store);

/** A square SVG picture of the store's initials as a `data:` URL, so nothing is requested. */
export function initialsIcon(store: Store): string {
  const own = store.brandColor ? brandColors(store.brandColor) : null;
  const background = own?.fill ?? `oklch(0.46 0.115 ${fallbackHues[fallbackIndexOf(store.name)]})`;
  const letters = `<text x="32" y="43" text-anchor="middle" font-family="system-ui,sans-serif" font-size="30" font-weight="650" fill="${own?.onFill ?? "#fff"}">${initials(store.name)}</text>`;
  const image = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="18" fill="${background}"/>${letters}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(image)}`;
}
