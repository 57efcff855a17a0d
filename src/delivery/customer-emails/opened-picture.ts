import { openedPath } from "../../platform/customer-paths.ts";
import { readRowNumber } from "../../platform/integers.ts";
import type { Vault } from "../../platform/vault.ts";
import { insertInHtml } from "./insert-in-html.ts";

/** The subject for signing an email's number in the URL of its picture. */
const subjectOf = (emailId: number) => `email opened ${emailId}`;

/** The HTML body with a picture that mail programs fetch when the email is opened. `url` is the store's. */
export function withPicture(html: string, vault: Vault, { url, emailId }: { url: string; emailId: number }): string {
  const address = `${url}${openedPath(`${emailId}-${vault.hash(subjectOf(emailId))}.gif`)}`;
  const picture = `<img src="${address}" alt="" width="1" height="1" style="display:block;border:0">`;
  return insertInHtml(html, picture);
}

/** The email (row number) from the last part of a picture's URL; null if the signature is wrong. */
export function emailOfPicture(name: string, vault: Vault): number | null {
  const [, number = "", hash = ""] = /^(\d{1,15})-([\da-f]{64})\.gif$/.exec(name) ?? [];
  const emailId = readRowNumber(number);
  return emailId !== null && vault.matches(subjectOf(emailId), hash) ? emailId : null;
}
