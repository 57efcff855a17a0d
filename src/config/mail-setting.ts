import { z } from "zod";
import { signInEmail } from "../platform/email-address.ts";

/** The servers that take and give emails, and their sender: how each variable is read, and what it may be, in words. */
export const mailVariables = {
  WAYBILL_SMTP: [
    z.string().refine((value) => /^smtps?:\/\/[^/#?]+\/?(?:\?[^@#]*)?$/.test(value) && hasReadableUser(value)),
    "smtp://USER:PASSWORD@HOST:PORT or smtps://USER:PASSWORD@HOST:PORT, with %23 for #, %25 for %, %2F for /, %3F for ? and %40 for @ in user and password",
  ],
  WAYBILL_MAIL_FROM: [signInEmail, "an email address"],
  WAYBILL_BOUNCE_MAILBOX: [
    z.string().refine((value) => /^imaps?:\/\/[^/@]+@[^/]/.test(value) && hasReadableUser(value)),
    "imaps://USER:PASSWORD@HOST:PORT/FOLDER",
  ],
} satisfies Record<string, [z.ZodType, string]>;

/** Whether it is a URL whose user and password have no broken escapes. */
function hasReadableUser(value: string): boolean {
  const url = URL.parse(value);
  try {
    return url !== null && decodeURIComponent(url.username + url.password) !== null;
  } catch {
    return false;
  }
}
