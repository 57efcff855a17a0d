/** @jsxImportSource hono/jsx */

import { orderPath, stopAnnouncementsPath } from "../../platform/customer-paths.ts";
import type { Localization } from "../../platform/i18n/localization.ts";
import type { Store } from "../../store/accounts/store.ts";
import { Contact, StoreName } from "./contact.tsx";
import { OtherPurchases } from "./fine-print.tsx";
import { Filled } from "./language.tsx";
import { renderDocument } from "./layout.tsx";

interface StopAnnouncementsPageProps {
  store: Store;
  local: Localization;
  /** Whether the customer gets no emails about updates, or has just asked for them again. */
  state: "ask" | "stopped" | "resumed";
  orderGuid: string;
  /** The customer's address. */
  email: string;
}

/** The page of `/updates/…`, as an HTML document: a customer stops emails about updates, or gets them again. */
export function StopAnnouncementsPage({ store, local, state, orderGuid, email }: StopAnnouncementsPageProps): string {
  const texts = local.texts.stopUpdates;
  const { title, words } = {
    ask: { title: texts.title, words: texts.words },
    stopped: { title: texts.doneTitle, words: texts.done },
    resumed: { title: texts.resumedTitle, words: texts.resumed },
  }[state];
  return renderDocument({
    title: `${title} – ${store.name}`,
    store,
    local,
    children: (
      <main id="content" class="problem">
        <h1>{title}</h1>
        <p role={state === "ask" ? undefined : "status"}>
          <Filled text={words} values={{ store: <StoreName store={store} />, email: <bdi>{email}</bdi> }} />
        </p>
        <form class="ask" method="post" action={stopAnnouncementsPath(orderGuid)}>
          <button type="submit" class="button" name={state === "stopped" ? "resume" : "stop"} value="1">
            {state === "stopped" ? texts.undo : texts.button}
          </button>
        </form>
        <p class="back">
          <a href={orderPath(orderGuid)}>
            <span aria-hidden="true">←</span> {local.texts.library.backToOrder}
          </a>
        </p>
        <OtherPurchases orderGuid={orderGuid} />
        <Contact store={store} />
      </main>
    ),
  });
}
