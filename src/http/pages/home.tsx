/** @jsxImportSource hono/jsx */

import type { Localization } from "../../platform/i18n/localization.ts";
import type { Store } from "../../store/accounts/store.ts";
import { Contact } from "./contact.tsx";
import { Filled } from "./language.tsx";
import { renderDocument } from "./layout.tsx";
import { LostLink } from "./links-form.tsx";

/** The page at the account's address without a path, as an HTML document, for customers who have lost their link. */
export function HomePage({ store, local }: { store: Store; local: Localization }): string {
  const { home } = local.texts;
  return renderDocument({
    title: store.name,
    store,
    local,
    children: (
      <main id="content" class="problem">
        <h1>
          <Filled text={home.title} values={{ store: <bdi>{store.name}</bdi> }} />
        </h1>
        <p>{home.useEmailLink}</p>
        <h2>{home.cannotFind}</h2>
        <p>{home.whereToLook}</p>
        <LostLink />
        <Contact store={store} />
      </main>
    ),
  });
}
