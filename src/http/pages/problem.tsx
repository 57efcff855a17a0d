/** @jsxImportSource hono/jsx */

import { orderPath } from "../../platform/customer-paths.ts";
import type { Localization } from "../../platform/i18n/localization.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Store } from "../../store/accounts/store.ts";
import { Contact, StoreAddress, StoreName } from "./contact.tsx";
import { OtherPurchases } from "./fine-print.tsx";
import { ProblemSign } from "./icons.tsx";
import { InstantInWords } from "./instant.tsx";
import { Filled } from "./language.tsx";
import { renderDocument } from "./layout.tsx";
import { LostLink } from "./links-form.tsx";
import type { Problem } from "./problem-statuses.ts";
import { Renewal, type RenewalOffer } from "./renewal.tsx";

/** What the page says about the order of the link, if it is known. */
export interface KnownOrder {
  /** Leads to all purchases, and to the order's page if that works. */
  orderGuid?: string | undefined;
  /** What the customer can do about it, if anything. */
  renewal?: RenewalOffer | null | undefined;
  /** An email follows once the order is released. */
  emailFollows?: boolean | undefined;
  /** When the links of a gift start to work. */
  opensAt?: Instant | null | undefined;
}

/** The date that texts about a gift name. */
export const dateIn = (local: Localization, { opensAt }: KnownOrder): string =>
  opensAt == null ? "" : local.instant(opensAt);

interface ProblemPageProps extends KnownOrder {
  /** Null if the store is unknown. */
  store: Store | null;
  local: Localization;
  problem: Problem;
}

/** Whether the store has set where customers find help. If not, the page shows only the form. */
const saysWhere = ({ website, contact }: Store) => Boolean(website || (contact && !contact.isFallback));

/** The order's page works; only the requested part does not. */
const isOfOnePart = (problem: Problem) =>
  ["used_up", "expired", "file_missing", "copy_not_ready", "copy_failed", "item_revoked"].includes(problem);

/** For links that are wrong, and where the store has set nothing else that customers can do. */
function leadsToLinks(problem: Problem, { store, renewal }: { store: Store; renewal: KnownOrder["renewal"] }): boolean {
  if (problem === "not_found") return true;
  if (problem === "foreign_form") return !renewal;
  return !renewal && !store.website && !store.contact;
}

/** The page for a link that delivers nothing, as an HTML document: what happened, and what to do next. */
export function ProblemPage({ store, local, problem, orderGuid, ...known }: ProblemPageProps): string {
  const { renewal, emailFollows } = known;
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
        <p>
          <Filled
            text={happened}
            values={{ date: known.opensAt == null ? "" : <InstantInWords at={known.opensAt} /> }}
          />
        </p>
        {problem === "on_hold" && emailFollows && <p>{texts.emailFollows}</p>}
        <h2>{texts.whatToDo}</h2>
        {problem === "used_up" && <p>{texts.resume}</p>}
        {(!renewal || renewal.state.kind === "ask") && (
          <p>
            <Filled text={next} values={{ store: store ? <StoreName store={store} /> : texts.theStore }} />
          </p>
        )}
        {store && (!renewal || saysWhere(store)) && <Contact store={store} />}
        {store && problem === "not_found" && <StoreAddress store={store} />}
        {store && orderGuid === undefined && leadsToLinks(problem, { store, renewal }) && <LostLink />}
        {store && renewal && <Renewal store={store} offer={renewal} />}
        {orderGuid !== undefined && isOfOnePart(problem) && (
          <p class="back">
            <a href={orderPath(orderGuid)}>
              <span aria-hidden="true">←</span> {local.texts.item.wholeOrder}
            </a>
          </p>
        )}
        {orderGuid !== undefined && <OtherPurchases orderGuid={orderGuid} />}
      </main>
    ),
  });
}
