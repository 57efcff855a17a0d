import type { RenderedEmail } from "../../messages/mail/transport/mailer.ts";
import { wrapLines } from "../../messages/mail/transport/wrap-lines.ts";
import type { Language } from "../../platform/i18n/languages.ts";
import { withVisibleMarks } from "../../platform/i18n/line-breaks.ts";
import { localizationFor } from "../../platform/i18n/localization.ts";

const style =
  "padding:16px 16px 0;text-align:center;font:600 14px/21px -apple-system,'Segoe UI',Roboto,Arial,sans-serif;color:#4f5d6b";

/** The email of a test order with a line at the top that says so, also over a store's own template. */
export function withTestNotice(email: RenderedEmail, language: Language): RenderedEmail {
  const { test } = localizationFor(language).texts.email;
  const notice = `<div class="soft" style="${style}">${withVisibleMarks(test)}</div>`;
  return { ...email, text: `${wrapLines(test)}\n\n${email.text}`, html: insertAtTop(email.html, notice) };
}

/** Inserts at the start of the body, or at the very start if a store's own template has no body. */
function insertAtTop(html: string, element: string): string {
  const end = /<body(\s[^>]*)?>/i.exec(html);
  const at = end === null ? 0 : end.index + end[0].length;
  return html.slice(0, at) + element + html.slice(at);
}
