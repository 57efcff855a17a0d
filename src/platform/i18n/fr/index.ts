import { frenchSpaces } from "../french-spaces.ts";
import type { Texts } from "../texts.ts";
import { announcementPages } from "./announcement-pages.ts";
import { common } from "./common.ts";
import { customerEmails } from "./customer-emails.ts";
import { libraryPages } from "./library-pages.ts";
import { orderPages } from "./order-pages.ts";
import { problemPages } from "./problem-pages.ts";
import { signInEmails } from "./sign-in-emails.ts";

export const fr: Texts = frenchSpaces({
  ...common,
  ...orderPages,
  ...problemPages,
  ...libraryPages,
  ...announcementPages,
  ...customerEmails,
  ...signInEmails,
});
