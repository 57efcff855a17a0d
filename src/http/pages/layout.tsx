/** @jsxImportSource hono/jsx */

import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { manifestPath } from "../../platform/customer-paths.ts";
import { withoutMarks } from "../../platform/i18n/line-breaks.ts";
import type { Localization } from "../../platform/i18n/localization.ts";
import type { Store } from "../../store/accounts/store.ts";
import { inPieces, type Pieces } from "./in-pieces.tsx";
import { LanguageSwitch } from "./language.tsx";
import { script } from "./script.ts";
import { colorClass, iconAddress, StoreMark } from "./store-mark.tsx";
import { brandStyles, styles } from "./styles.ts";

/** The parts that every page has around its content. */
interface LayoutProps {
  title: string;
  /** Null if the store is unknown. */
  store: Store | null;
  local: Localization;
  children: Child;
}

function Layout({ title, store, local, children }: LayoutProps) {
  const brand = brandStyles(store);
  return (
    <html lang={local.language} class={colorClass(store)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow, noarchive" />
        <meta name="referrer" content="no-referrer" />
        <meta name="format-detection" content="telephone=no" />
        <title>{withoutMarks(title)}</title>
        <link rel="icon" href={store ? iconAddress(store) : "data:,"} />
        {store && <link rel="manifest" href={manifestPath} />}
        <style>{raw(styles)}</style>
        {brand && <style>{raw(brand)}</style>}
      </head>
      <body>
        <a class="skip" href="#content">
          {local.texts.frame.skip}
        </a>
        <div class="frame">
          {store && (
            <header class="store">
              <StoreMark store={store} />
            </header>
          )}
          {children}
          {!store?.language && <LanguageSwitch />}
        </div>
        <script>{raw(script)}</script>
      </body>
    </html>
  );
}

/** A whole HTML document; `children` are the page's `main` and what follows it. */
export function renderDocument(props: LayoutProps): string {
  return [...documentInPieces(props)].join("");
}

/** As `renderDocument`, for a page with long lists. */
export function* documentInPieces(props: LayoutProps): Pieces {
  yield "<!doctype html>";
  yield* inPieces(props.local, <Layout {...props} />);
}
