import { timingSafeEqual } from "node:crypto";

/**
 * Control characters, those that reverse the reading direction (but not the marks in Hebrew and Arabic names), unpaired
 * surrogates, and what XML 1.0 cannot contain.
 */
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;

/** A message if `text` cannot be stored as a name or an identifier; otherwise null. Lengths are in characters. */
export function textProblem(
  text: string,
  { shortest = 1, longest }: { shortest?: number; longest: number },
): string | null {
  // Counting the characters of a text that is certainly too long would waste memory.
  const length = text.length > 2 * longest ? text.length : [...text].length;
  if (length < shortest || (shortest > 0 && text.trim() === "")) return "must not be empty";
  if (length > longest) return `must have at most ${longest} characters`;
  if (unprintable.test(text)) return "must contain only printable characters";
  return null;
}

/** Like `textProblem`, for a text that is a path segment. */
export function segmentProblem(text: string, { longest }: { longest: number }): string | null {
  // HTTP clients remove such segments from the URL, even if they are percent-encoded.
  if (text === "." || text === "..") return 'must not be "." or ".."';
  return textProblem(text, { longest });
}

// Quoted local parts and comments (RFC 5322) are left out on purpose: mail programs split on them. Keyboards of Japanese and
// Chinese write dots of their own (RFC 3490, 3.1).
const emailShape =
  /^[^\s\p{C}@"(),:;<>[\]\\]{1,64}@([\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?[.。．｡])+[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]$/u;

export const notAnEmail = "must be an email address such as ann@example.com";

/** A message if delivery emails cannot be sent to `email`; otherwise null. */
export function emailProblem(email: string): string | null {
  if (email === "") return "must not be empty";
  if (email.length > 254 || unprintable.test(email) || !emailShape.test(email) || /^\.|[.。．｡]{2}|\.@/.test(email)) {
    return notAnEmail;
  }
  return null;
}

/** Joiners, selectors and tags. In some scripts and in emoji, they change what is seen. */
const shaping = "\\u200c\\u200d\\ufe00-\\ufe0f\\u{e0020}-\\u{e007f}";
const unshaped = "\\x00-\\x7f\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}";

/** Characters that are never visible: zero-width characters, byte order marks, soft hyphens, direction marks. */
const invisible = new RegExp(`(?![${shaping}])\\p{Default_Ignorable_Code_Point}`, "gu");
const withoutShape = new RegExp(`(?<=^|[${unshaped}])[${shaping}]+|[\\u200c\\u200d]+(?=$|[${unshaped}])`, "gu");

/** Texts in which every character is visible and has one spelling, as in most identifiers. */
const plain = /^[\x20-\x7e]*$/;

/** The text without invisible characters, in one spelling (NFC). */
export const withoutInvisible = (text: string): string =>
  plain.test(text) ? text : text.replace(invisible, "").replace(withoutShape, "").normalize("NFC");

/**
 * The identifier as people see it, for comparing: without invisible characters and outer white space, with one kind of
 * space, in one spelling (NFC). Case and inner spaces count.
 */
export const visibleText = (text: string): string =>
  withoutInvisible(text)
    .replace(/\p{Zs}/gu, " ")
    .trim();

/**
 * Finds a row by its identifier: first as it was sent, which a row of an earlier version may have, then as new rows
 * have it. Most identifiers are the same in both and are looked up once.
 */
export async function firstFound<Row>(
  sent: string,
  stored: (text: string) => string,
  find: (identifier: string) => Promise<Row | null>,
): Promise<Row | null> {
  const row = await find(sent);
  const other = stored(sent);
  return row !== null || other === sent ? row : find(other);
}

/** Whether a mail program could make a link of a part of it. */
export const namesLink = (text: string): boolean => /:\/\/|\bwww\.|\.\p{L}{2,}\//iu.test(text);

/** Removes characters that could end the line or change the reading direction, and collapses white space. */
export function singleLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\s]+/gu, " ")
    .trim();
}

/**
 * The text as searches compare it: without differences of case in any script, wide and narrow forms, dots of East Asian keyboards,
 * or kinds and amounts of white space. A comma counts as white space, as in `Lee, Ann`.
 */
export function foldText(text: string): string {
  return (
    text
      .toWellFormed()
      .normalize("NFKC")
      // Uppercase unifies final forms and variants of lowercase letters. It leaves `ẞ` alone, but makes `SS` of `ß`.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      // The rest of the Turkish capital I with a dot.
      .replaceAll("i\u0307", "i")
      .normalize("NFKC")
      // As in an address. NFKC has made the other wide and narrow dots one of these.
      .replaceAll("。", ".")
      .replace(/[\s,]+/g, " ")
      .trim()
  );
}

/** The identifier as searches compare it: only its letters and digits, folded. Null for none: `en1001` for `#EN-1001`. */
export function foldIdentifier(identifier: string): string | null {
  return foldText(identifier).replace(/[^\p{L}\p{M}\p{N}]+/gu, "") || null;
}

/** Letters whose variants Unicode does not decompose into letter and accent. */
const plainLetters: Record<string, string> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  æ: "ae",
  œ: "oe",
  ı: "i",
  ħ: "h",
};

/** Typed and printed apostrophes, and the accents that people type in their place. Folding would make spaces of some. */
const apostrophes = /['’‘‛ʼʻʽ＇`´｀\u1fef\u1ffd]/g;

/**
 * Folded, without accents and apostrophes: `lodz` for `Łódź`, `obrien` for `O’Brien`. Marks of scripts other than Latin, Greek and
 * Cyrillic stay.
 */
export function foldAccents(text: string): string {
  return foldText(text.replace(apostrophes, "").replaceAll("ŉ", "n"))
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replace(/[øłđðþæœıħ]/g, (letter) => plainLetters[letter] ?? letter);
}

/** How German, Danish, Norwegian and Swedish write these letters where a keyboard lacks them. */
const spelledLetters: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };

/** Folded, with `ue` for `ü` and the like, as people type them; empty if the text has no such letter. */
export function spelledOut(text: string): string {
  const folded = foldText(text);
  const spelled = folded.replace(/[äöüøå]/g, (letter) => spelledLetters[letter] ?? letter);
  return spelled === folded ? "" : foldAccents(spelled);
}

/** Characters of a text that count for sorting. */
const longestSorted = 100;

/** The text as lists sort it: folded, without accents, and numbers by value, so that `M-999` comes before `M-1000`. */
export function sortableText(text: string): string {
  const numbered = foldAccents(text.slice(0, longestSorted)).replace(/\d+/g, (digits) =>
    digits.replace(/^0+(?=\d)/, "").padStart(12, "0"),
  );
  return numbered.slice(0, 2 * longestSorted).toWellFormed();
}

/**
 * The number at the end of an identifier, without leading zeros: 1394 for `#1394`, `WC-001394` or `shop:1394`; null for
 * none.
 */
export function trailingNumber(identifier: string): string | null {
  return /(?:^|[^\p{L}\p{N}])\p{L}{0,8}0*(\d{1,18})$/u.exec(identifier)?.[1] ?? null;
}

/** Splits a full name at its last space. */
export function splitName(name: string | null): { firstName: string; lastName: string } {
  const words = (name ?? "").trim().split(/\s+/);
  const last = words.length > 1 ? (words.pop() as string) : "";
  return { firstName: words.join(" "), lastName: last };
}

/** Compares texts of equal length in a time that does not depend on where they differ. */
export function equalInConstantTime(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
