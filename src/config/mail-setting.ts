import { z } from "zod";
import { signInEmail } from "../platform/email-address.ts";

/** The servers that take and give emails, and their sender: how each variable is read, and what it may be, in words. */
export const mailVariables = {
  WAYBILL_SMTP: [
    z.string().refine((value) => /^smtps?:\/\/[^/#?]+\/?(?:\?[^@#]*)?$/.test(value) && hasDecodableUser(value)),
    "smtp://USER:PASSWORD@HOST:PORT or smtps://USER:PASSWORD@HOST:PORT, with %23 for #, %25 for %, %2F for /, %3F for ? and %40 for @ in user and password",
  ],
  WAYBILL_MAIL_FROM: [signInEmail, "an email address"],
  WAYBILL_BOUNCE_MAILBOX: [
    z.string().refine((value) => /^imaps?:\/\/[^/@]+@[^/]/.test(value) && hasDecodableUser(value)),
    "imaps://USER:PASSWORD@HOST:PORT/FOLDER, with %25 for %, %2F for /, %3F for ? and %40 for @ in user, password and folder",
  ],
} satisfies Record<string, [z.ZodType, string]>;

/** Whether it is a URL whose user, password and path have no broken escapes. */
function hasDecodableUser(value: string): boolean {
  try {
    const { username, password, pathname } = new URL(value);
    for (const part of [username, password, pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
