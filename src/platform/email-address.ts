import { domainToASCII, domainToUnicode } from "node:url";
import { z } from "zod";
import { emailProblem, foldText, notAnEmail } from "./text.ts";

/*
 * One mailbox has many spellings: any case, composed and decomposed letters (Unicode NFC and NFD), and a domain in its own
 * letters or as the A-labels of RFC 5890. What was typed is kept for display and for the envelope; everything that asks whether
 * two addresses are one person compares `canonicalEmail`.
 */

/** Whether the lowercase text has no other spelling. */
const isPlain = (small: string): boolean => isAscii(small) && !small.includes("xn--");

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/**
 * The domain in lowercase and A-labels: `xn--bcher-kva.example` for `Bücher.example`. Other texts are returned
 * unchanged.
 */
export function canonicalDomain(domain: string): string {
  const small = smallLetters(domain);
  return isPlain(small) ? small : domainToASCII(small) || small;
}

/** The form for comparing addresses: local part in NFC, lowercase, domain in A-labels. */
export function canonicalEmail(address: string): string {
  const [local, domain] = partsOf(smallLetters(address));
  return local + canonicalDomain(domain);
}

/** Whether both are the same mailbox. */
export const isSameAddress = (one: string, other: string): boolean =>
  one === other || canonicalEmail(one) === canonicalEmail(other);

/** The canonical address as people read it, with a Unicode domain: `solo@bücher.example`. Idempotent. */
export function readableAddress(address: string): string {
  const canonical = canonicalEmail(address);
  if (isPlain(canonical)) return canonical;
  const [local, domain] = partsOf(canonical);
  return local + (domainToUnicode(domain) || domain);
}

/**
 * Lowercase spellings of an address that rows of earlier versions may have, the canonical one first. Most addresses
 * have only that one.
 */
export function spellingsOf(address: string): string[] {
  const canonical = canonicalEmail(address);
  if (isPlain(canonical)) return [canonical];
  const [local, domain] = partsOf(canonical);
  const readable = domainToUnicode(domain) || domain;
  const locals = [local, local.normalize("NFD")];
  const domains = [domain, readable, readable.normalize("NFD")];
  const all = locals.flatMap((one) => domains.map((other) => one + other));
  return [...new Set([...all, address.toLowerCase().toWellFormed()])];
}

/** Most letters whose capitals are tried: each doubles the spellings. */
const mostCapitals = 5;

/**
 * Spellings of an address after a database's `lower`, which on SQLite changes only ASCII letters. If more than five
 * letters may stay capitals, not every combination.
 */
export function loweredSpellingsOf(address: string): string[] {
  const spellings = spellingsOf(address);
  if (spellings.every(isAscii)) return spellings;
  const typed = address.toWellFormed().replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return [...new Set([...spellings.flatMap(withCapitals), typed])];
}

function withCapitals(small: string): string[] {
  const capitals = new Map<string, string>();
  for (const letter of small) {
    const capital = letter.toUpperCase();
    if (!isAscii(letter) && capital !== letter && capital.toLowerCase() === letter) capitals.set(letter, capital);
  }
  const letters = [...small];
  const changing = letters.flatMap((letter, at) => (capitals.has(letter) ? [at] : []));
  const capitalsAt = (places: number[]) =>
    letters.map((letter, at) => (places.includes(at) ? (capitals.get(letter) ?? letter) : letter)).join("");
  let choices: number[][] = [[]];
  for (const place of changing.slice(0, mostCapitals)) choices = choices.flatMap((some) => [some, [...some, place]]);
  return [...choices, changing].map(capitalsAt);
}

/** A message if a person cannot sign in with `email`; otherwise null. */
export function signInEmailProblem(email: string): string | null {
  return emailProblem(email) ?? (signInEmail.safeParse(email).success ? null : notAnEmail);
}

/** An email to sign in with, in canonical form: what the sign-in page accepts. */
export const signInEmail = z.string().overwrite(canonicalEmail).pipe(z.email());

/** Whether the text contains the address in any of its spellings. */
export function containsAddress(text: string | null, address: string): boolean {
  if (text === null) return false;
  const small = text.toLowerCase();
  return spellingsOf(address).some((spelling) => small.includes(spelling));
}

/** Whether the text contains exactly this address, in any spelling, and not as part of a longer one. */
export function namesAddress(text: string, address: string): boolean {
  const small = text.toLowerCase();
  return spellingsOf(address).some((spelling) => {
    for (let at = small.indexOf(spelling); at >= 0; at = small.indexOf(spelling, at + 1)) {
      const end = at + spelling.length;
      const isWhole = !/[\p{L}\p{M}\p{N}._+-]$/u.test(small.slice(Math.max(0, at - 2), at));
      if (isWhole && !/^(?:[\p{L}\p{M}\p{N}-]|\.[\p{L}\p{N}])/u.test(small.slice(end, end + 4))) return true;
    }
    return false;
  });
}

/** Lowercase, composed. Lowercasing can decompose letters, so they are composed again. */
const smallLetters = (text: string): string => {
  const small = text.toLowerCase();
  return isAscii(small) ? small : text.toWellFormed().normalize("NFC").toLowerCase().normalize("NFC");
};

/** The `@` belongs to the first part. A text without one has no domain. */
function partsOf(address: string): [local: string, domain: string] {
  const end = address.lastIndexOf("@") + 1;
  return end === 0 ? [address, ""] : [address.slice(0, end), address.slice(end)];
}

/** The address as searches compare it. Some folded addresses only look the same, such as those with wide letters. */
export const foldedAddress = (address: string): string => foldText(readableAddress(address));

/** Folded spellings that orders of an address may have: earlier versions folded what was typed. */
export const foldedSpellingsOf = (address: string): string[] => [
  ...new Set([foldedAddress(address), foldText(canonicalEmail(address))]),
];

/** Most characters of an address in a search. */
const longestAddress = 320;

/** Folded texts that an address may begin with to match the search; its spellings if it contains a domain. */
export function foldedSearches(text: string): string[] {
  const typed = foldText(text);
  const isAddress = text.length <= longestAddress && text.includes("@");
  return isAddress ? [...new Set([typed, ...foldedSpellingsOf(text.trim())])] : [typed];
}

/** Text for searches by other spellings of the address; empty if it has none. */
export function otherSpellings(address: string): string {
  const spellings = new Set([canonicalEmail(address), readableAddress(address)]);
  spellings.delete(address.toLowerCase());
  return [...spellings].join(" ");
}
