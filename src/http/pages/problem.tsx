/** @jsxImportSource hono/jsx */
import type { Store } from "../../accounts/store.ts";
import type { Localization } from "../../i18n/localization.ts";
import { Contact, StoreName } from "./contact.tsx";
import { Filled } from "./language.tsx";
import { renderDocument } from "./layout.tsx";
import type { Problem } from "./problems.ts";
import { Renewal, type RenewalOffer } from "./renewal.tsx";
import { ProblemSign } from "./signs.tsx";

interface ProblemPageProps {
  /** Null where no store is known. */
  store: Store | null;
  local: Localization;
  problem: Problem;
  /** What the customer can do about it themselves; left out where that is nothing. */
  renewal?: RenewalOffer | null;
}

/** Whether the store has said where customers find help; else the form for a new link stands alone. */
const saysWhere = ({ website, contact }: Store) => Boolean(website || (contact && !contact.isFallback));

/** The page for a link that delivers nothing, as an HTML document: what happened, and what to do next. */
export function ProblemPage({ store, local, problem, renewal }: ProblemPageProps): string {
  const { problem: texts } = local.texts;
  const { title, happened, next } = texts[problem];
  return renderDocument({
    title: store ? `${title} – ${store.name}` : title,
    store,
    local,
    children: (
      <main id="content" class="problem">
        <span class="sign">
          <ProblemSign />
        </span>
        <h1>{title}</h1>
        <p>{happened}</p>
        <h2>{texts.whatToDo}</h2>
        {renewal?.state.kind !== "renew" && (
          <p>
            <Filled text={next} values={{ store: store ? <StoreName store={store} /> : texts.theStore }} />
          </p>
        )}
        {store && (!renewal || saysWhere(store)) && <Contact store={store} />}
        {store && renewal && <Renewal store={store} offer={renewal} />}
      </main>
    ),
  });
}
