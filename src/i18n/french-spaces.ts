import { mapTexts } from "./line-breaks.ts";

/** French texts with narrow spaces, at which no line breaks, ahead of `; : ! ? »` and behind `«`. */
export function frenchSpaces<T>(texts: T): T {
  return mapTexts(texts, (text) => text.replace(/ (?=[;:!?»])|(?<=«) /g, "\u202f"));
}
