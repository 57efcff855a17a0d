import { domainToASCII, domainToUnicode } from "node:url";
import { z } from "zod";
import { emailProblem, foldText, notAnEmail } from "./text.ts";

/*
 * One mailbox has many spellings: any case, composed and decomposed letters (Unicode NFC and NFD), and a domain in its own
 * letters or as the A-labels of RFC 5890. What was typed is kept for display and for the envelope; everything that asks whether
 * two addresses are one person compares `canonicalAddress`.
 */

/** Whether the text, in small letters, has no other spelling. */
const isPlain = (small: string): boolean => isAscii(small) && !small.includes("xn--");

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** The domain in small letters and A-labels: `xn--bcher-kva.example` of `Bücher.example`. What is no domain stays as it is. */
export function canonicalDomain(domain: string): string {
  const small = smallLetters(domain);
  return isPlain(small) ? small : domainToASCII(small) || small;
}

/** The one form in which all spellings of an address are compared: local part in NFC, small letters, domain in A-labels. */
export function canonicalAddress(address: string): string {
  const [local, domain] = partsOf(smallLetters(address));
  return local + canonicalDomain(domain);
}

/** Whether the two are one mailbox. */
export const isSameAddress = (one: string, other: string): boolean =>
  one === other || canonicalAddress(one) === canonicalAddress(other);

/** The canonical address as people read it, with the domain in its own letters: `solo@bücher.example`. Idempotent. */
export function readableAddress(address: string): string {
  const canonical = canonicalAddress(address);
  if (isPlain(canonical)) return canonical;
  const [local, domain] = partsOf(canonical);
  return local + (domainToUnicode(domain) || domain);
}

/**
 * The spellings in small letters of an address that rows written by earlier versions may have, the canonical one first. Most
 * addresses have just that one.
 */
export function spellingsOf(address: string): string[] {
  const canonical = canonicalAddress(address);
  if (isPlain(canonical)) return [canonical];
  const [local, domain] = partsOf(canonical);
  const readable = domainToUnicode(domain) || domain;
  const locals = [local, local.normalize("NFD")];
  const domains = [domain, readable, readable.normalize("NFD")];
  const all = locals.flatMap((one) => domains.map((other) => one + other));
  return [...new Set([...all, address.toLowerCase().toWellFormed()])];
}

/** Letters whose capitals are tried: each doubles the spellings. */
const mostCapitals = 5;

/**
 * The spellings of an address after a database's `lower`, which on SQLite changes only letters of ASCII. With more than five
 * letters that it may leave as capitals, not every mixture of them.
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

/** An address with which people sign in, in canonical form: what the sign-in page accepts. */
export const signInEmail = z.string().overwrite(canonicalAddress).pipe(z.email());

/** Whether the text contains the address in any of its spellings. */
export function containsAddress(text: string | null, address: string): boolean {
  if (text === null) return false;
  const small = text.toLowerCase();
  return spellingsOf(address).some((spelling) => small.includes(spelling));
}

/** Whether the text names just this address, in any of its spellings, and not as a part of a longer one. */
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

/** Composed small letters. Small letters may have to be composed anew. */
const smallLetters = (text: string): string => {
  const small = text.toLowerCase();
  return isAscii(small) ? small : text.toWellFormed().normalize("NFC").toLowerCase().normalize("NFC");
};

/** With the sign at the end of the first part. A text without one has no domain. */
function partsOf(address: string): [local: string, domain: string] {
  const end = address.lastIndexOf("@") + 1;
  return end === 0 ? [address, ""] : [address.slice(0, end), address.slice(end)];
}

/** The address as searches compare it. Some folded addresses only look alike, such as those with wide letters. */
export const foldedAddress = (address: string): string => foldText(readableAddress(address));

/** The folded spellings that orders of an address have: earlier versions folded what was typed. */
export const foldedSpellingsOf = (address: string): string[] => [
  ...new Set([foldedAddress(address), foldText(canonicalAddress(address))]),
];

/** Characters of an address in a search. */
const longestAddress = 320;

/** The folded texts with which an address that a search looks for may begin: its spellings if it names a domain. */
export function foldedSearches(text: string): string[] {
  const typed = foldText(text);
  const isAddress = text.length <= longestAddress && text.includes("@");
  return isAddress ? [...new Set([typed, ...foldedSpellingsOf(text.trim())])] : [typed];
}

/** Words for a search by any spelling of the address; empty for an address that has no other than its own. */
export function otherSpellings(address: string): string {
  const spellings = new Set([canonicalAddress(address), readableAddress(address)]);
  spellings.delete(address.toLowerCase());
  return [...spellings].join(" ");
}
