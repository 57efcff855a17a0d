/** @jsxImportSource hono/jsx */
import type { Store } from "../../accounts/store.ts";
import { linksPath } from "../../customer-paths.ts";
import { libraryTexts } from "../../i18n/library-texts.ts";
import type { Localization } from "../../i18n/localization.ts";
import { Contact } from "./contact.tsx";
import { useLocalization } from "./language.tsx";
import { renderDocument } from "./layout.tsx";

/** `wrong`: what was sent is no email address. */
export type LinksFormState = "ask" | "sent" | "wrong" | "tooMany";

interface LinksPageProps {
  store: Store;
  local: Localization;
  state: LinksFormState;
}

/** The page of `/links`, as an HTML document. */
export function LinksPage({ store, local, state }: LinksPageProps): string {
  const { form } = libraryTexts[local.language];
  const title = state === "sent" ? form.sentTitle : form.title;
  return renderDocument({
    title: `${title} – ${store.name}`,
    store,
    local,
    children: (
      <main id="content" class="problem">
        <h1>{title}</h1>
        {state === "sent" ? <Sent /> : <LinksForm state={state} />}
        <Contact store={store} />
      </main>
    ),
  });
}

function Sent() {
  const { form } = libraryTexts[useLocalization().language];
  return (
    <>
      <p role="status">{form.sent}</p>
      <p>{form.notFound}</p>
      <p>
        <a href={linksPath}>{form.again}</a>
      </p>
    </>
  );
}

function LinksForm({ state }: { state: LinksFormState }) {
  const { form } = libraryTexts[useLocalization().language];
  const problem = state === "wrong" ? form.wrongEmail : state === "tooMany" ? form.tooMany : null;
  return (
    <form class="ask" method="post" action={linksPath}>
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
  const texts = libraryTexts[useLocalization().language];
  return (
    <p>
      {texts.lostLink} <a href={linksPath}>{texts.sendMyLinks}</a>
    </p>
  );
}
