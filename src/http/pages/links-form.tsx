/** @jsxImportSource hono/jsx */

import { linksPath, linksPathFrom, orderPath } from "../../platform/customer-paths.ts";
import type { Localization } from "../../platform/i18n/localization.ts";
import type { Store } from "../../store/accounts/store.ts";
import { Contact } from "./contact.tsx";
import { useLocalization } from "./language.tsx";
import { renderDocument } from "./layout.tsx";

/** `wrong`: the entered text is not an email address. */
export type LinksFormState = "ask" | "sent" | "wrong" | "tooMany";

interface LinksPageProps {
  store: Store;
  local: Localization;
  state: LinksFormState;
  /** The order whose page led here; null or left out for none. */
  orderGuid?: string | null;
}

/** The page of `/links`, as an HTML document. */
export function LinksPage({ store, local, state, orderGuid = null }: LinksPageProps): string {
  const { form, backToOrder } = local.texts.library;
  const title = state === "sent" ? form.sentTitle : form.title;
  return renderDocument({
    title: `${title} – ${store.name}`,
    store,
    local,
    children: (
      <main id="content" class="problem">
        <h1>{title}</h1>
        {state === "sent" ? <Sent orderGuid={orderGuid} /> : <LinksForm state={state} orderGuid={orderGuid} />}
        {orderGuid !== null && (
          <p class="back">
            <a href={orderPath(orderGuid)}>
              <span aria-hidden="true">←</span> {backToOrder}
            </a>
          </p>
        )}
        <Contact store={store} />
      </main>
    ),
  });
}

const pathFrom = (orderGuid: string | null) => (orderGuid === null ? linksPath : linksPathFrom(orderGuid));

function Sent({ orderGuid }: { orderGuid: string | null }) {
  const { form } = useLocalization().texts.library;
  return (
    <>
      <p role="status">{form.sent}</p>
      <p>{form.notFound}</p>
      <p>
        <a href={pathFrom(orderGuid)}>{form.again}</a>
      </p>
    </>
  );
}

function LinksForm({ state, orderGuid }: { state: LinksFormState; orderGuid: string | null }) {
  const { form } = useLocalization().texts.library;
  const problem = state === "wrong" ? form.wrongEmail : state === "tooMany" ? form.tooMany : null;
  return (
    <form class="ask" method="post" action={pathFrom(orderGuid)}>
      <p>{form.words}</p>
      <label for="email">{form.email}</label>
      <input
        id="email"
        name="email"
        type="email"
        autocomplete="email"
        required
        maxlength={254}
        aria-invalid={state === "wrong" ? "true" : undefined}
        aria-describedby={problem === null ? undefined : "wrong"}
      />
      {problem !== null && (
        <p id="wrong" class="wrong" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" class="button">
        {form.send}
      </button>
    </form>
  );
}

/** Leads customers to the form. */
export function LostLink() {
  const texts = useLocalization().texts.library;
  return (
    <p>
      {texts.lostLink} <a href={linksPath}>{texts.sendMyLinks}</a>
    </p>
  );
}
