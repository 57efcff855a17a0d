import { mapTexts } from "./line-breaks.ts";

/** French texts with narrow no-break spaces before `; : ! ? »` and after `«`. */
export function frenchSpaces<T>(texts: T): T {
  return mapTexts(texts, (text) => text.replace(/ (?=[;:!?»])|(?<=«) /g, "\u202f"));
}
