import { parse, serialize } from "hono/utils/cookie";
import type { Delivery } from "../../delivery/orders/reading/customer-view.ts";
import { isLanguage, type Language } from "../../platform/i18n/languages.ts";
import { type Localization, localizationFor } from "../../platform/i18n/localization.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { Store } from "../../store/accounts/store.ts";
import { preferred } from "../accept-language.ts";
import type { Client } from "../client.ts";

type Languages = Pick<Store, "language" | "orderLanguage">;

const cookieName = "lang";

/** Seconds for which to remember a chosen language. */
const year = 365 * 86_400;

/** The languages of an order's pages. A store with a fixed language offers no other. */
export function languagesOf(account: Pick<Account, "language">, order: Pick<Delivery, "language">): Languages {
  return account.language === null
    ? { language: null, orderLanguage: order.language }
    : { language: order.language ?? account.language };
}

/**
 * The reader's language, from the first of these that is set: the store's fixed language, their choice, their order's,
 * their browser's.
 */
export function localizationOf(request: Request, store: Languages | null): Localization {
  const acceptLanguage = request.headers.get("accept-language");
  const language = store?.language ?? chosen(request) ?? remembered(request) ?? store?.orderLanguage ?? undefined;
  const preference = preferred(acceptLanguage, language);
  return preference ? localizationFor(preference.language, preference.locale) : localizationFor(language ?? "en");
}

/** A cookie with the language that the reader has just chosen; null if they chose none, or if the store has set one. */
export function languageCookie(request: Request, fixed: Language | null, client: Client): string | null {
  const language = chosen(request);
  if (fixed !== null || language === null) return null;
  const secure = client.origin.startsWith("https:");
  return serialize(cookieName, language, { path: "/", maxAge: year, httpOnly: true, sameSite: "Lax", secure });
}

function chosen(request: Request): Language | null {
  const text = URL.parse(request.url)?.searchParams.get("lang");
  return isLanguage(text) ? text : null;
}

function remembered(request: Request): Language | null {
  const text = parse(request.headers.get("cookie") ?? "", cookieName)[cookieName];
  return isLanguage(text) ? text : null;
}
