import { mapTexts, wholeEmail } from "./line-breaks.ts";

/** French texts with narrow no-break spaces before `; : ! ? »` and after `«`, and with "e-mail" in one piece. */
export function frenchSpaces<T>(texts: T): T {
  return mapTexts(wholeEmail(texts), (text) => text.replace(/ (?=[;:!?»])|(?<=«) /g, "\u202f"));
}
