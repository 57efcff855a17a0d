import { wholeEmail } from "../line-breaks.ts";
import type { Texts } from "../texts.ts";
import { announcementPages } from "./announcement-pages.ts";
import { common } from "./common.ts";
import { customerEmails } from "./customer-emails.ts";
import { libraryPages } from "./library-pages.ts";
import { orderPages } from "./order-pages.ts";
import { problemPages } from "./problem-pages.ts";
import { signInEmails } from "./sign-in-emails.ts";

export const de: Texts = wholeEmail({
  ...common,
  ...orderPages,
  ...problemPages,
  ...libraryPages,
  ...announcementPages,
  ...customerEmails,
  ...signInEmails,
});
