import { markPhrases } from "../japanese-phrases.ts";
import type { Texts } from "../texts.ts";
import { announcementPages } from "./announcement-pages.ts";
import { common } from "./common.ts";
import { customerEmails } from "./customer-emails.ts";
import { libraryPages } from "./library-pages.ts";
import { orderPages } from "./order-pages.ts";
import { problemPages } from "./problem-pages.ts";
import { signInEmails } from "./sign-in-emails.ts";

/** `|` ends a phrase. Lines break only there (`japanese-phrases.ts`). */
export const ja: Texts = markPhrases({
  ...common,
  ...orderPages,
  ...problemPages,
  ...libraryPages,
  ...announcementPages,
  ...customerEmails,
  ...signInEmails,
});
