import { openedPath } from "../../platform/customer-paths.ts";
import { readRowNumber } from "../../platform/integers.ts";
import type { Vault } from "../../platform/vault.ts";
import { insertInHtml } from "./insert-in-html.ts";

/** The text that is signed for the URL of an email's picture. It contains the email's number. */
const subjectOf = (emailId: number) => `email opened ${emailId}`;

/** Adds a picture to the HTML body. Mail programs fetch it when the email is opened. `url` is the store's. */
export function withPicture(html: string, vault: Vault, { url, emailId }: { url: string; emailId: number }): string {
  const address = `${url}${openedPath(`${emailId}-${vault.hash(subjectOf(emailId))}.gif`)}`;
  const picture = `<img src="${address}" alt="" width="1" height="1" style="display:block;border:0">`;
  return insertInHtml(html, picture);
}

/** The email (row number) in the last part of a picture's URL; null if the signature is wrong. */
export function emailOfPicture(name: string, vault: Vault): number | null {
  const [, number = "", hash = ""] = /^(\d{1,15})-([\da-f]{64})\.gif$/.exec(name) ?? [];
  const emailId = readRowNumber(number);
  return emailId !== null && vault.matches(subjectOf(emailId), hash) ? emailId : null;
}
