import type { Language } from "./languages.ts";

/** An invisible mark at which a line can break. */
export const breakHere = "\u200b";

/** An invisible mark at which a line never breaks. */
export const joinHere = "\u2060";

/** The text with no-break spaces. */
export function unbroken(text: string): string {
  return text.replaceAll(" ", "\u00a0");
}

/** The text without invisible marks, for a subject, a plain text or an editor. Spaces stay as they are. */
export function withoutMarks(text: string): string {
  return text.replaceAll(breakHere, "").replaceAll(joinHere, "");
}

/**
 * A file's name in parts between which a line can break: after hyphens and underscores, and before the extension. At most
 * 20 parts.
 */
export function filenameParts(name: string): string[] {
  const parts = name.split(/(?<=[-_])(?=[^-_])|(?=\.[^.]+$)/);
  return parts.length <= mostParts ? parts : [...parts.slice(0, mostParts - 1), parts.slice(mostParts - 1).join("")];
}

const mostParts = 20;

const inHtml: Record<string, string> = {
  [breakHere]: "<wbr>",
  [joinHere]: "&#8288;",
  "\u00a0": "&nbsp;",
  "\u202f": "&#8239;",
};

/** HTML in which marks and no-break spaces are written as entities, so that they are visible when edited. */
export function withVisibleMarks(html: string): string {
  return html.replace(/[\u200b\u2060\u00a0\u202f]/g, (mark) => inHtml[mark] ?? mark);
}

/** Changes every text in an object, except in Liquid tags. */
export function mapTexts<T>(texts: T, change: (text: string) => string): T {
  if (typeof texts === "string") {
    const parts = texts.split(/(\{\{.*?\}\}|\{%.*?%\})/);
    return parts.map((part, index) => (index % 2 === 0 ? change(part) : part)).join("") as T;
  }
  const entries = Object.entries(texts as object).map(([name, value]) => [name, mapTexts(value, change)]);
  return Object.fromEntries(entries) as T;
}

/** Texts in which no line ends within "e-mail", where browsers break behind the hyphen. */
export function wholeEmail<T>(texts: T): T {
  return mapTexts(texts, (text) => text.replace(/\be-(?=mail)/gi, `$&${joinHere}`));
}

/** Values of `word-break` for our texts and for names that stores give; Japanese texts of ours have their breaks marked. */
export function wordBreaks(language: Language): { wordBreak: string; nameBreak: string } {
  return language === "ja"
    ? { wordBreak: "keep-all", nameBreak: "normal" }
    : { wordBreak: "break-word", nameBreak: "break-word" };
}
