import { parse, serialize } from "hono/utils/cookie";
import { isLanguage, type Language } from "../../i18n/languages.ts";
import { type Localization, localizationFor } from "../../i18n/localization.ts";
import { preferred } from "../accept-language.ts";
import type { Client } from "../client.ts";

const cookieName = "lang";

/** Seconds for which a chosen language is remembered. */
const year = 365 * 86_400;

/** The language for the reader: the one set by the store, or else the one they chose, or else their browser's. */
export function localizationOf(request: Request, fixed: Language | null | undefined): Localization {
  const acceptLanguage = request.headers.get("accept-language");
  const language = fixed ?? chosen(request) ?? remembered(request) ?? undefined;
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
